"""AKS clusters with GPU pools of a landing zone."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from azure_ai_landing_zone.access.section import RolesOn
from azure_ai_landing_zone.aks import cluster as inference_cluster
from azure_ai_landing_zone.aks.infiniband_feature import FeatureOwner
from azure_ai_landing_zone.aks.pool_settings import GpuPoolShape, PoolName
from azure_ai_landing_zone.aks.pools import InferencePoolShape, TrainingPoolShape
from azure_ai_landing_zone.aks.section_checks import cluster_problems
from azure_ai_landing_zone.aks.section_make import NODES, SCALER, make_inference
from azure_ai_landing_zone.aks.settings import ClusterChoice, InferenceClusterCreate
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import Key, Model
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.machines.gpu_quota import GpuDemand
from azure_ai_landing_zone.network.planning.addresses import NodePool, kubernetes_addresses
from azure_ai_landing_zone.network.settings import NetworkSubnet
from azure_ai_landing_zone.operations import prometheus as prometheus_rule_groups
from azure_ai_landing_zone.sections.section import Part, Section

if TYPE_CHECKING:
    from azure_ai_landing_zone.zone.made import Made
    from azure_ai_landing_zone.zone.parts import Parts


class InferencePoolSettings(InferencePoolShape):
    """A GPU pool of a cluster."""

    name: PoolName
    """Of the pool within its cluster."""
    project: Key | None = None
    """Whose GPU quota it takes from, where there is `gpu_quota`."""


class TrainingPoolSettings(TrainingPoolShape):
    """An InfiniBand pool of a cluster."""

    name: PoolName
    """Of the pool within its cluster."""
    project: Key | None = None
    """Whose GPU quota it takes from, where there is `gpu_quota`."""


class WorkloadIdentitySettings(Model):
    """An identity that pods of one service account of the cluster are."""

    name: Key
    """Of the identity within the zone."""
    namespace: Annotated[str, Field(pattern=r"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$")]
    """The service account's."""
    service_account: Annotated[str, Field(pattern=r"^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$")]
    """Its name."""
    roles_on: RolesOn = Field(default={})
    """What it may do."""


class InferenceClusterSettings(Section):
    """An AKS cluster of the zone, or one brought along, with GPU pools."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,8}$")]
    """Of the cluster within the zone: at most 9 characters, since identities are called after it."""
    managed_cluster: ClusterChoice
    """Made here, or brought along."""
    pools: list[InferencePoolSettings] = Field(default=[])
    """For models that are served."""
    training_pools: list[TrainingPoolSettings] = Field(default=[])
    """For jobs that train over InfiniBand."""
    infiniband_feature: FeatureOwner = "managed"
    """Who registers the feature that InfiniBand pools need: this stack, as one stack of a subscription, or
    someone else, which is then checked before anything is made."""
    workload_identities: list[WorkloadIdentitySettings] = Field(default=[])
    """For pods."""

    def all_pools(self) -> list[tuple[tuple[str | int, ...], GpuPoolShape, str, str | None]]:
        """Path, shape, name and project of each pool."""
        return [
            *((("pools", number), pool, pool.name, pool.project) for number, pool in enumerate(self.pools)),
            *(
                (("training_pools", number), pool, pool.name, pool.project)
                for number, pool in enumerate(self.training_pools)
            ),
        ]

    def subnets(self) -> list[NetworkSubnet]:
        if not isinstance(self.managed_cluster, InferenceClusterCreate):
            return []
        system = NodePool(self.managed_cluster.system_pool.max_nodes)
        generations = 1 if self.managed_cluster.system_pool.generation == 1 else 2
        # Two generations of a GPU pool are never both full: what one has, the quota of the other lacks.
        gpus = [NodePool(shape.max_nodes + shape.surge_nodes, 0) for _, shape, _, _ in self.all_pools()]
        return [
            NetworkSubnet(
                name=self.name,
                purpose="kubernetes",
                addresses=kubernetes_addresses([*[system] * generations, *gpus], "overlay"),
                pod_range=self.managed_cluster.pod_address_range,
            )
        ]

    def identities(self) -> dict[str, RolesOn]:
        found = {one.name: one.roles_on for one in self.workload_identities}
        if isinstance(self.managed_cluster, InferenceClusterCreate):
            found |= {
                self.name: {},
                f"{self.name}-{NODES}": {"containerRegistry": [BuiltInRole.ACR_PULL]},
            }
            if self.managed_cluster.keda:
                found[f"{self.name}-{SCALER}"] = {}
        return found

    def azure_names(self) -> list[tuple[Kind, str]]:
        if not isinstance(self.managed_cluster, InferenceClusterCreate):
            return []
        return [*inference_cluster.azure_names(self.name), *prometheus_rule_groups.azure_names(self.name)]

    def gpu_demands(self, path: tuple[str | int, ...]) -> list[GpuDemand]:
        return [
            GpuDemand(
                project,
                shape.size,
                shape.max_nodes + shape.surge_nodes,
                (*path, *own),
                spot=shape.gpu_pool(name).spot,
            )
            for own, shape, name, project in self.all_pools()
            if project is not None
        ]

    def problems(self, parts: "Parts") -> list[Problem]:
        return list(cluster_problems(self, parts))

    def make(self, made: "Made") -> Part:
        return make_inference(self, made)
