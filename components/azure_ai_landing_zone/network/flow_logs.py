"""FlowLogs: who connected to whom in a network, allowed or not."""

from typing import Literal

import pulumi
from pulumi_azure_native import network
from pydantic import Field, StrictInt

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.model import Input, Key, Model
from azure_ai_landing_zone.core.naming import Kind

WATCHER_GROUP = "NetworkWatcherRG"
"""Where Azure puts the one network watcher that a subscription has in each region, called
NetworkWatcher_<region>, as soon as there is a network. Source:
learn.microsoft.com/azure/network-watcher/network-watcher-create, 2026-11-22."""


class FlowLogsSettings(Model):
    """What is written down of connections."""

    retention_days: StrictInt = Field(default=30, ge=1, le=365)
    """How long the raw records stay in their storage account; what queries see stays as long as the
    workspace says."""
    analytics_minutes: Literal[10, 60] = 60
    """How often raw records are summed up for queries and alerts. 10 costs more for each GB."""


class FlowLogsArgs(ComponentArgs, FlowLogsSettings):
    """What FlowLogs are made of."""

    virtual_network_resource_ids: dict[Key, Input[str]] = Field(min_length=1)
    """What is watched, by what it is called here; in the region of the watcher."""
    storage_account_resource_id: Input[str]
    """For raw records: standard, and in the region of the networks."""
    identity_resource_id: Input[str]
    """User-assigned; writes into the account as Storage Blob Data Contributor, without its keys."""
    network_watcher_resource_id: Input[str] | None = None
    """Of the region's network watcher, in the subscription of the networks. Left out: the one that Azure
    itself made, in NetworkWatcherRG."""
    workspace_resource_id: Input[str]
    """The Log Analytics workspace that traffic analytics writes to: table NTANetAnalytics."""


class FlowLogs(Component):
    """Flow logs of whole virtual networks, with traffic analytics.

    Those of security groups can't be made any more since 2025-06-30. What stands behind a private endpoint
    isn't recorded, who calls it is. Source: learn.microsoft.com/azure/network-watcher/vnet-flow-logs-overview
    and vnet-flow-logs-managed-identity (2025-11-18).
    """

    flow_log_resource_ids: pulumi.Output[dict[str, str]]
    """By what the networks are called here."""

    def __init__(self, name: str, args: FlowLogsArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        networks = args.virtual_network_resource_ids
        super().__init__(name, opts, args, lambda label: azure_names(label, list(networks)))
        making = Making(self, name, args)
        watcher = pulumi.Output.from_input(
            args.network_watcher_resource_id or watcher_id(making.subscription_id, args.location)
        )
        analytics = network.TrafficAnalyticsConfigurationPropertiesArgs(
            enabled=True,
            traffic_analytics_interval=args.analytics_minutes,
            workspace_resource_id=args.workspace_resource_id,
        )
        made = {
            key: network.FlowLog(
                f"{name}-{key}-flow-log",
                flow_log_name=making.azure_name("flowLog", key),
                network_watcher_name=watcher.apply(lambda id_: id_.rpartition("/")[2]),
                resource_group_name=watcher.apply(lambda id_: id_.split("/")[4]),
                location=args.location,
                tags=making.tags,
                enabled=True,
                target_resource_id=target,
                storage_id=args.storage_account_resource_id,
                identity=network.ManagedServiceIdentityArgs(
                    type=network.ResourceIdentityType.USER_ASSIGNED,
                    user_assigned_identities=[args.identity_resource_id],
                ),
                format=network.FlowLogFormatParametersArgs(type="JSON", version=2),
                retention_policy=network.RetentionPolicyParametersArgs(
                    enabled=True, days=args.retention_days
                ),
                flow_analytics_configuration=network.TrafficAnalyticsPropertiesArgs(
                    network_watcher_flow_analytics_configuration=analytics
                ),
                opts=making.child(),
            )
            for key, target in networks.items()
        }
        self.flow_log_resource_ids = pulumi.Output.all(**{key: one.id for key, one in made.items()})
        self._end()


def watcher_id(subscription_id: str, region: str) -> str:
    """Of the network watcher that Azure makes by itself."""
    group = f"/subscriptions/{subscription_id}/resourceGroups/{WATCHER_GROUP}"
    return f"{group}/providers/Microsoft.Network/networkWatchers/NetworkWatcher_{region}"


def azure_names(label: str, networks: list[str]) -> list[tuple[Kind, str]]:
    """What FlowLogs called so name."""
    return [("flowLog", f"{label}-{key}") for key in networks]
