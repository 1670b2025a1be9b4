"""Microsoft.Network/virtualNetworkGateways"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import InUse, Put, ResourceType, given
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared import parts
from azure_simulator.types.shared.network_names import NETWORK_NAME
from azure_simulator.types.subnet import check_subnet_region

_SIZES = {"Vpn": ("Basic", "VpnGw"), "ExpressRoute": ("ErGw", "UltraPerformance")}
"""How the sizes begin that gateways of one type alone have."""


class VirtualNetworkGateway(ResourceType):
    pulumi_type = "azure-native:network:VirtualNetworkGateway"
    path = "…/Microsoft.Network/virtualNetworkGateways/{virtualNetworkGatewayName}"
    source = (
        "learn.microsoft.com/azure/vpn-gateway/vpn-gateway-about-vpn-gateway-settings, "
        "azure/expressroute/expressroute-about-virtual-network-gateways"
    )
    fixed = ("gatewayType", "vpnType")
    name_rule = NETWORK_NAME
    defaults = given({"activeActive": False, "enableBgp": False, "enablePrivateIpAddress": False})
    in_use = InUse(
        400,
        "VirtualNetworkGatewayCannotBeDeleted",
        "Virtual network gateway {id} cannot be deleted because it is in use by {user}.",
        "the code in public logs, of a connection that is left, read 2026-11-22; the words are ours",
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if "gatewayType" not in props:
            yield "gatewayType", "a gateway needs a type: Vpn or ExpressRoute"
        yield from parts.nameless(props, ("ipConfigurations",))
        kind, name = dig(props, "gatewayType"), dig(props, "sku.name")
        others = [of for of, begins in _SIZES.items() if of != kind and str(name).startswith(begins)]
        if kind in _SIZES and others:
            yield "sku.name", f"{name} is a size of {others[0]} gateways"
        count = len(list(each(props, "ipConfigurations")))
        if dig(props, "activeActive") and isinstance(props.get("ipConfigurations"), list) and count < 2:
            yield "ipConfigurations", f"an active-active gateway needs two IP configurations, got {count}"
        for path, configuration in each(props, "ipConfigurations"):
            if kind == "Vpn" and "publicIPAddress" not in configuration:
                yield f"{path}.publicIPAddress", "a VPN gateway needs a public IP address"

    def create(self, put: Put) -> Mapping[str, Any]:
        for _, configuration in each(put.props, "ipConfigurations"):
            subnet = str(dig(configuration, "subnet.id"))
            check_subnet_region(self, put, subnet)
            if arm.name_of(subnet) != "GatewaySubnet":
                raise ArmError(
                    400,
                    "InvalidGatewaySubnet",
                    f"Subnet {subnet} cannot be used by virtual network gateway {arm.name_of(put.id)}: it "
                    "must be named 'GatewaySubnet'.",
                    seen=OURS,
                )
            _check_one_of_a_type(put, subnet)
        asn = {} if dig(put.props, "bgpSettings.asn") else {"bgpSettings": {"asn": 65515, "peerWeight": 0}}
        return {**asn, **parts.with_ids(put, self.arm.arm_type, ("ipConfigurations",))}


def _check_one_of_a_type(put: Put, subnet: str) -> None:
    """A network has one VPN gateway and one ExpressRoute gateway at most."""
    for user in put.cloud.users(subnet):
        other = put.cloud.store.get(user)
        if other is None or other.token != VirtualNetworkGateway.pulumi_type or arm.same_id(user, put.id):
            continue
        kind = dig(put.props, "gatewayType")
        if dig(other.body, "gatewayType") == kind:
            raise ArmError(
                400,
                "VirtualNetworkGatewayAlreadyExists",
                f"Virtual network {arm.parent_of(subnet)} already has a gateway of type {kind}: {user}.",
                seen=OURS,
            )
