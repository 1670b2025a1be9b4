"""Microsoft.Network/privateDnsZones/virtualNetworkLinks"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig
from azure_simulator.types.private_zone import global_location


class VirtualNetworkLink(ResourceType):
    pulumi_type = "azure-native:privatedns:VirtualNetworkLink"
    aliases = ("azure-native:network:VirtualNetworkLink",)
    path = (
        "…/Microsoft.Network/privateDnsZones/{privateZoneName}/virtualNetworkLinks/{virtualNetworkLinkName}"
    )
    source = "learn.microsoft.com/azure/dns/private-dns-virtual-network-links"
    fixed = ("virtualNetwork.id",)
    name_rule = NameRule(r"\w([\w.-]{0,78}\w)?", "1-80 letters, digits, underscores, periods and hyphens")
    defaults = given({"registrationEnabled": False, "resolutionPolicy": "Default"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        yield from global_location(props)
        if "virtualNetwork" not in props:
            yield "virtualNetwork", "a link needs a virtual network"

    def create(self, put: Put) -> Mapping[str, Any]:
        network = str(dig(put.props, "virtualNetwork.id"))
        zone = arm.name_of(arm.parent_of(put.id) or "")
        for other in put.cloud.store.of_token(self.pulumi_type):
            linked = arm.same_id(str(dig(other.inputs, "virtualNetwork.id")), network)
            if arm.same_id(other.id, put.id) or not linked:
                continue
            its_zone = arm.name_of(arm.parent_of(other.id) or "")
            if its_zone.lower() == zone.lower():
                raise ArmError(
                    400,
                    "BadRequest",
                    "A virtual network cannot be linked to multiple zones with overlapping namespaces. You "
                    f"tried to link virtual network with '{zone}' and '{its_zone}' zones.",
                    seen=LOGS,
                )
        return {"virtualNetworkLinkState": "Completed"}

    def reference_missing(self, id_: str, path: str, reference: str) -> ArmError:  # noqa: ARG002
        return ArmError(400, "BadRequest", "Virtual network resource not found", seen=LOGS)
