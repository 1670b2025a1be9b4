"""GpuNodePool: the AgentPool of a GPU pool, whatever the pool is for."""

import pulumi
from pulumi_azure_native import containerservice

from azure_ai_landing_zone.component import Component
from azure_ai_landing_zone.gpu_pool_facts import GpuPoolFacts
from azure_ai_landing_zone.gpu_pool_shape import GpuPoolPlace, GpuPoolShape
from azure_ai_landing_zone.planning.aks_pools import ARM_FAMILIES, os_disk_type, pool_warnings
from azure_ai_landing_zone.planning.gpu_pools import GpuPool


class GpuNodePool(Component):
    """A pool of its own, never one of the cluster's inline ones: no change of it touches the cluster.

    The generation is in its names, so what Azure can't change makes a new pool first and deletes the old one
    then. While the autoscaler decides how many nodes there are, `count` is only what the pool begins with.
    """

    agent_pool_name: pulumi.Output[str]
    """Azure's name, which has the generation in it."""
    agent_pool_resource_id: pulumi.Output[str]
    pool: GpuPool
    """What pods need to know of it."""

    def __init__(
        self,
        name: str,
        shape: GpuPoolShape,
        place: GpuPoolPlace,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__(name, opts)
        self.pool = shape.gpu_pool(place.pool_name)
        for warning in pool_warnings(shape.request(place.pool_name, place.location)):
            pulumi.log.warn(warning, self)
        # Only the autoscaler brings back spot nodes that Azure took.
        scales = self.pool.spot or shape.min_nodes < shape.max_nodes
        made = self._make(name, shape, place, scales=scales)
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
        self, name: str, shape: GpuPoolShape, place: GpuPoolPlace, *, scales: bool
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
            count=shape.min_nodes,
            enable_auto_scaling=scales,
            min_count=shape.min_nodes if scales else None,
            max_count=shape.max_nodes if scales else None,
            max_pods=shape.max_pods,
            os_type=containerservice.OSType.LINUX,
            os_sku="Ubuntu2404" if pool.vm_size.family in ARM_FAMILIES else "Ubuntu",
            os_disk_type=os_disk_type(shape.request(place.pool_name, None)),
            os_disk_size_gb=shape.os_disk_size_gib,
            scale_down_mode=shape.scale_down_mode,
            scale_set_priority="Spot" if pool.spot else None,
            scale_set_eviction_policy="Delete" if pool.spot else None,
            # Never evicted for its price, only for want of capacity.
            spot_max_price=-1 if pool.spot else None,
            gpu_profile=containerservice.GPUProfileArgs(driver="Install" if pool.driver == "aks" else "None"),
            gpu_instance_profile=pool.mig_profile,
            node_taints=list(pool.taints),
            node_labels=shape.node_labels | pool.labels,
            enable_encryption_at_host=shape.encryption_at_host or None,
            enable_node_public_ip=False,
            upgrade_settings=None if pool.spot else _upgrades(shape.surge_nodes),
            tags=(place.tags.as_azure() if place.tags else {}) | {"workload": pool.workload},
            opts=self._child(ignore_changes=["count"] if scales else None),
        )


def _upgrades(surge_nodes: int) -> "containerservice.AgentPoolUpgradeSettingsArgs":
    """There is no surge on spot pools (learn.microsoft.com/azure/aks/spot-node-pool, 2025-04-06). Of the two,
    one has to be more than 0."""
    return containerservice.AgentPoolUpgradeSettingsArgs(
        max_surge=str(surge_nodes), max_unavailable="0" if surge_nodes else "1"
    )
