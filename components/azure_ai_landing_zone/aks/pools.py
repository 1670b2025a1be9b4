"""GpuNodePool: the AgentPool of a GPU pool, whatever the pool is for."""

from datetime import date
from typing import Annotated, ClassVar

import pulumi
from pulumi_azure_native import containerservice
from pydantic import Field, StrictBool

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool, MigStrategy, RdmaResource
from azure_ai_landing_zone.aks.planning.pools import (
    PoolRequest,
    os_disk_type,
    pool_problems,
    pool_warning,
    training_problems,
)
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from azure_ai_landing_zone.aks.pool_settings import GpuPoolPlace, GpuPoolSettings
from azure_ai_landing_zone.catalog.mig_profiles import MigProfile
from azure_ai_landing_zone.core.component import Component
from azure_ai_landing_zone.core.model import Model, Zone, resource_id_of
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.core.size_warnings import warn_of_size


class GpuNodePool(Component):
    """A pool of its own, never one of the cluster's inline ones: no change of it touches the cluster.

    The generation is in its names, so what Azure can't change makes a new pool first and deletes the old one
    then. While the autoscaler decides how many nodes there are, nothing else says a number: `count` is
    optional (github.com/Azure/azure-rest-api-specs#9610), and Azure leaves it out as well
    (github.com/Azure/ARO-HCP#3659, 2025-12-19).
    """

    agent_pool_name: pulumi.Output[str]
    """Azure's name, which has the generation in it."""
    agent_pool_resource_id: pulumi.Output[str]
    pool: GpuPool
    """What pods need to know of it."""

    def __init__(
        self,
        name: str,
        shape: GpuPoolSettings,
        place: GpuPoolPlace,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__(name, opts)
        self.pool = shape.gpu_pool(place.pool_name)
        warn_of_size(self.pool.vm_size, place.location)
        if warning := pool_warning(self.pool):
            self.warn(warning)
        made = self._make(name, shape, place, scales=self.pool.scales)
        self.agent_pool_name = made.name.apply(str)
        self.agent_pool_resource_id = made.id
        self.register_outputs(
            {
                "agent_pool_name": self.agent_pool_name,
                "agent_pool_resource_id": self.agent_pool_resource_id,
                "pool": GpuPoolFacts.of(self.pool).model_dump(by_alias=True),
            }
        )

    def _make(
        self, name: str, shape: GpuPoolSettings, place: GpuPoolPlace, *, scales: bool
    ) -> "containerservice.AgentPool":
        pool, key = self.pool, shape.generation_key()
        parts = pulumi.Output.from_input(place.cluster_resource_id).apply(lambda id_: id_.split("/"))
        return containerservice.AgentPool(
            f"{name}-{key}",
            agent_pool_name=f"{place.pool_name}{key}",
            resource_group_name=parts.apply(lambda found: str(found[4])),
            resource_name_=parts.apply(lambda found: str(found[8])),
            mode=containerservice.AgentPoolMode.USER,
            type=containerservice.AgentPoolType.VIRTUAL_MACHINE_SCALE_SETS,
            vm_size=pool.vm_size.size,
            orchestrator_version=place.kubernetes_version,
            vnet_subnet_id=place.subnet_resource_id,
            availability_zones=list(shape.node_zones()) or None,
            count=None if scales else shape.min_nodes,
            enable_auto_scaling=scales,
            min_count=shape.min_nodes if scales else None,
            max_count=shape.max_nodes if scales else None,
            max_pods=shape.max_pods,
            os_type=containerservice.OSType.LINUX,
            os_sku="Ubuntu2404" if pool.vm_size.architecture == "Arm64" else "Ubuntu",
            os_disk_type=os_disk_type(shape.request(place.pool_name)),
            os_disk_size_gb=shape.os_disk_size_gib,
            scale_down_mode=shape.scale_down_mode,
            scale_set_priority="Spot" if pool.spot else None,
            scale_set_eviction_policy="Delete" if pool.spot else None,
            # Never evicted for its price, only for want of capacity.
            spot_max_price=-1 if pool.spot else None,
            gpu_profile=containerservice.GPUProfileArgs(driver="Install" if pool.driver == "aks" else "None"),
            gpu_instance_profile=pool.mig_profile,
            capacity_reservation_group_id=shape.capacity_reservation_group(),
            node_taints=list(pool.taints),
            node_labels=shape.node_labels | pool.labels,
            enable_encryption_at_host=shape.encryption_at_host or None,
            enable_node_public_ip=False,
            upgrade_settings=None if pool.spot else _upgrades(shape.surge_nodes),
            tags=(place.tags.as_azure() if place.tags else {}) | {"workload": pool.workload},
            opts=self._child(),
        )


def _upgrades(surge_nodes: int) -> "containerservice.AgentPoolUpgradeSettingsArgs":
    """There is no surge on spot pools (learn.microsoft.com/azure/aks/spot-node-pool, 2025-04-06). Of the two,
    one has to be more than 0."""
    return containerservice.AgentPoolUpgradeSettingsArgs(
        max_surge=str(surge_nodes), max_unavailable="0" if surge_nodes else "1"
    )


class MigInstances(Model):
    """How every GPU of a pool is cut into instances."""

    profile: MigProfile
    """MIG1g makes seven of an A100, H100 or H200; the larger the number, the larger and fewer."""
    strategy: MigStrategy = "single"
    """How pods ask for one: `single` as for nvidia.com/gpu, `mixed` by its name, such as
    nvidia.com/mig-1g.12gb."""


class InferencePoolSettings(GpuPoolSettings):
    """What an inference pool consists of, as far as plain values say."""

    FIXED: ClassVar[tuple[str, ...]] = (
        *GpuPoolSettings.FIXED,
        "capacity_reservation_group_resource_id",
        "mig",
        "spot",
        "zones",
    )

    mig: MigInstances | None = None
    """Left out: whole GPUs."""
    spot: StrictBool = False
    """Nodes at a lower price that Azure takes back at any time."""
    zones: list[Zone] = Field(default=[])
    """Where nodes may stand. Left out: wherever Azure has some, without a promise to spread them."""

    capacity_reservation_group_resource_id: (
        Annotated[str, resource_id_of("Microsoft.Compute/capacityReservationGroups")] | None
    ) = None
    """Full id: its nodes come out of that group while it has some of the size, and of the zones. AKS joins a
    new pool to it as the cluster's own identity, which has to be Contributor on the group's resource group;
    a role takes up to an hour to be known. Source:
    learn.microsoft.com/azure/aks/use-capacity-reservation-groups, 2026-05-29."""

    def gpu_pool(self, name: str) -> GpuPool:
        return GpuPool(
            name=name,
            size=self.size,
            taint=self.taint,
            driver=self.driver,
            mig_profile=self.mig.profile if self.mig else None,
            mig_strategy=self.mig.strategy if self.mig else "single",
            spot=self.spot,
            min_nodes=self.min_nodes,
            max_nodes=self.max_nodes,
            max_pods=self.max_pods,
            os_disk_size_gib=self.os_disk_size_gib,
            workload="inference",
        )

    def problems(self, request: PoolRequest, today: date) -> list[Problem]:
        return pool_problems(request, today)

    def node_zones(self) -> list[Zone]:
        return self.zones

    def capacity_reservation_group(self) -> str | None:
        return self.capacity_reservation_group_resource_id


class InferencePoolArgs(InferencePoolSettings, GpuPoolPlace):
    """What an InferencePool is made of."""


class InferencePool(GpuNodePool):
    """A GPU node pool with one owner of its drivers, a taint that keeps other pods off, and the labels that
    NVIDIA's DaemonSets look for."""

    def __init__(
        self, name: str, args: InferencePoolArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, args, args, opts)


class TrainingPoolSettings(GpuPoolSettings):
    """What a training pool consists of, as far as plain values say."""

    FIXED: ClassVar[tuple[str, ...]] = (*GpuPoolSettings.FIXED, "zone")

    refused: ClassVar[dict[str, str]] = {
        "capacity_reservation_group_resource_id": "Azure reserves no size with InfiniBand on demand: ask for "
        "quota, and leave it out",
        "mig": "instances of GPUs can't talk to each other: take whole ones, and leave it out",
        "spot": "one node that Azure takes back stops all others: leave it out",
        "zones": "an InfiniBand fabric doesn't span zones: give one zone as `zone`",
    }

    rdma: RdmaResource = "rdma/ib"
    """How pods ask for InfiniBand: adapters of their own, or ones shared with other pods of the node.
    NVIDIA's network operator in the cluster has to offer the same."""
    zone: Zone | None = None
    """Left out: Azure decides, which is right only in regions without zones."""

    def gpu_pool(self, name: str) -> GpuPool:
        return GpuPool(
            name=name,
            size=self.size,
            taint=self.taint,
            driver=self.driver,
            rdma=self.rdma,
            min_nodes=self.min_nodes,
            max_nodes=self.max_nodes,
            max_pods=self.max_pods,
            os_disk_size_gib=self.os_disk_size_gib,
            workload="training",
        )

    def problems(self, request: PoolRequest, today: date) -> list[Problem]:
        return training_problems(request, today)

    def node_zones(self) -> list[Zone]:
        return [self.zone] if self.zone else []


class TrainingPoolArgs(TrainingPoolSettings, GpuPoolPlace):
    """What a TrainingPool is made of. It should depend on an InfinibandFeature: nodes that are made before
    the subscription has the feature land on different fabrics."""


class TrainingPool(GpuNodePool):
    """A GPU node pool on one InfiniBand fabric: AKS gives RDMA sizes a single placement group by itself.

    Nodes bring no InfiniBand drivers: NVIDIA's network operator installs them and offers `rdma`, for which
    pods ask together with the capability IPC_LOCK. Source: github.com/Azure/aks-rdma-infiniband, 2026-08.
    """

    def __init__(self, name: str, args: TrainingPoolArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, args, args, opts)
