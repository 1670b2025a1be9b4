"""Microsoft.Insights/dataCollectionEndpoints"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType


class DataCollectionEndpoint(ResourceType):
    pulumi_type = "azure-native:monitor:DataCollectionEndpoint"
    aliases = ("azure-native:insights:DataCollectionEndpoint",)
    path = "…/Microsoft.Insights/dataCollectionEndpoints/{dataCollectionEndpointName}"
    source = "learn.microsoft.com/rest/api/monitor/data-collection-endpoints/create (2022-06-01)"
    replaces = frozenset({"location"})
    fixed = ("kind",)
    name_rule = NameRule(r"[A-Za-z0-9][A-Za-z0-9-]{1,42}[A-Za-z0-9]", "3-44 letters, digits and hyphens")

    def create(self, put: Put) -> Mapping[str, Any]:
        region = arm.location(str(put.props.get("location")))
        host = f"{arm.name_of(put.id)}-{arm.stable_guid(put.id, 'host')[:4]}.{region}-1"
        return {
            "configurationAccess": {"endpoint": f"https://{host}.handler.control.monitor.azure.com"},
            "logsIngestion": {"endpoint": f"https://{host}.ingest.monitor.azure.com"},
            "metricsIngestion": {"endpoint": f"https://{host}.metrics.ingest.monitor.azure.com"},
            "immutableId": f"dce-{arm.stable_guid(put.id, 'immutable').replace('-', '')}",
        }
