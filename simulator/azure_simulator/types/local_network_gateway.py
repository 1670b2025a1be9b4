"""Microsoft.Network/localNetworkGateways"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import USED, ResourceType
from azure_simulator.cloud.values import each
from azure_simulator.types.shared import ranges
from azure_simulator.types.shared.network_names import NETWORK_NAME


class LocalNetworkGateway(ResourceType):
    pulumi_type = "azure-native:network:LocalNetworkGateway"
    path = "…/Microsoft.Network/localNetworkGateways/{localNetworkGatewayName}"
    source = "learn.microsoft.com/azure/vpn-gateway/vpn-gateway-about-vpn-gateway-settings"
    name_rule = NETWORK_NAME
    in_use = USED

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if ("gatewayIpAddress" in props) == ("fqdn" in props):
            yield "gatewayIpAddress", "the other side has an address or a name (fqdn), one of the two"
        for path, text in each(props, "localNetworkAddressSpace.addressPrefixes"):
            if ranges.parse(text) is None:
                yield path, f"'{text}' is not valid CIDR notation, or has bits set beyond its prefix length"
