"""An AKS cluster of a landing zone: what a stack file says of it, and what it needs."""

from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field

from azure_ai_landing_zone.access.roles_on import RolesOn
from azure_ai_landing_zone.aks import cluster
from azure_ai_landing_zone.aks.cluster import InferenceCluster
from azure_ai_landing_zone.aks.infiniband_feature import FeatureOwner
from azure_ai_landing_zone.aks.pool_settings import GpuPoolSettings, PoolName
from azure_ai_landing_zone.aks.pools import InferencePoolSettings, TrainingPoolSettings
from azure_ai_landing_zone.aks.settings import InferenceClusterChoice, InferenceClusterCreate
from azure_ai_landing_zone.catalog.firewall_rules import Workload
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import Key, Named, matching
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.machines.gpu_quota import GpuDemand
from azure_ai_landing_zone.network.planning.addresses import NodePool, kubernetes_addresses
from azure_ai_landing_zone.network.settings import NetworkSubnet
from azure_ai_landing_zone.operations import prometheus
from azure_ai_landing_zone.operations.section import DashboardsItem, ObservabilityItem
from azure_ai_landing_zone.sections.needs import NeededIdentity, Needs
from azure_ai_landing_zone.sections.section import Item
from azure_ai_landing_zone.stores.container_registry_section import ContainerRegistryItem
from azure_ai_landing_zone.stores.key_vault_section import KeyVaultItem, WithEncryptionKey

NODES, SCALER = "nodes", "keda"
"""Of the cluster's identities beside its own: whom nodes pull images as, and whom KEDA reads metrics as."""


PRIVILEGED_NAMESPACES = (
    "default",
    "gpu-operator",
    "gpu-resources",
    "kube-node-lease",
    "kube-public",
    "kube-system",
    "network-operator",
)
"""Where pods may be root on their node: no Pod Security label, or one that says so, is on these."""


def _unprivileged(namespace: str) -> str:
    if namespace in PRIVILEGED_NAMESPACES:
        text = f"pods in {namespace} may be root on their node: give people and identities one of their own"
        raise ValueError(text)
    return namespace


PeopleNamespace = Annotated[
    str,
    matching(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", "a namespace of the cluster, such as models"),
    AfterValidator(_unprivileged),
]


class InferencePoolItem(InferencePoolSettings):
    """A GPU pool of a cluster."""

    name: PoolName
    """Of the pool within its cluster."""
    project: Key | None = None
    """Whose GPU quota it takes from, where there is `gpu_quota`."""


class TrainingPoolItem(TrainingPoolSettings):
    """An InfiniBand pool of a cluster."""

    name: PoolName
    """Of the pool within its cluster."""
    project: Key | None = None
    """Whose GPU quota it takes from, where there is `gpu_quota`."""


class WorkloadIdentityItem(Named):
    """An identity that pods of one service account of the cluster are."""

    namespace: Annotated[
        str, Field(pattern=r"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"), AfterValidator(_unprivileged)
    ]
    """The service account's."""
    service_account: Annotated[str, Field(pattern=r"^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$")]
    """Its name."""
    roles_on: RolesOn = Field(default={})
    """What it may do."""


class InferenceClusterNeeds(WithEncryptionKey, Item):
    """An AKS cluster of the zone, or one brought along, with GPU pools."""

    makes: ClassVar[type[object]] = InferenceCluster
    after: ClassVar[tuple[type[Needs], ...]] = (
        ContainerRegistryItem,
        DashboardsItem,
        KeyVaultItem,
        ObservabilityItem,
    )

    managed_cluster: InferenceClusterChoice
    """Made here, or brought along."""
    pools: list[InferencePoolItem] = Field(default=[])
    """For models that are served."""
    training_pools: list[TrainingPoolItem] = Field(default=[])
    """For jobs that train over InfiniBand."""
    infiniband_feature: FeatureOwner = "managed"
    """Who registers the feature that InfiniBand pools need: this stack, as one stack of a subscription, or
    someone else, which is then checked before anything is made."""
    workload_identities: list[WorkloadIdentityItem] = Field(default=[])
    """For pods."""
    people_namespaces: list[PeopleNamespace] = Field(default=[])
    """Where `people.data_scientists` start pods and read secrets: they are every service account there, and
    so every identity that one of them is. In other namespaces they do nothing."""

    def all_pools(self) -> list[tuple[tuple[str | int, ...], GpuPoolSettings, str, str | None]]:
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
                name=self.key,
                purpose="kubernetes",
                addresses=kubernetes_addresses([*[system] * generations, *gpus], "overlay"),
                pod_range=self.managed_cluster.pod_address_range,
            )
        ]

    def ways_out(self) -> list[Workload]:
        return ["gpuImages", "kubernetes", "ubuntu"] if self.subnets() else []

    def identities(self) -> list[NeededIdentity]:
        found = [
            NeededIdentity(
                called=one, roles_on=one.roles_on, roles_path=("workload_identities", number, "roles_on")
            )
            for number, one in enumerate(self.workload_identities)
        ]
        if isinstance(self.managed_cluster, InferenceClusterCreate):
            found += [
                NeededIdentity(),
                NeededIdentity(NODES, roles_on={"containerRegistry": [BuiltInRole.ACR_PULL]}),
            ]
            if self.managed_cluster.keda:
                found.append(NeededIdentity(SCALER))
            found += self.key_identities()
        return found

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        if not isinstance(self.managed_cluster, InferenceClusterCreate):
            return []
        own = cluster.azure_names(self.key, has_key=self.encryption_key_name is not None)
        return [*own, *prometheus.azure_names(self.key)]

    def gpu_demands(self) -> list[GpuDemand]:
        return [
            GpuDemand(
                project, shape.size, shape.max_nodes + shape.surge_nodes, path, spot=shape.gpu_pool(name).spot
            )
            for path, shape, name, project in self.all_pools()
        ]
