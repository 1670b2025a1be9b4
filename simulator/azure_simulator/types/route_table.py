"""Microsoft.Network/routeTables"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import resource_type
from azure_simulator.cloud.arm import LOGS
from azure_simulator.cloud.resource_type import Cloud, InUse, NameRule, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared import ranges

ROUTE = "azure-native:network:Route"


class RouteTable(ResourceType):
    pulumi_type = "azure-native:network:RouteTable"
    path = "…/Microsoft.Network/routeTables/{routeTableName}"
    source = "learn.microsoft.com/azure/virtual-network/virtual-networks-udr-overview"
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,78}\w)?", "1-80 letters, digits, underscores, periods and hyphens"
    )
    sub_resources = frozenset({"routes"})
    defaults = given({"disableBgpRoutePropagation": False})
    in_use = InUse(
        400,
        "InUseRouteTableCannotBeDeleted",
        "Route table {name} is in use and cannot be deleted.",
        LOGS,
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        for path, route in each(props, "routes"):
            yield from ((f"{path}.{inner}", text) for inner, text in route_problems(route))

    def created(self, cloud: Cloud, resource: Resource) -> None:
        sent = dig(resource.inputs, "routes")
        unit = resource_type.find(ROUTE)
        if not isinstance(sent, list) or unit is None:
            return
        kept = {f"{resource.id}/routes/{route['name']}".lower() for route in sent}
        for child in cloud.children(resource.id, ROUTE):
            if child.id.lower() not in kept:
                cloud.delete(child.id, locked=True)
        for route in sent:
            cloud.put(unit, f"{resource.id}/routes/{route['name']}", route, locked=True)

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        routes = [
            {"id": child.id, **{key: value for key, value in child.body.items() if key != "azureApiVersion"}}
            for child in cloud.children(resource.id, ROUTE)
        ]
        return {
            "routes": routes,
            "subnets": [{"id": user} for user in cloud.users(resource.id) if "/subnets/" in user],
        }


def route_problems(route: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    hop, address = dig(route, "nextHopType"), dig(route, "nextHopIpAddress")
    if hop == "VirtualAppliance" and "nextHopIpAddress" not in route:
        yield "nextHopIpAddress", "next hop VirtualAppliance needs an address"
    if hop is not None and hop != "VirtualAppliance" and address:
        yield "nextHopIpAddress", f"next hop {hop} takes no address"
    prefix = dig(route, "addressPrefix")
    if prefix and prefix[0].isdigit() and ranges.parse(prefix) is None:
        yield "addressPrefix", f"'{prefix}' is not valid CIDR notation"
