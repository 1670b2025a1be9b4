"""Microsoft.Monitor/accounts: Azure Monitor workspace"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given


class AzureMonitorWorkspace(ResourceType):
    pulumi_type = "azure-native:monitor:AzureMonitorWorkspace"
    path = "…/Microsoft.Monitor/accounts/{azureMonitorWorkspaceName}"
    source = "learn.microsoft.com/azure/azure-monitor/metrics/azure-monitor-workspace-overview"
    replaces = frozenset({"location"})
    # Azure publishes the characters, and makes a data collection endpoint of the same name, which has 3 to 44
    # (learn.microsoft.com/azure/azure-monitor/metrics/azure-monitor-workspace-manage).
    name_rule = NameRule(r"(?!-)[A-Za-z0-9-]{2,43}[A-Za-z0-9]", "3-44 letters, digits and hyphens")
    defaults = given({"publicNetworkAccess": "Enabled"})

    def create(self, put: Put) -> Mapping[str, Any]:
        name, region = arm.name_of(put.id), arm.location(str(put.props.get("location")))
        short = arm.stable_guid(put.id, "host")[:4]
        managed = f"/subscriptions/{put.cloud.id}/resourceGroups/MA_{name}_{region}_managed/providers"
        return {
            "accountId": arm.stable_guid(put.id, "account"),
            "metrics": {
                "internalId": arm.stable_guid(put.id, "metrics"),
                "prometheusQueryEndpoint": f"https://{name}-{short}.{region}.prometheus.monitor.azure.com",
            },
            "defaultIngestionSettings": {
                "dataCollectionEndpointResourceId": (
                    f"{managed}/Microsoft.Insights/dataCollectionEndpoints/{name}"
                ),
                "dataCollectionRuleResourceId": f"{managed}/Microsoft.Insights/dataCollectionRules/{name}",
            },
        }
