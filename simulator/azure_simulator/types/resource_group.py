"""Microsoft.Resources/resourceGroups"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import NameRule, ResourceType


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
