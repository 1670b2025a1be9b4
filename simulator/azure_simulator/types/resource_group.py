"""Microsoft.Resources/resourceGroups"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import Cloud, NameRule, ResourceType
from azure_simulator.types.network_watcher import GROUP, regions_with_networks


class ResourceGroup(ResourceType):
    pulumi_type = "azure-native:resources:ResourceGroup"
    path = "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}"
    source = "learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules"
    replaces = frozenset({"location"})
    name_rule = NameRule(
        r"[\w.()-]{0,89}[\w()-]",
        "1-90 letters, digits, underscores, hyphens, periods and parentheses, and can't end with a period",
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if props.get("location") is None:
            yield "location", "missing required property 'location'"

    def made_by_azure(self, cloud: Cloud, id_: str) -> bool:
        """That of network watchers, with the first network."""
        return arm.name_of(id_).lower() == GROUP.lower() and bool(regions_with_networks(cloud))
