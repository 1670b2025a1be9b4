"""Microsoft.Search/searchServices"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone.catalog.search_tiers import TierLimits, all_tiers
from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig
from azure_simulator.types.storage_account import private_endpoint_connections


class SearchService(ResourceType):
    pulumi_type = "azure-native:search:Service"
    path = "…/Microsoft.Search/searchServices/{searchServiceName}"
    source = "learn.microsoft.com/azure/search/search-limits-quotas-capacity"
    replaces = frozenset({"location"})
    name_rule = NameRule(
        r"(?!.*--)[a-z0-9][a-z0-9-]{0,58}[a-z0-9]",
        "2-60 lowercase letters, digits and single hyphens, no hyphen at the ends",
    )
    globally_unique = True
    defaults = given(
        {
            "disableLocalAuth": False,
            "hostingMode": "Default",
            "partitionCount": 1,
            "publicNetworkAccess": "Enabled",
            "replicaCount": 1,
            "semanticSearch": "disabled",
            "status": "running",
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if props.get("disableLocalAuth") is True and "authOptions" in props:
            yield "authOptions", "can't be given where disableLocalAuth is true"
        tier = next((one for one in all_tiers().values() if one.tier == dig(props, "sku.name")), None)
        if tier is not None:
            yield from _size_problems(props, tier)

    def create(self, put: Put) -> Mapping[str, Any]:
        return {"endpoint": f"https://{arm.name_of(put.id)}.search.windows.net"}

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        return {"privateEndpointConnections": private_endpoint_connections(cloud, resource)}

    def name_taken(self, name: str) -> ArmError:
        text = f"The name '{name}' is not available."
        return ArmError(400, "ServiceNameUnavailable", text, seen=f"{LOGS}; words are ours")


def _size_problems(props: Mapping[str, Any], tier: TierLimits) -> Iterator[tuple[str, str]]:
    partitions, replicas = props.get("partitionCount"), props.get("replicaCount")
    if isinstance(partitions, int) and partitions not in tier.allowed_partitions:
        yield "partitionCount", f"{partitions} is none of {', '.join(map(str, tier.allowed_partitions))}"
    if isinstance(replicas, int) and not 1 <= replicas <= tier.replicas:
        yield "replicaCount", f"{replicas} is outside 1 to {tier.replicas}"
    if isinstance(partitions, int) and isinstance(replicas, int) and partitions * replicas > tier.units:
        text = f"{partitions} times {replicas} replicas are more than {tier.units} search units"
        yield "partitionCount", text
