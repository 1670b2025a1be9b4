"""Where a packet goes next: a subnet's own routes, those that gateways learn, and Azure's.

The longest prefix wins; among equals a user's route comes before one that a gateway learned, and that before
Azure's own. Azure's own within a network, to a peer and to a service endpoint come before all that a gateway
learned, however long; a service endpoint's can't be overridden. Source:
learn.microsoft.com/azure/virtual-network/virtual-networks-udr-overview, 2026-11-22.
"""

from dataclasses import dataclass
from ipaddress import IPv4Network
from typing import Literal

from azure_ai_landing_zone.catalog import public_names
from azure_ai_landing_zone_policies.reachability.land import Endpoint, Land, Subnet, UserRoute
from azure_ai_landing_zone_policies.reachability.parties import Party, parsed, within
from azure_ai_landing_zone_policies.reachability.read_virtual_hubs import DEFAULT_TABLE
from azure_ai_landing_zone_policies.reachability.virtual_hubs import told_to

HopKind = Literal[
    "network",
    "peer",
    "endpoint",
    "service endpoint",
    "appliance",
    "gateway",
    "virtual hub",
    "hub firewall",
    "internet",
    "dropped",
    "unknown",
]


@dataclass(frozen=True, slots=True)
class Hop:
    """The next one."""

    kind: HopKind
    by: str
    """The route, or why it isn't known."""
    to: str | None = None
    """Address of the appliance, or id of the network with the peer or the gateway, of the network behind the
    virtual hub, or of the firewall in it."""


_PRIVATE = tuple(
    IPv4Network(text) for text in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10")
)
"""Azure drops what goes there and nowhere else, as long as nobody has a default route of their own: Azure's
example of a table with one has none of these. Source: as above."""

_USER_HOPS: dict[str, HopKind] = {
    "virtualappliance": "appliance",
    "internet": "internet",
    "none": "dropped",
    "vnetlocal": "network",
    "virtualnetworkgateway": "gateway",
}

_Candidate = tuple[int, int, Hop]
"""Length of the prefix, rank of the origin, and where it leads."""

_USER, _WRITTEN, _LEARNED, _SYSTEM = 4, 3, 2, 1
"""A virtual hub's are learned; those that somebody wrote into its tables come before the others there."""


def next_hop(land: Land, subnet: Subnet, party: Party, endpoint: Endpoint | None = None) -> Hop:
    """From a subnet to a party, which may be behind a private endpoint."""
    if subnet.unseen:
        return Hop("unknown", f"{subnet.unseen[0]} of {subnet.name} isn't in these resources")
    if party.is_public and _has_service_endpoint(subnet, party):
        return Hop("service endpoint", f"service endpoint of {subnet.name}")
    if endpoint is not None and (hop := _to_endpoint(land, subnet, party, endpoint)):
        return hop
    for route in subnet.routes:
        if (range_ := parsed(route.prefix)) and _is_part(range_, party):
            return Hop("unknown", f"route {route.name} is for a part of {party.text} only")
    own = _system(land, subnet, party)
    found = [*own, *_users(land, subnet, party)]
    if not any(hop.kind in ("network", "peer") for _, _, hop in own):
        found += _learned(land, subnet, party)
    if any(hop.kind != "internet" and length == 0 for length, _, hop in found):
        found = [one for one in found if one[2].kind != "dropped" or one[1] != _SYSTEM]
    return max(found, key=lambda one: (one[0], one[1]))[2]


def learned_from(land: Land, network: str) -> list[tuple[IPv4Network, str]]:
    """What a network knows from a gateway, its own or a peer's that lends it; with that network's id."""
    lenders = {network}
    for mine in land.peerings:
        theirs = land.peering(mine.remote, mine.network)
        if mine.network == network and mine.remote_gateways and theirs and theirs.gateway_transit:
            lenders.add(mine.remote)
    return [(one.range, one.gateway_network) for one in land.beyond if one.gateway_network in lenders]


def virtual_network_tag(land: Land, subnet: Subnet) -> list[IPv4Network]:
    """What the service tag VirtualNetwork holds in a subnet's rules: the network, its peers, what gateways
    know, and the prefixes of the subnet's own routes, a default route's too. Source:
    learn.microsoft.com/azure/virtual-network/service-tags-overview, 2026-11-22."""
    network = land.networks.get(subnet.network)
    found = list(network.ranges) if network else []
    for peer in land.peers(subnet.network):
        half = land.peering(subnet.network, peer.id)
        found += peer.ranges if half and half.access else ()
    found += [range_ for range_, _ in learned_from(land, subnet.network)]
    found += [range_ for range_, *_ in told_to(land, subnet.network) if subnet.learns_routes]
    found += [range_ for route in subnet.routes if (range_ := parsed(route.prefix)) is not None]
    return found


def _has_service_endpoint(subnet: Subnet, party: Party) -> bool:
    row = public_names.find(party.name) if party.name else None
    if row is None or row.service_endpoint is None:
        return False
    return any(one.removesuffix(".Global") == row.service_endpoint for one in subnet.service_endpoints)


def _to_endpoint(land: Land, subnet: Subnet, party: Party, endpoint: Endpoint) -> Hop | None:
    """An endpoint is a route of its own, in its network and all peers, unless its subnet has network policies
    for routes and a route of the user's is no wider than its network. Source:
    learn.microsoft.com/azure/private-link/disable-private-endpoint-network-policy, 2026-11-22."""
    home = land.subnets[endpoint.subnet]
    if home.network != subnet.network and home.network not in (
        peer.id for peer in land.peers(subnet.network)
    ):
        return None
    widths = [range_.prefixlen for range_ in land.networks[home.network].ranges]
    for route in subnet.routes:
        range_ = parsed(route.prefix)
        if range_ is None or not home.routes_hold_for_endpoints or range_.prefixlen < min(widths):
            continue
        if within(party, [range_]):
            return _user(land, subnet, route)
    return Hop("endpoint", f"route of the endpoint {endpoint.name}", home.network)


def _system(land: Land, subnet: Subnet, party: Party) -> list[_Candidate]:
    found: list[_Candidate] = [(0, _SYSTEM, Hop("internet", "Azure's default route"))]
    if party.is_public:
        return found
    found += [
        (one.prefixlen, _SYSTEM, Hop("dropped", f"Azure's route {one} to nowhere"))
        for one in _in(party, _PRIVATE)
    ]
    network = land.networks.get(subnet.network)
    for one in _in(party, network.ranges if network else ()):
        found.append((one.prefixlen, _SYSTEM, Hop("network", f"within {land.network_named(subnet.network)}")))
    for peer in land.peers(subnet.network):
        for one in _in(party, peer.ranges):
            found.append((one.prefixlen, _SYSTEM, Hop("peer", f"peering to {peer.name}", peer.id)))
    return found


def _users(land: Land, subnet: Subnet, party: Party) -> list[_Candidate]:
    found: list[_Candidate] = []
    for route in subnet.routes:
        range_ = parsed(route.prefix)
        if range_ is None:
            if any(route.prefix.lower().partition(".")[0] == tag.lower() for tag in party.service_tags):
                found.append(
                    (1, _USER, _user(land, subnet, route))
                )  # a tag is many prefixes, all of them longer
        elif range_.prefixlen == 0 or within(party, [range_]):
            found.append((range_.prefixlen, _USER, _user(land, subnet, route)))
    return found


def _user(land: Land, subnet: Subnet, route: UserRoute) -> Hop:
    kind = _USER_HOPS.get(route.next_hop_type.lower(), "unknown")
    to = route.next_hop_address
    if kind == "gateway":
        known = learned_from(land, subnet.network)
        to = known[0][1] if known else None
    return Hop(kind, f"route {route.name}", to)


def _learned(land: Land, subnet: Subnet, party: Party) -> list[_Candidate]:
    if not subnet.learns_routes:
        return []
    found: list[_Candidate] = [
        (range_.prefixlen, _LEARNED, Hop("gateway", f"gateway of {land.network_named(network)}", network))
        for range_, network in learned_from(land, subnet.network)
        if within(party, [range_]) and not party.is_public
    ]
    for range_, by, to, written in told_to(land, subnet.network):
        if range_.prefixlen == 0 or within(party, [range_]):
            found.append((range_.prefixlen, _WRITTEN if written else _LEARNED, told_hop(by, to, written)))
    return [*found, *_untold(land, subnet, party)]


def told_hop(by: str, to: str, written: bool) -> Hop:
    """Of what a virtual hub tells."""
    if written:
        return Hop("hub firewall", by, to)
    return Hop("virtual hub", by, to) if to else Hop("gateway", by, "virtual hub")


def _untold(land: Land, subnet: Subnet, party: Party) -> list[_Candidate]:
    """A hub that isn't in these resources may tell of anything private, and of a default route where that is
    taken; one that is, of branches in a table of its own, which connections of branches say."""
    connection = land.hub_connection(subnet.network)
    if connection is None:
        return []
    if (hub := land.virtual_hubs.get(connection.hub)) is not None:
        if connection.associated == DEFAULT_TABLE or hub.sends_private_traffic:
            return []
        branches = [one.range for one in land.beyond if one.gateway_network == hub.id]
        text = f"what branches tell table {connection.associated} of {hub.name} isn't in these resources"
        return [(one.prefixlen, _LEARNED, Hop("unknown", text)) for one in branches if within(party, [one])]
    hop = Hop("unknown", f"virtual hub {land.network_named(connection.hub)} isn't in these resources")
    if party.is_public:
        return [(0, _LEARNED, hop)] if connection.default_route else []
    return [(one.prefixlen, _LEARNED, hop) for one in _in(party, _PRIVATE)]


def _in(party: Party, ranges: "tuple[IPv4Network, ...]") -> list[IPv4Network]:
    return [one for one in ranges if within(party, [one])]


def _is_part(range_: IPv4Network, party: Party) -> bool:
    return any(range_ != own and range_.subnet_of(own) for own in party.ranges)
