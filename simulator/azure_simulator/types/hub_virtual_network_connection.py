"""Microsoft.Network/virtualHubs/hubVirtualNetworkConnections"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, OURS, ArmError
from azure_simulator.cloud.resource_type import Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared import ranges
from azure_simulator.types.shared.network_names import NETWORK_NAME

_GATEWAY = "azure-native:network:VirtualNetworkGateway"
_ROUTING = "routingConfiguration"


class HubVirtualNetworkConnection(ResourceType):
    pulumi_type = "azure-native:network:HubVirtualNetworkConnection"
    path = "…/Microsoft.Network/virtualHubs/{virtualHubName}/hubVirtualNetworkConnections/{connectionName}"
    source = (
        "learn.microsoft.com/azure/virtual-wan/howto-connect-vnet-hub (2023-06-14), .../virtual-wan-faq and "
        ".../about-virtual-hub-routing (2024-12-10). Of one hub several are made at once: "
        "hashicorp/terraform-provider-azurerm#13258 (2021-09-07)"
    )
    fixed = ("remoteVirtualNetwork.id",)
    name_rule = NETWORK_NAME
    defaults = given({"enableInternetSecurity": False})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if "remoteVirtualNetwork" not in props:
            yield "remoteVirtualNetwork", "a connection needs a virtual network"

    def create(self, put: Put) -> Mapping[str, Any]:
        hub = arm.parent_of(put.id) or ""
        network = str(dig(put.props, "remoteVirtualNetwork.id"))
        connections = put.cloud.store.of_token(self.pulumi_type)
        others = [one for one in connections if not arm.same_id(one.id, put.id)]
        in_the_way = [one.id for one in others if arm.same_id(_network_of(one), network)]
        gateways = put.cloud.store.mentioning(f"{network}/subnets/GatewaySubnet")
        in_the_way += [one.id for one in gateways if one.token == _GATEWAY]
        if in_the_way:
            raise ArmError(
                400,
                "VirtualNetworkCannotBeConnected",
                f"Virtual network {network} cannot be connected to virtual hub {hub}: it has "
                f"{in_the_way[0]}, and may have one such connection and no gateway.",
                seen=OURS,
            )
        beside = [_network_of(one) for one in others if arm.same_id(arm.parent_of(one.id) or "", hub)]
        taken = [(one, _space(put, one)) for one in beside]
        found = put.cloud.store.get(hub)
        taken.append((hub, [str(dig(found.body, "addressPrefix"))] if found else []))
        for whose, space in taken:
            if both := ranges.overlapping(_space(put, network), space):
                raise ArmError(
                    400,
                    "VnetAddressSpacesOverlap",
                    f"Cannot create or update peering {put.id}. Virtual networks {network} and {whose} "
                    "cannot be peered because their address spaces overlap. Overlapping address prefixes: "
                    f"{both[0]}, {both[1]}",
                    seen=f"{LOGS}, of peerings, as which Azure makes it",
                )
        return {_ROUTING: _routing(put, hub), "routingState": "Provisioned"}

    def serial_by(self, inputs: Mapping[str, Any]) -> str | None:
        """Azure makes a peering of it: hashicorp/terraform-provider-azurerm#12998 (2021-08-16)."""
        return str(dig(inputs, "remoteVirtualNetwork.id"))


def _routing(put: Put, hub: str) -> Mapping[str, Any]:
    """What isn't said is the default route table's."""
    said = dig(put.props, _ROUTING) or {}
    default = {"id": f"{hub}/hubRouteTables/defaultRouteTable"}
    propagated = dig(said, "propagatedRouteTables") or {}
    return {
        "vnetRoutes": {"staticRoutes": []},
        **said,
        "associatedRouteTable": dig(said, "associatedRouteTable") or default,
        "propagatedRouteTables": {
            "ids": propagated.get("ids") or [default],
            "labels": propagated.get("labels") or ["default"],
        },
    }


def _network_of(connection: Resource) -> str:
    return str(dig(connection.inputs, "remoteVirtualNetwork.id"))


def _space(put: Put, network: str) -> list[str]:
    found = put.cloud.store.get(network)
    return [text for _, text in each(found.body if found else {}, "addressSpace.addressPrefixes")]
