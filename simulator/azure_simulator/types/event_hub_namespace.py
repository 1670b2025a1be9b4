"""Microsoft.EventHub/namespaces"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig
from azure_simulator.types.storage_account import private_endpoint_connections


class EventHubNamespace(ResourceType):
    pulumi_type = "azure-native:eventhub:Namespace"
    path = "…/Microsoft.EventHub/namespaces/{namespaceName}"
    source = "learn.microsoft.com/azure/event-hubs/event-hubs-quotas"
    replaces = frozenset({"location"})
    name_rule = NameRule(
        r"[A-Za-z][A-Za-z0-9-]{4,48}[A-Za-z0-9]",
        "6-50 letters, digits and hyphens, starting with a letter and not ending with a hyphen",
    )
    globally_unique = True
    sub_resources = frozenset({"privateEndpointConnections"})
    defaults = given(
        {
            "disableLocalAuth": False,
            "isAutoInflateEnabled": False,
            "kafkaEnabled": True,
            "maximumThroughputUnits": 0,
            "minimumTlsVersion": "1.2",
            "publicNetworkAccess": "Enabled",
            "status": "Active",
            "zoneRedundant": True,
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        units, most = dig(props, "sku.capacity"), props.get("maximumThroughputUnits")
        sku = dig(props, "sku.name")
        if sku in ("Basic", "Standard") and isinstance(units, int) and not 1 <= units <= 40:
            yield "sku.capacity", f"{units} is outside 1 to 40"
        if isinstance(most, int) and most and props.get("isAutoInflateEnabled") is not True:
            yield "maximumThroughputUnits", "goes with isAutoInflateEnabled"
        if props.get("isAutoInflateEnabled") is True and sku != "Standard":
            yield "isAutoInflateEnabled", f"only Standard namespaces grow by themselves, got {sku}"

    def create(self, put: Put) -> Mapping[str, Any]:
        return {"serviceBusEndpoint": f"https://{arm.name_of(put.id)}.servicebus.windows.net:443/"}

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        connections = private_endpoint_connections(cloud, resource)
        return {"privateEndpointConnections": connections} if connections else {}
