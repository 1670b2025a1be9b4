"""Microsoft.Network/virtualHubs"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import ResourceType, given
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared import ranges
from azure_simulator.types.shared.network_names import NETWORK_NAME

_SMALLEST = 24


class VirtualHub(ResourceType):
    pulumi_type = "azure-native:network:VirtualHub"
    path = "…/Microsoft.Network/virtualHubs/{virtualHubName}"
    source = (
        "learn.microsoft.com/azure/virtual-wan/hub-settings (2023-08-24), how small it may be: "
        "MicrosoftDocs/azure-docs includes/virtual-wan-hub-basics.md (2022-05-25). Its router is there "
        "at once here, where Azure takes up to half an hour"
    )
    fixed = ("addressPrefix", "virtualWan.id")
    name_rule = NETWORK_NAME
    defaults = given(
        {
            "allowBranchToBranchTraffic": False,
            "hubRoutingPreference": "ExpressRoute",
            "routingState": "Provisioned",
            "sku": "Standard",
            "virtualRouterAsn": 65515,
        }
    )
    sub_resources = frozenset({"virtualHubRouteTableV2s"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        text = dig(props, "addressPrefix")
        if not isinstance(text, str):
            return
        range_ = ranges.parse(text)
        if range_ is None:
            yield "addressPrefix", f"'{text}' is not valid CIDR notation, or has bits set beyond its prefix"
        elif range_.prefixlen > _SMALLEST:
            yield "addressPrefix", f"{range_} is too small for a virtual hub: it needs /{_SMALLEST} or larger"
