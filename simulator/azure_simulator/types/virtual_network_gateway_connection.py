"""Microsoft.Network/connections"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import Put, ResourceType, given
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.network_names import NETWORK_NAME

_OTHER_END = {"IPsec": "localNetworkGateway2", "Vnet2Vnet": "virtualNetworkGateway2", "ExpressRoute": "peer"}


class VirtualNetworkGatewayConnection(ResourceType):
    pulumi_type = "azure-native:network:VirtualNetworkGatewayConnection"
    path = "…/Microsoft.Network/connections/{virtualNetworkGatewayConnectionName}"
    source = (
        "learn.microsoft.com/rest/api/network-gateway/virtual-network-gateway-connections/create-or-update "
        "(2024-05-01)"
    )
    fixed = ("connectionType",)
    name_rule = NETWORK_NAME
    defaults = given(
        {
            "connectionMode": "Default",
            "connectionStatus": "NotConnected",
            "egressBytesTransferred": 0,
            "enableBgp": False,
            "expressRouteGatewayBypass": False,
            "ingressBytesTransferred": 0,
            "routingWeight": 0,
            "usePolicyBasedTrafficSelectors": False,
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        kind = dig(props, "connectionType")
        end = _OTHER_END.get(str(kind))
        if end and end not in props:
            yield end, f"a connection of type {kind} needs {end}"
        if kind == "ExpressRoute" and dig(props, "sharedKey"):
            yield "sharedKey", "a connection of type ExpressRoute takes no shared key"

    def create(self, put: Put) -> Mapping[str, Any]:
        kind = dig(put.props, "connectionType")
        gateway = put.cloud.store.get(str(dig(put.props, "virtualNetworkGateway1.id")))
        found = dig(gateway.body, "gatewayType") if gateway else None
        wanted = "ExpressRoute" if kind == "ExpressRoute" else "Vpn"
        if found is not None and found != wanted:
            raise ArmError(
                400,
                "VirtualNetworkGatewayConnectionTypeMismatch",
                f"A connection of type {kind} needs a gateway of type {wanted}; "
                f"{gateway.id if gateway else ''} is of type {found}.",
                seen=OURS,
            )
        put.props.pop("sharedKey", None)  # a GET doesn't tell it
        return {}
