"""Microsoft.Compute/proximityPlacementGroups"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import USED, Cloud, NameRule, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared.sizes import size_problem


class ProximityPlacementGroup(ResourceType):
    pulumi_type = "azure-native:compute:ProximityPlacementGroup"
    path = "…/Microsoft.Compute/proximityPlacementGroups/{proximityPlacementGroupName}"
    source = "learn.microsoft.com/azure/virtual-machines/co-location"
    fixed = ("zones",)
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,78}\w)?", "1-80 letters, digits, underscores, periods and hyphens"
    )
    defaults = given({"proximityPlacementGroupType": "Standard"})
    in_use = USED

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        zones = dig(props, "zones") or []
        if len(zones) > 1:
            yield "zones", f"a proximity placement group is in one zone at most, got {len(zones)}"
        if zones and not props.get("intent") and "intent" not in props:
            yield "zones", "a zone can be given only together with intent.vmSizes"
        place = dig(props, "location")
        for path, size in each(props, "intent.vmSizes"):
            if problem := size_problem(size, place):
                yield path, problem

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        users = cloud.users(resource.id)
        return {
            "virtualMachineScaleSets": [
                {"id": user} for user in users if "/virtualMachineScaleSets/" in user
            ],
            "virtualMachines": [{"id": user} for user in users if "/virtualMachines/" in user],
        }
