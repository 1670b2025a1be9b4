"""Can this be reached from there, by which way, and who else could be on the other side?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from ipaddress import IPv4Network
from typing import Literal

from azure_ai_landing_zone.catalog import public_names
from azure_ai_landing_zone_policies.reachability import firewalls, security_groups
from azure_ai_landing_zone_policies.reachability.land import Beyond, Endpoint, Firewall, Land, Subnet
from azure_ai_landing_zone_policies.reachability.names import Asked, meaning, resolver
from azure_ai_landing_zone_policies.reachability.parties import Party, Ruling, parsed, within
from azure_ai_landing_zone_policies.reachability.routes import (
    Hop,
    learned_from,
    next_hop,
    told_hop,
    virtual_network_tag,
)
from azure_ai_landing_zone_policies.reachability.virtual_hubs import told_to_branches

Verdict = Literal["reached", "refused", "unknown"]

Protocol = Literal["Tcp", "Udp"]

DNS_PORT = 53


@dataclass(frozen=True, slots=True)
class Answer:
    """What becomes of a connection."""

    verdict: Verdict
    way: str
    """What it goes through in the end: endpoint, peering, firewall, NAT gateway …"""
    steps: tuple[str, ...]
    """Who let it pass, one after another; the last one refused it, or isn't known."""
    others: tuple[str, ...] = ()
    """Whose things are reached by the very same way: where data can go, and orders come from."""

    @property
    def why(self) -> str:
        """The last step."""
        return self.steps[-1]


@dataclass(frozen=True, slots=True)
class _Ended(Exception):
    """The connection doesn't come up."""

    verdict: Verdict
    step: str


def ask(land: Land, origin: Subnet | Beyond, target: str, port: int, protocol: Protocol = "Tcp") -> Answer:
    """Whether `target`, a name, an address or a range, can be reached from anywhere in `origin`."""
    found = _ask(land, origin, target, port, protocol)
    if found.verdict != "reached" or parsed(target) is not None or found.way in ("endpoint", *_PRIVATE_WAYS):
        return found
    others: list[str] = []
    for row in public_names.public_names():
        if row.others is None or row.others in others:
            continue
        other = found if row.somebody_s == target else _ask(land, origin, row.somebody_s, port, protocol)
        if other.verdict == "reached" and other.steps[1:] == found.steps[1:]:
            others.append(row.others)
    return replace(found, others=tuple(others))


_PRIVATE_WAYS = (
    "same network",
    "peering",
    "gateway",
    "virtual hub",
    "endpoint through the firewall",
    "firewall to a private network",
)


def _ask(land: Land, origin: Subnet | Beyond, target: str, port: int, protocol: Protocol) -> Answer:
    walk = _Walk(land, origin, port, protocol)
    try:
        way = walk.go(target)
    except _Ended as ended:
        return Answer(ended.verdict, "none", (*walk.steps, ended.step))
    return Answer("reached", way, tuple(walk.steps))


class _Walk:
    """One connection on its way."""

    def __init__(self, land: Land, origin: Subnet | Beyond, port: int, protocol: Protocol) -> None:
        self.land = land
        self.origin = origin
        self.port = port
        self.protocol = protocol
        self.steps: list[str] = []
        ranges = origin.ranges if isinstance(origin, Subnet) else (origin.range,)
        self.source = Party(origin.name, ranges)

    def go(self, target: str) -> str:
        endpoint: Endpoint | None = None
        closed: str | None = None
        if (range_ := parsed(target)) is not None:
            party = Party(target, (range_,))
        else:
            asked = resolver(self.land, self.origin)
            told = meaning(self.land, asked, target)
            if told.kind == "nothing":
                raise _Ended("refused", told.by)
            if told.kind == "unknown":
                raise _Ended("unknown", told.by)
            self._reach_the_resolver(asked)
            self.steps.append(told.by)
            region = None
            if told.service is not None:
                region = told.service.region
                closed = (
                    None if told.service.public else f"{told.service.name} takes calls by its endpoints only"
                )
            party = Party(target, name=target, region=region)
            if told.endpoint is not None:
                endpoint = told.endpoint
                party = Party(endpoint.name, self.land.subnets[endpoint.subnet].ranges, name=target)
            elif told.address is not None:
                address = parsed(told.address)
                if address is None:
                    raise _Ended("unknown", f"{told.by}: its address is known later")
                party = Party(target, (address,), name=target)
        way = self._leave(party, endpoint)
        if closed:
            raise _Ended("refused", closed)
        return way

    @property
    def _network(self) -> str:
        return self.origin.network if isinstance(self.origin, Subnet) else self.origin.gateway_network

    def _reach_the_resolver(self, asked: Asked) -> None:
        """One that is asked by an address has to be reached first."""
        if asked.address is not None:
            asker = self.origin
            if isinstance(asker, Beyond) and asker.asks_from is not None:
                asker = replace(asker, range=asker.asks_from)
            found = _ask(self.land, asker, asked.address, DNS_PORT, "Udp")
            if found.verdict != "reached":
                raise _Ended(found.verdict, found.why)

    def _leave(self, party: Party, endpoint: Endpoint | None) -> str:
        if isinstance(self.origin, Beyond):
            return self._from_beyond(self.origin, party, endpoint)
        self._group(self.origin, "Outbound", (self.source, party), self.protocol, self.port)
        hop = next_hop(self.land, self.origin, party, endpoint)
        if hop.kind == "appliance":
            return self._through(hop, party, endpoint)
        if hop.kind == "hub firewall":
            return self._through_hub(hop, party, endpoint)
        if hop.kind == "internet":
            return self._to_the_internet(self.origin, hop)
        if hop.kind == "service endpoint":
            self.steps.append(hop.by)
            return "service endpoint"
        return self._arrive(self.origin, hop, party, endpoint, forwarded=False)

    def _from_beyond(self, beyond: Beyond, party: Party, endpoint: Endpoint | None) -> str:
        """The gateway's own subnet says where what comes in goes next, or the virtual hub."""
        if beyond.gateway_network in self.land.virtual_hubs:
            return self._from_branch(beyond, party, endpoint)
        gateway = next(
            (
                one
                for one in self.land.subnets.values()
                if one.network == beyond.gateway_network and one.name.lower() == "gatewaysubnet"
            ),
            Subnet(
                f"{beyond.gateway_network}/subnets/gatewaysubnet", "GatewaySubnet", beyond.gateway_network, ()
            ),
        )
        hop = next_hop(self.land, gateway, party, endpoint)
        if hop.kind == "appliance":
            return self._through(hop, party, endpoint)
        if hop.kind in ("internet", "dropped", "gateway"):
            raise _Ended("refused", f"{beyond.name}: {hop.by} leads to no network of these")
        if hop.kind in ("peer", "endpoint") and hop.to not in (None, beyond.gateway_network):
            known = [network for _, network in learned_from(self.land, str(hop.to))]
            if beyond.gateway_network not in known:
                name = self.land.network_named(str(hop.to))
                raise _Ended("refused", f"{name} doesn't use the gateway that {beyond.name} is behind")
        return self._arrive(gateway, hop, party, endpoint, forwarded=False)

    def _from_branch(self, beyond: Beyond, party: Party, endpoint: Endpoint | None) -> str:
        hub = self.land.virtual_hubs[beyond.gateway_network]
        told = [one for one in told_to_branches(self.land, hub) if within(party, [one[0]])]
        if not told:
            raise _Ended("refused", f"{hub.name} tells {beyond.name} of no way to {party.text}")
        _, by, to, written = max(told, key=lambda one: (one[0].prefixlen, one[3]))
        hop = told_hop(by, to, written)
        if hop.kind == "hub firewall":
            return self._through_hub(hop, party, endpoint)
        return self._over_hub(hop, party, endpoint)

    def _through_hub(self, hop: Hop, party: Party, endpoint: Endpoint | None) -> str:
        """What secures a virtual hub: it sees both directions, or drops the connection."""
        firewall = next((one for one in self.land.firewalls if one.id == hop.to), None)
        if firewall is None:
            name = self.land.network_named(str(hop.to))
            raise _Ended("unknown", f"{hop.by} leads to {name}, which isn't in these resources")
        self.steps.append(hop.by)
        self._heed(firewalls.ruling(firewall, (self.source, party), self.protocol, self.port))
        if party.is_public:
            return "firewall"
        if any(party.ranges[0].subnet_of(one.range) for one in self.land.beyond):
            return "gateway"
        there = self.land.subnets[endpoint.subnet] if endpoint else self._subnet_of(party)
        if self.land.hub_connection(there.network) is None:
            raise _Ended("refused", f"{self.land.network_named(there.network)} has no connection to the hub")
        self._answers(there, hop, endpoint)
        self._let_in(there, party, endpoint)
        return "endpoint through the firewall" if endpoint else "firewall to a private network"

    def _over_hub(self, hop: Hop, party: Party, endpoint: Endpoint | None) -> str:
        """A virtual hub passes on to what it tells of alone: both have to be told of the other."""
        there = self.land.subnets[endpoint.subnet] if endpoint else self._subnet_of(party)
        self._answers(there, hop, endpoint)
        self.steps.append(hop.by)
        self._let_in(there, party, endpoint)
        return "endpoint" if endpoint else "virtual hub"

    def _answers(self, there: Subnet, hop: Hop, endpoint: Endpoint | None) -> None:
        """An endpoint answers by where it was asked from."""
        if endpoint is not None:
            return
        back = next_hop(self.land, there, self.source)
        kinds = ("hub firewall",) if hop.kind == "hub firewall" else ("virtual hub", "gateway")
        if back.kind not in kinds or (hop.kind == "hub firewall" and back.to != hop.to):
            raise _Ended("refused", f"{there.name}: {back.by} doesn't lead back over the virtual hub")

    def _let_in(self, there: Subnet, party: Party, endpoint: Endpoint | None) -> None:
        if endpoint is None or there.group_holds_for_endpoints:
            self._group(there, "Inbound", (self.source, party), self.protocol, self.port)

    def _through(self, hop: Hop, party: Party, endpoint: Endpoint | None) -> str:
        firewall = self._firewall(hop)
        home = self.land.subnets[firewall.subnet]
        if self._network != home.network:
            self._both_halves(self._network, home.network)
            half = self.land.peering(self._network, home.network)
            if half is not None and not half.forwarded:  # answers come from elsewhere than the hub
                raise _Ended("refused", f"{half.name} takes no forwarded traffic")
        rules = partial(firewalls.ruling, firewall)
        self._heed(rules((self.source, party), self.protocol, self.port))
        onward = next_hop(self.land, home, party, endpoint)
        if onward.kind == "internet":
            return "firewall"
        if onward.kind == "appliance":
            raise _Ended("unknown", f"{firewall.name}: {onward.by} leads to a further appliance")
        way = self._arrive(home, onward, party, endpoint, forwarded=self._network != home.network)
        if endpoint is None and not party.is_public and onward.kind == "peer":
            self._comes_back(firewall, party)
        return "endpoint through the firewall" if way == "endpoint" else "firewall to a private network"

    def _firewall(self, hop: Hop) -> Firewall:
        range_ = parsed(hop.to) if hop.to else None
        home = self.land.subnet_at(range_) if range_ is not None else None
        found = next((one for one in self.land.firewalls if home and one.subnet == home.id), None)
        if found is None:
            raise _Ended(
                "unknown", f"{hop.by} leads to {hop.to or 'an appliance'}, which isn't in these resources"
            )
        self.steps.append(hop.by)
        return found

    def _comes_back(self, firewall: Firewall, party: Party) -> None:
        """A firewall that sees one direction only drops the connection, and a network that knows no way back
        drops the answer."""
        there = self.land.subnet_at(party.ranges[0])
        if there is None:
            return
        back = next_hop(self.land, there, self.source)
        if back.kind == "appliance" and self._firewall(back) == firewall:
            self.steps.pop()
            return
        raise _Ended("refused", f"{there.name}: {back.by} doesn't lead back to {firewall.name}")

    def _to_the_internet(self, subnet: Subnet, hop: Hop) -> str:
        if subnet.nat_gateway:
            self.steps.append(f"{hop.by}, {subnet.nat_gateway}")
            return "NAT gateway"
        if subnet.default_outbound_access:
            self.steps.append(f"{hop.by}, an address that Azure lends")
            return "default outbound access"
        raise _Ended("refused", f"{subnet.name} has no public address to leave by")

    def _arrive(
        self, at: Subnet, hop: Hop, party: Party, endpoint: Endpoint | None, *, forwarded: bool
    ) -> str:
        """What the other end says, to which `hop` leads from the subnet `at`."""
        if hop.kind == "unknown":
            raise _Ended("unknown", hop.by)
        if hop.kind in ("dropped", "internet", "service endpoint"):
            raise _Ended("refused", hop.by)
        if hop.kind == "virtual hub":
            return self._over_hub(hop, party, endpoint)
        if hop.kind == "gateway":
            if hop.to is None:
                raise _Ended("unknown", f"{hop.by}: its gateway isn't in these resources")
            self.steps.append(hop.by)
            return "gateway"
        if hop.to is not None and hop.to != at.network:
            self._both_halves(at.network, hop.to)
            half = self.land.peering(hop.to, at.network)
            if forwarded and half is not None and not half.forwarded:
                raise _Ended("refused", f"{half.name} takes no forwarded traffic")
        self.steps.append(hop.by)
        there = self.land.subnets[endpoint.subnet] if endpoint else self._subnet_of(party)
        self._let_in(there, party, endpoint)
        if endpoint is not None:
            return "endpoint"
        return "peering" if hop.kind == "peer" else "same network"

    def _subnet_of(self, party: Party) -> Subnet:
        found = self.land.subnet_at(party.ranges[0])
        if found is None:
            raise _Ended("refused", f"no subnet has {party.ranges[0]}")
        return found

    def _both_halves(self, network: str, remote: str) -> None:
        """A peering is two halves: without one of them it is never connected. Source:
        learn.microsoft.com/azure/virtual-network/virtual-network-manage-peering, 2026-11-22."""
        for here, there in ((network, remote), (remote, network)):
            half = self.land.peering(here, there)
            names = self.land.network_named(here), self.land.network_named(there)
            if half is None:
                raise _Ended("refused", f"{names[0]} has no peering to {names[1]}")
            if not half.access:
                raise _Ended("refused", f"{half.name} of {names[0]} gives {names[1]} no access")

    def _group(
        self,
        subnet: Subnet,
        direction: Literal["Inbound", "Outbound"],
        ends: tuple[Party, Party],
        protocol: Protocol,
        port: int,
    ) -> None:
        if subnet.unseen:
            raise _Ended("unknown", f"{subnet.unseen[0]} of {subnet.name} isn't in these resources")
        known: Sequence[IPv4Network] = virtual_network_tag(self.land, subnet)
        self._heed(security_groups.ruling(subnet.group, direction, ends, protocol, port, known))

    def _heed(self, ruling: Ruling) -> None:
        if ruling.allow is not True:
            raise _Ended("refused" if ruling.allow is False else "unknown", ruling.by)
        self.steps.append(ruling.by)
