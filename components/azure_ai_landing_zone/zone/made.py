"""What a landing zone has made: what its outputs tell of, and what its alerts watch."""

from dataclasses import dataclass, field
from typing import Any

import pulumi

from azure_ai_landing_zone.access.deployer import Deployer
from azure_ai_landing_zone.access.identity import ManagedIdentity
from azure_ai_landing_zone.core.model import Input
from azure_ai_landing_zone.data.checkpoints.store import CheckpointStore
from azure_ai_landing_zone.endpoints.section import ZonesOfSite
from azure_ai_landing_zone.network.hub import HubNetwork
from azure_ai_landing_zone.network.hub_facts import hub_output
from azure_ai_landing_zone.network.section import NetworkPlace
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.operations.grafana import Grafana
from azure_ai_landing_zone.operations.logs import LogAnalyticsWorkspace
from azure_ai_landing_zone.operations.metrics import MonitorWorkspace
from azure_ai_landing_zone.operations.observability import Observability
from azure_ai_landing_zone.sections.section import Part
from azure_ai_landing_zone.sections.site import PulumiState, Site
from azure_ai_landing_zone.stores.container_registry import ContainerRegistry
from azure_ai_landing_zone.stores.key_vault import KeyVault
from azure_ai_landing_zone.training.cluster import TrainingCluster
from azure_ai_landing_zone.zone.settings import LandingZoneSettings


@dataclass(kw_only=True)
class Made:
    """The parts of a zone, as far as they are made."""

    settings: LandingZoneSettings
    site: Site
    zones: ZonesOfSite
    workspace: LogAnalyticsWorkspace | None = None
    hub: HubNetwork | None = None
    network: NetworkPlace | None = None
    identities: dict[str, ManagedIdentity] = field(default_factory=dict)
    """Of workloads and clusters, by name."""
    stores: dict[str, CheckpointStore] = field(default_factory=dict)
    vault: KeyVault | None = None
    registry: ContainerRegistry | None = None
    clusters: dict[str, TrainingCluster] = field(default_factory=dict)
    metrics: MonitorWorkspace | None = None
    """Where Prometheus metrics go."""
    observability: Observability | None = None
    grafana: Grafana | None = None
    state: PulumiState | None = None
    deployers: dict[str, Deployer] = field(default_factory=dict)
    parts: dict[str, dict[str, Part]] = field(default_factory=dict)
    """Of lists of sections, by the list's name and the item's."""

    def outputs(self) -> dict[str, Any]:
        """By the names of LandingZone's outputs; what isn't there is left out."""
        network, identities = self.network, self.identities
        found: dict[str, Any] = {
            "resource_group_name": self.site.common["resource_group_name"],
            "hub": self._hub() if self.hub else None,
            "virtual_network_resource_id": network and network.virtual_network_resource_id,
            "egress_ip_address": network and network.egress_ip_address,
            "hub_commands": network and network.hub_commands,
            "private_dns_tasks": self.zones.tasks or None,
            "log_analytics_workspace_resource_id": self.workspace and self.workspace.workspace_resource_id,
            "telemetry_connection_string": self._telemetry(),
            "grafana": self.grafana
            and {"url": self.grafana.grafana_url, "approvalCommand": self.grafana.approval_command},
            "key_vault_uri": self.vault and self.vault.vault_uri,
            "container_registry_login_server": self.registry and self.registry.login_server,
            "identities": {one.name: identities[one.name].client_id for one in self.settings.identities},
            "deployers": {
                name: {"clientId": deployer.client_id, "rights": deployer.rights}
                for name, deployer in self.deployers.items()
            },
            "pulumi_state": self.state
            and {"backend": self.state.backend, "secretsProvider": self.state.secrets_provider},
            "checkpoint_stores": {
                name: {
                    "accountName": store.account_name,
                    "containerUrl": store.container_url,
                    "peakTb": store.peak_tb,
                    "marks": store.marks,
                }
                for name, store in self.stores.items()
            },
            "training_clusters": {
                name: {
                    "scaleSetName": cluster.scale_set_name,
                    "scaleSetResourceId": cluster.scale_set_resource_id,
                    "identityClientId": identities[name].client_id,
                    "scratchPath": cluster.scratch_path,
                    "updateNodesCommand": cluster.update_nodes_command,
                    "reimageNodesCommand": cluster.reimage_nodes_command,
                }
                for name, cluster in self.clusters.items()
            },
        }
        for section, parts in self.parts.items():
            found[section] = {name: part.outputs for name, part in parts.items()}
        return {name: value for name, value in found.items() if value is not None and value != {}}

    def alert_targets(self) -> list[AlertTarget]:
        """Everything that the library has alerts for."""
        settings, hub, network = self.settings, self.hub, self.network
        growth = {store.name: store.growth() for store in settings.checkpoint_stores}
        plan = settings.observability
        targets = [
            AlertTarget(
                key=name,
                resource_type="Microsoft.Storage/storageAccounts",
                target_resource_id=store.account_resource_id,
                planned={
                    "checkpoint-store-capacity": growth[name].alert_bytes,
                    "checkpoint-store-growth": growth[name].alert_bytes_per_day,
                },
            )
            for name, store in self.stores.items()
        ]
        others: dict[str, tuple[str, Input[str] | None]] = {
            name: ("Microsoft.Compute/virtualMachineScaleSets", cluster.scale_set_resource_id)
            for name, cluster in self.clusters.items()
        }
        logs = self.workspace if settings.log_analytics and settings.log_analytics.mode == "create" else None
        others |= {
            "zone-vault": ("Microsoft.KeyVault/vaults", self.vault.vault_resource_id if self.vault else None),
            "zone-logs": (
                "Microsoft.OperationalInsights/workspaces",
                logs.workspace_resource_id if logs else None,
            ),
            "zone-nat": (
                "Microsoft.Network/natGateways",
                network.nat_gateway_resource_id if network else None,
            ),
            "zone-firewall": ("Microsoft.Network/azureFirewalls", hub.firewall_resource_id if hub else None),
            "zone-group": ("Microsoft.Resources/resourceGroups", self.site.resource_group_id),
        }
        if plan is not None and plan.activity_log == "managed":
            whole = f"/subscriptions/{self.site.subscription_id}"
            others["subscription"] = ("Microsoft.Resources/subscriptions", whole)
        targets += [
            target
            for parts in self.parts.values()
            for part in parts.values()
            for target in part.alert_targets
        ]
        return targets + [
            AlertTarget(key=key, resource_type=type_, target_resource_id=id_)
            for key, (type_, id_) in others.items()
            if id_ is not None
        ]

    def _hub(self) -> pulumi.Output[dict[str, Any]]:
        assert self.hub is not None  # noqa: S101
        zones = self.zones.component
        return hub_output(
            virtual_network_resource_id=self.hub.virtual_network_resource_id,
            address_ranges=self.hub.address_ranges,
            firewall_private_ip_address=self.hub.firewall_private_ip_address,
            bastion_address_range=self.hub.bastion_address_range,
            zone_resource_ids=zones.zone_resource_ids if zones is not None else {},
        )

    def _telemetry(self) -> pulumi.Output[str | None] | None:
        plan = self.settings.observability
        has_telemetry = plan is not None and plan.telemetry is not None
        return self.observability.connection_string if self.observability and has_telemetry else None
