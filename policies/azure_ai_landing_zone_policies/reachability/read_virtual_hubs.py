"""Finds in resources what virtual hubs of a Virtual WAN do with traffic."""

from collections.abc import Iterator, Mapping, Sequence
from ipaddress import IPv4Network
from typing import Any

from azure_ai_landing_zone_policies.reachability.land import HubConnection, HubRoute, VirtualHub
from azure_ai_landing_zone_policies.reachability.resources import Resource, id_of, ranges, texts

DEFAULT_TABLE, _NONE_TABLE = "defaultroutetable", "noneroutetable"
_BUILT_IN = {"default": DEFAULT_TABLE, "none": _NONE_TABLE}
"""Labels of the tables that every hub has."""

_INTENT = {
    "Internet": ("_policy_PublicTraffic", ("0.0.0.0/0",)),
    "PrivateTraffic": ("_policy_PrivateTraffic", ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")),
}
"""The routes that a hub's routing intent makes in its default table. Source:
learn.microsoft.com/azure/virtual-wan/how-to-routing-policies, 2025-08-01."""

_Resources = Mapping[str, Sequence[Resource]]


def virtual_hubs(by_type: _Resources, names: Mapping[str, str]) -> Iterator[VirtualHub]:
    """Those of the resources, with the routes that somebody wrote into their tables."""
    for hub in by_type.get("network:VirtualHub", ()):
        routes: dict[str, list[HubRoute]] = {}
        for table in by_type.get("network:HubRouteTable", ()):
            if table.parent == hub.id:
                routes.setdefault(table.name, []).extend(_written(table.inputs.get("routes") or []))
        policies = [
            policy
            for intent in by_type.get("network:RoutingIntent", ())
            if intent.parent == hub.id
            for policy in intent.inputs.get("routingPolicies") or []
        ]
        for policy in policies:
            for destination in policy.get("destinations") or []:
                name, prefixes = _INTENT[destination]
                found = [
                    HubRoute(name, IPv4Network(text), str(policy["nextHop"]).lower()) for text in prefixes
                ]
                routes.setdefault(DEFAULT_TABLE, []).extend(found)
        yield VirtualHub(
            id=hub.id,
            name=names[hub.id],
            routes={table: tuple(found) for table, found in routes.items()},
            sends_private_traffic=any("PrivateTraffic" in one["destinations"] for one in policies),
        )


def hub_connections(by_type: _Resources, names: Mapping[str, str]) -> Iterator[HubConnection]:
    """Of networks with virtual hubs. What a connection doesn't say is the default table's; so is the label.
    Source: learn.microsoft.com/azure/virtual-wan/about-virtual-hub-routing, 2024-12-10."""
    tables = by_type.get("network:HubRouteTable", ())
    for one in by_type.get("network:HubVirtualNetworkConnection", ()):
        routing = one.inputs.get("routingConfiguration") or {}
        propagated = routing.get("propagatedRouteTables") or {}
        labels = texts(propagated, "labels") or ("default",)
        ids = [_name(each) for each in propagated.get("ids") or []]
        ids += [_BUILT_IN[label.lower()] for label in labels if label.lower() in _BUILT_IN]
        ids += [
            table.name
            for table in tables
            if table.parent == one.parent and {*texts(table.inputs, "labels")} & {*labels}
        ]
        yield HubConnection(
            name=names[one.id],
            network=id_of(one.inputs.get("remoteVirtualNetwork")),
            hub=one.parent,
            default_route=one.inputs.get("enableInternetSecurity") is True,
            associated=_name(routing.get("associatedRouteTable")) or DEFAULT_TABLE,
            propagated=tuple(dict.fromkeys(ids)),
        )


def _written(routes: Sequence[Mapping[str, Any]]) -> Iterator[HubRoute]:
    for route in routes:
        for range_ in ranges(texts(route, "destinations")):
            yield HubRoute(str(route.get("name")), range_, str(route.get("nextHop")).lower())


def _name(reference: object) -> str:
    return id_of(reference).rpartition("/")[2]
