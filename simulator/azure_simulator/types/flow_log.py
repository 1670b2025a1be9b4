"""Microsoft.Network/networkWatchers/flowLogs"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType
from azure_simulator.cloud.values import dig

_ANALYTICS = "flowAnalyticsConfiguration.networkWatcherFlowAnalyticsConfiguration"


class FlowLog(ResourceType):
    pulumi_type = "azure-native:network:FlowLog"
    path = "…/Microsoft.Network/networkWatchers/{networkWatcherName}/flowLogs/{flowLogName}"
    source = (
        "learn.microsoft.com/azure/network-watcher/vnet-flow-logs-overview (2024-05); "
        "hashicorp/terraform-provider-azurerm:network_watcher_flow_log_resource.go: 10 or 60 minutes"
    )
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,78}\w)?", "1-80 letters, digits, underscores, periods and hyphens"
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        target = dig(props, "targetResourceId")
        if isinstance(target, str) and "/networksecuritygroups/" in target.lower():
            yield "targetResourceId", "none can be made of security groups any more since 2025-06-30"
        minutes = dig(props, f"{_ANALYTICS}.trafficAnalyticsInterval")
        if isinstance(minutes, int | float) and minutes not in (10, 60):
            yield f"{_ANALYTICS}.trafficAnalyticsInterval", f"must be 10 or 60, got {minutes:g}"

    def create(self, put: Put) -> Mapping[str, Any]:
        target = put.cloud.store.get(str(put.props.get("targetResourceId")))
        account = put.cloud.store.get(str(put.props.get("storageId")))
        if target is not None and account is not None:
            regions = [arm.location(str(one.body.get("location"))) for one in (target, account)]
            if regions[0] != regions[1]:
                raise self.reference_missing(put.id, "storageId", account.id)
        if account is not None and str(dig(account.body, "sku.name")).startswith("Premium"):
            raise ArmError(400, "BadRequest", "Premium storage accounts aren't supported.", seen=OURS)
        return {}
