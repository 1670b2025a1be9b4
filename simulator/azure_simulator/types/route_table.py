"""Microsoft.Network/routeTables"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.arm import LOGS
from azure_simulator.cloud.resource_type import Cloud, InUse, NameRule, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared import ranges


class RouteTable(ResourceType):
    pulumi_type = "azure-native:network:RouteTable"
    path = "…/Microsoft.Network/routeTables/{routeTableName}"
    source = "learn.microsoft.com/azure/virtual-network/virtual-networks-udr-overview"
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,78}\w)?", "1-80 letters, digits, underscores, periods and hyphens"
    )
    defaults = given({"disableBgpRoutePropagation": False, "routes": []})
    in_use = InUse(
        400,
        "InUseRouteTableCannotBeDeleted",
        "Route table {name} is in use and cannot be deleted.",
        LOGS,
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        for path, route in each(props, "routes"):
            hop, address = dig(route, "nextHopType"), dig(route, "nextHopIpAddress")
            if hop == "VirtualAppliance" and "nextHopIpAddress" not in route:
                yield f"{path}.nextHopIpAddress", "next hop VirtualAppliance needs an address"
            if hop is not None and hop != "VirtualAppliance" and address:
                yield f"{path}.nextHopIpAddress", f"next hop {hop} takes no address"
            prefix = dig(route, "addressPrefix")
            if prefix and prefix[0].isdigit() and ranges.parse(prefix) is None:
                yield f"{path}.addressPrefix", f"'{prefix}' is not valid CIDR notation"

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        return {"subnets": [{"id": user} for user in cloud.users(resource.id) if "/subnets/" in user]}
