"""Microsoft.Network/privateDnsZones"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig

LINK = "azure-native:privatedns:VirtualNetworkLink"


class PrivateZone(ResourceType):
    pulumi_type = "azure-native:privatedns:PrivateZone"
    aliases = ("azure-native:network:PrivateZone",)
    path = "…/Microsoft.Network/privateDnsZones/{privateZoneName}"
    source = "learn.microsoft.com/azure/dns/private-dns-privatednszone"
    name_rule = NameRule(
        r"(?=.{1,253}$)[A-Za-z0-9_]([\w-]{0,61}\w)?(\.[A-Za-z0-9_]([\w-]{0,61}\w)?)+",
        "2-34 labels of 1-63 letters, digits, underscores and hyphens, separated by periods",
    )
    defaults = given(
        {
            "maxNumberOfRecordSets": 25000,
            "maxNumberOfVirtualNetworkLinks": 1000,
            "maxNumberOfVirtualNetworkLinksWithRegistration": 100,
            "numberOfRecordSets": 1,
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        yield from global_location(props)

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        links = cloud.children(resource.id, LINK)
        registering = [link for link in links if dig(link.body, "registrationEnabled") is True]
        return {
            "numberOfVirtualNetworkLinks": len(links),
            "numberOfVirtualNetworkLinksWithRegistration": len(registering),
        }

    def delete(self, cloud: Cloud, resource: Resource) -> None:
        links = cloud.children(resource.id, LINK)
        if links:
            nested = links[0].id.split("/providers/")[1]
            raise ArmError(
                409,
                "CannotDeleteResource",
                "Cannot delete resource while nested resources exist. Some existing nested resource IDs "
                f"include: '{nested}'. Please delete all nested resources before deleting this resource.",
                seen=LOGS,
            )


def global_location(props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    place = dig(props, "location")
    if place is not None and place.lower() != "global":
        yield (
            "location",
            f"The provided location '{place}' is not available for resource type "
            "'Microsoft.Network/privateDnsZones'. List of available regions for the resource type is "
            "'global'.",
        )
