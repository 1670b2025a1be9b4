"""What a virtual hub tells a network, or the branches behind its gateways, of where to send.

A network goes by one of the hub's route tables. In it are the routes that somebody wrote, which come before
those learned of the same length, and of each network and branch that propagates to it its ranges; with
routing intent for private traffic the former alone. The default route is told where the connection takes it.
Sources: learn.microsoft.com/azure/virtual-wan/about-virtual-hub-routing, 2024-12-10, and
.../how-to-routing-policies, 2025-08-01.
"""

from collections.abc import Iterator
from ipaddress import IPv4Network

from azure_ai_landing_zone_policies.reachability.land import Land, VirtualHub
from azure_ai_landing_zone_policies.reachability.read_virtual_hubs import DEFAULT_TABLE

Told = tuple[IPv4Network, str, str, bool]
"""A range, what tells of it, the id of the firewall or the network that it leads to, and whether somebody
wrote it. An empty id is that of the hub's own gateways."""

EVERYTHING = IPv4Network("0.0.0.0/0")


def told_to(land: Land, network: str) -> Iterator[Told]:
    """To a network that is connected to a hub that is known."""
    connection = land.hub_connection(network)
    hub = land.virtual_hubs.get(connection.hub) if connection else None
    if connection is None or hub is None:
        return
    table = DEFAULT_TABLE if hub.sends_private_traffic else connection.associated
    for one in _of_table(land, hub, table, network):
        if one[0] != EVERYTHING or connection.default_route:
            yield one


def told_to_branches(land: Land, hub: VirtualHub) -> list[Told]:
    """To what is behind its gateways: all of these go by the default table."""
    return [one for one in _of_table(land, hub, DEFAULT_TABLE, "") if one[0] != EVERYTHING]


def _of_table(land: Land, hub: VirtualHub, table: str, but: str) -> Iterator[Told]:
    for route in hub.routes.get(table, ()):
        yield route.range, f"route {route.name} of {hub.name}", route.next_hop, True
    if hub.sends_private_traffic:
        return
    for other in land.hub_connections:
        network = land.networks.get(other.network)
        if other.hub == hub.id and network and other.network != but and table in other.propagated:
            for range_ in network.ranges:
                yield range_, f"{other.name} of {hub.name}", other.network, False
    if table == DEFAULT_TABLE:
        for branch in land.beyond:
            if branch.gateway_network == hub.id:
                yield branch.range, f"gateways of {hub.name}", "", False
