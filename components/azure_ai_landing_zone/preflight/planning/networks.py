"""Checks of networks and DNS zones that others have: they are there, and fit."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from ipaddress import ip_network

from azure_ai_landing_zone.preflight.planning import questions
from azure_ai_landing_zone.preflight.planning.answers import Answers, Item, NoAnswer
from azure_ai_landing_zone.preflight.planning.demand import Demand, PlannedResource, dig, objects, texts
from azure_ai_landing_zone.preflight.planning.verdicts import Check, Judgement

_IN_GROUP = r"/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\.Network"
_NETWORK = re.compile(rf"({_IN_GROUP}/virtualNetworks/[^/]+)(?:/subnets/([^/]+))?", re.IGNORECASE)
_ZONE = re.compile(rf"{_IN_GROUP}/privateDnsZones/[^/]+", re.IGNORECASE)

NETWORKS, ZONES = "whoever has the network", "whoever has the zones"


def whom_to_ask(demand: Demand, id_: str, owner: str) -> str:
    """For something that isn't there."""
    stack = demand.made_by.get(id_.lower())
    return owner if stack is None else f"bring up stack {stack} first, which makes it"


def network_checks(demand: Demand) -> Iterator[Check]:
    """Of what the stack refers to, and of what peerings connect."""
    for network, (subnets, users) in foreign_networks(demand).items():
        yield Check("networks", f"network {network}", _there(demand, network, subnets), users)
    for network, users in peered(demand).items():
        yield Check("networks", f"addresses of {network}", _fits(demand, network), users)
    for zone, users in foreign_zones(demand).items():
        yield Check("networks", f"DNS zone {zone}", _zone_there(demand, zone), users)
    for link, network in _links_of_foreign(demand):
        zone = (link.id or "").rsplit("/", 2)[0]
        subject = f"link of {zone.rpartition('/')[2]} with {network}"
        yield Check("networks", subject, _link_free(zone, network), (link.name,))
    for id_, users in demand.read.items():
        yield Check("networks", f"existing {id_}", _existing(id_), users)
    unknown = _unknown(demand)
    if unknown and demand.stacks:
        stacks = " and ".join(dict.fromkeys(demand.stacks))
        yield Check("networks", f"what stack {stacks} has", _only_made(stacks), unknown)


def foreign_networks(demand: Demand) -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Ids of networks that somebody else makes, with the subnets that the stack names, and its resources."""
    found: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
    spelled: dict[str, str] = {}
    for one in demand.resources:
        for text in (*texts(one.inputs), one.id or ""):
            match = _NETWORK.match(text)
            if match is None or demand.makes(match[1]):
                continue
            network = spelled.setdefault(match[1].lower(), match[1])
            subnets, users = found.setdefault(network, ({}, {}))
            users[one.name] = None
            if match[2] and not demand.makes(f"{match[1]}/subnets/{match[2]}"):
                subnets[match[2]] = None
    return {network: (tuple(subnets), tuple(users)) for network, (subnets, users) in found.items()}


def foreign_zones(demand: Demand) -> Mapping[str, tuple[str, ...]]:
    """Ids of private DNS zones that somebody else makes, with the resources that refer to them."""
    found: dict[str, dict[str, None]] = {}
    spelled: dict[str, str] = {}
    for one in demand.resources:
        for text in (*texts(one.inputs), one.id or ""):
            match = _ZONE.match(text)
            if match is not None and not demand.makes(match[0]):
                zone = spelled.setdefault(match[0].lower(), match[0])
                found.setdefault(zone, {})[one.name] = None
    return {zone: tuple(users) for zone, users in found.items()}


def peered(demand: Demand) -> Mapping[str, tuple[str, ...]]:
    """Ids of networks of others that a peering connects with one of the stack's, with the peerings."""
    found: dict[str, list[str]] = {}
    for one in demand.of("network:VirtualNetworkPeering"):
        ends = (one.id.rsplit("/", 2)[0] if one.id else None, dig(one.inputs, "remoteVirtualNetwork.id"))
        for end in ends:
            if isinstance(end, str) and not demand.makes(end):
                found.setdefault(end, []).append(one.name)
    return {network: tuple(users) for network, users in found.items()}


def _unknown(demand: Demand) -> tuple[str, ...]:
    """Resources that connect with something whose id isn't known."""
    found = []
    for one in demand.of("network:VirtualNetworkPeering", "privatedns:VirtualNetworkLink"):
        remote = dig(one.inputs, "remoteVirtualNetwork.id" if "Peering" in one.type else "virtualNetwork.id")
        if one.id is None or not isinstance(remote, str):
            found.append(one.name)
    for one in demand.of("network:PrivateDnsZoneGroup"):
        zones = objects(one.inputs.get("privateDnsZoneConfigs"))
        if any(not isinstance(zone.get("privateDnsZoneId"), str) for zone in zones):
            found.append(one.name)
    return tuple(found)


def _only_made(stacks: str) -> Callable[[Answers], Judgement]:
    def judge(_: Answers) -> Judgement:
        raise NoAnswer(
            f"only the outputs of stack {stacks} tell these ids, and it has no settings here that tell them "
            "before: `pulumi preview` reads them; to have them asked for here, name the hub by its ids"
        )

    return judge


def _there(demand: Demand, network: str, subnets: tuple[str, ...]) -> Callable[[Answers], Judgement]:
    def judge(answers: Answers) -> Judgement:
        found = answers.one(questions.virtual_network(network))
        if found is None:
            return Judgement(
                "failed", f"there is no network {network}", ask=whom_to_ask(demand, network, NETWORKS)
            )
        if found.text("name").lower() != network.rpartition("/")[2].lower():
            raise NoAnswer(f"Azure answers the network {found.text('name')} where {network} was asked for")
        there = [subnet.text("name").lower() for subnet in found.items("properties.subnets")]
        missing = [subnet for subnet in subnets if subnet.lower() not in there]
        if missing:
            return Judgement(
                "failed",
                f"{network} has no subnet {' and no subnet '.join(missing)}",
                got=", ".join(there) or "no subnet",
                needed=", ".join(subnets),
                ask=NETWORKS,
            )
        return Judgement("passed", f"{network} is there")

    return judge


def _fits(demand: Demand, network: str) -> Callable[[Answers], Judgement]:
    """Azure refuses a peering with a network whose addresses overlap, or overlap with those of another that
    is peered with it: learn.microsoft.com/azure/virtual-network/virtual-network-peering-overview, 2026."""
    own = own_ranges(demand)
    ids = [str(one.id).lower() for one in demand.of("network:VirtualNetwork")]

    def judge(answers: Answers) -> Judgement:
        found = answers.one(questions.virtual_network(network))
        if found is None:
            return Judgement(
                "failed", f"there is no network {network}", ask=whom_to_ask(demand, network, NETWORKS)
            )
        ranges = found.texts("properties.addressSpace.addressPrefixes")
        if not ranges:
            raise NoAnswer(f"Azure doesn't say which addresses {network} has")
        theirs = [(network, prefix) for prefix in ranges]
        for peering in found.items("properties.virtualNetworkPeerings"):
            other = peering.text("properties.remoteVirtualNetwork.id")
            if other.lower() not in ids:
                spaces = peering.texts("properties.remoteAddressSpace.addressPrefixes")
                theirs += [(f"{other}, which {network} is peered with,", prefix) for prefix in spaces]
        for whose, prefix in theirs:
            if (overlaps := overlap(found, whose, prefix, own)) is not None:
                return overlaps
        return Judgement("passed", f"addresses fit those of {network} and its peers", needed=", ".join(own))

    return judge


def own_ranges(demand: Demand) -> list[str]:
    """Of the networks that the stack makes."""
    return [
        prefix
        for one in demand.of("network:VirtualNetwork")
        for prefix in dig(one.inputs, "addressSpace.addressPrefixes") or []
        if isinstance(prefix, str)
    ]


def overlap(item: Item, whose: str, theirs: str, own: Sequence[str]) -> Judgement | None:
    """Of a range that Azure answers with the first of the stack's that it overlaps with. Raises NoAnswer."""
    mine = next((one for one in own if _overlaps(item, theirs, one)), None)
    if mine is None:
        return None
    return Judgement(
        "failed",
        f"{mine} overlaps with {theirs} of {whose}",
        got=theirs,
        needed=mine,
        ask="take another `addressSpace`: whoever plans addresses has free ones",
    )


def _overlaps(item: Item, one: str, other: str) -> bool:
    try:
        theirs, ours = ip_network(one, strict=False), ip_network(other, strict=False)
    except ValueError:
        raise NoAnswer(
            f"Azure answers {one!r} as a range of addresses: {item.optional_text('name')}"
        ) from None
    return theirs.version == ours.version and theirs.overlaps(ours)


def _zone_there(demand: Demand, zone: str) -> Callable[[Answers], Judgement]:
    def judge(answers: Answers) -> Judgement:
        found = answers.one(questions.private_zone(zone))
        if found is None:
            return Judgement("failed", f"there is no DNS zone {zone}", ask=whom_to_ask(demand, zone, ZONES))
        if found.text("name").lower() != zone.rpartition("/")[2].lower():
            raise NoAnswer(f"Azure answers the zone {found.text('name')} where {zone} was asked for")
        return Judgement("passed", f"{zone} is there")

    return judge


def _existing(id_: str) -> Callable[[Answers], Judgement]:
    """Whatever it is: Azure lists what is in a group to whoever may read it."""
    parts = id_.split("/")

    def judge(answers: Answers) -> Judgement:
        (there,) = answers.of(questions.resources_of_group(parts[2], parts[4]))
        if any(item.text("id").lower() == id_.lower() for item in there):
            return Judgement("passed", f"{id_} is there")
        return Judgement("failed", f"there is no {id_}, or who deploys may not read it", ask="whoever has it")

    return judge


def _links_of_foreign(demand: Demand) -> Iterator[tuple[PlannedResource, str]]:
    """Links that the stack makes with networks that it doesn't."""
    for one in demand.of("privatedns:VirtualNetworkLink"):
        network = dig(one.inputs, "virtualNetwork.id")
        if one.id is not None and isinstance(network, str) and not demand.makes(network):
            yield one, network


def _link_free(zone: str, network: str) -> Callable[[Answers], Judgement]:
    """A network has one zone of a name: learn.microsoft.com/azure/dns/private-dns-virtual-network-links,
    2026-11-22."""
    name = zone.rpartition("/")[2].lower()

    def judge(answers: Answers) -> Judgement:
        (zones,) = answers.of(questions.private_zones(network.split("/")[2]))
        same = [item.text("id") for item in zones if item.text("name").lower() == name]
        links = answers.of(*(questions.links_of_zone(id_) for id_ in same))
        for id_, found in zip(same, links, strict=True):
            linked = [item.text("properties.virtualNetwork.id").lower() for item in found]
            if network.lower() in linked and id_.lower() != zone.lower():
                return Judgement(
                    "failed",
                    f"{network} is linked with another zone of that name already: {id_}",
                    got=id_,
                    needed="no such link",
                    ask="name that zone in `dnsZones` with mode existing, or have its link removed",
                )
        return Judgement("passed", f"{network} has no other zone {name}")

    return judge
