"""The sections of a landing zone's settings by themselves, before it is known that they fit together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from azure_ai_landing_zone.access.people import People
from azure_ai_landing_zone.access.section import DeployerSettings, IdentitySettings
from azure_ai_landing_zone.core.naming import Naming
from azure_ai_landing_zone.endpoints.planning.request import PrivateDnsRequest
from azure_ai_landing_zone.endpoints.section import (
    OwnEndpoint,
    PrivateAIEndpointSettings,
    PrivateDnsZonesSettings,
    dns_request,
)
from azure_ai_landing_zone.machines.gpu_quota import GpuQuota
from azure_ai_landing_zone.network.section import (
    HubNetworkSettings,
    HubOfOtherStack,
    NetworkCreate,
    NetworkExisting,
)
from azure_ai_landing_zone.operations.budgets import CostLimits
from azure_ai_landing_zone.operations.logs import LogAnalyticsWorkspaceCreate, LogAnalyticsWorkspaceExisting
from azure_ai_landing_zone.operations.observability import ObservabilityPlan
from azure_ai_landing_zone.operations.private_link import MonitorPrivateLinkCreate
from azure_ai_landing_zone.operations.section import AlertSettings, DashboardSettings
from azure_ai_landing_zone.sections.section import Section
from azure_ai_landing_zone.stores.container_registry import ContainerRegistryCreate, ContainerRegistryExisting
from azure_ai_landing_zone.stores.key_vault import KeyVaultCreate, KeyVaultExisting
from azure_ai_landing_zone.stores.section import CheckpointStoreSettings, PulumiStateSettings
from azure_ai_landing_zone.training.section import TrainingClusterSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """None stands for a section that is absent, or wrong in itself and reported already."""

    present: frozenset[str]
    """Names of the sections that are there, right or wrong."""
    cluster_sizes: Sequence[str | None]
    """Of the clusters, also of those that are wrong in something else."""
    location: str | None
    naming: Naming | None
    hub_subscription_id: str | None
    hub_network: HubNetworkSettings | None
    network: NetworkCreate | NetworkExisting | None
    private_dns_zones: PrivateDnsZonesSettings | None
    private_ai_endpoints: Sequence[PrivateAIEndpointSettings | None]
    log_analytics: LogAnalyticsWorkspaceCreate | LogAnalyticsWorkspaceExisting | None
    observability: ObservabilityPlan | None
    dashboards: DashboardSettings | None
    alerts: AlertSettings | None
    cost_limits: CostLimits | None
    people: People | None
    identities: Sequence[IdentitySettings | None]
    deployers: Sequence[DeployerSettings | None]
    pulumi_state: PulumiStateSettings | None
    key_vault: KeyVaultCreate | KeyVaultExisting | None
    container_registry: ContainerRegistryCreate | ContainerRegistryExisting | None
    gpu_quota: GpuQuota | None
    checkpoint_stores: Sequence[CheckpointStoreSettings | None]
    training_clusters: Sequence[TrainingClusterSettings | None]
    lists: Mapping[str, Sequence[Section | None]]
    """Of the sections that know all about themselves, by the name of the list."""

    def clusters(self) -> list[TrainingClusterSettings]:
        """Those that are right."""
        return [cluster for cluster in self.training_clusters if cluster is not None]

    def items(self) -> Iterator[tuple[tuple[str, int], Section]]:
        """Those of `lists` that are right, with their paths."""
        for section, items in self.lists.items():
            for number, item in enumerate(items):
                if item is not None:
                    yield (section, number), item

    def has_scope(self) -> bool:
        """Whether the stack makes a monitor private link scope."""
        plan = self.observability
        return plan is not None and isinstance(plan.monitor_private_link, MonitorPrivateLinkCreate)

    def own_endpoints(self) -> list[OwnEndpoint]:
        """Of what the stack makes."""
        found = [
            OwnEndpoint(store.name, "storage", "blob", ("checkpoint_stores", number))
            for number, store in enumerate(self.checkpoint_stores)
            if store is not None
        ]
        found += [
            OwnEndpoint(f"{store.name}-dfs", "storage", "dfs", ("checkpoint_stores", number))
            for number, store in enumerate(self.checkpoint_stores)
            if store is not None and store.hierarchical_namespace
        ]
        if self.key_vault is not None:
            found.append(OwnEndpoint("key-vault", "keyVault", "vault", ("key_vault",)))
        if self.container_registry is not None:
            found.append(OwnEndpoint("registry", "containerRegistry", "registry", ("container_registry",)))
        if self.has_scope():
            path = ("observability", "monitor_private_link")
            found.append(OwnEndpoint("monitor", "monitorScope", "azuremonitor", path))
        if self.dashboards is not None:
            found += [
                OwnEndpoint("metrics", "monitorWorkspace", "prometheusMetrics", ("dashboards",)),
                OwnEndpoint("dashboards", "managedGrafana", "grafana", ("dashboards", "grafana")),
            ]
        found += [
            OwnEndpoint(*endpoint, path) for path, item in self.items() for endpoint in item.endpoints()
        ]
        return found

    def dns_request(self) -> PrivateDnsRequest | None:
        """What private endpoints need; None while too little of the settings can be read."""
        if self.location is None or self.private_dns_zones is None:
            return None
        if any(None in items for items in (self.checkpoint_stores, *self.lists.values())):
            return None  # what a zone is for may be what is wrong
        if None in self.private_ai_endpoints:
            return None
        connection = self.network.hub_connection if isinstance(self.network, NetworkCreate) else None
        return dns_request(
            self.location,
            self.private_dns_zones,
            self.own_endpoints(),
            [target for target in self.private_ai_endpoints if target is not None],
            has_hub_stack=isinstance(connection, HubOfOtherStack),
        )


SECTIONS = tuple(
    field.name for field in fields(Parts) if field.name not in ("present", "cluster_sizes", "lists")
)
"""Of the settings, as far as they are checked against each other; besides `lists`."""
