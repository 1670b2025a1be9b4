"""Where everything stands: networks with their subnets and what is in them, and the rest by section."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from azure_ai_landing_zone_policies.page.facts import facts, has_machines
from azure_ai_landing_zone_policies.page.model import Area, Thing
from azure_ai_landing_zone_policies.page.state import State
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import View
from azure_ai_landing_zone_policies.reachability.land import Land, Subnet
from azure_ai_landing_zone_policies.readers.subnet_users import PLACES

_PLACES: Mapping[str, tuple[str, ...]] = {
    **PLACES,
    "apimanagement:ApiManagementService": ("virtualNetworkConfiguration",),
    "cognitiveservices:Account": ("properties",),
    "network:BastionHost": ("ipConfigurations",),
}
"""Inputs in which the subnet stands that something lies in. Others' ids of subnets only let them in."""

_OWN_BOX = ("cognitiveservices:Deployment",)
"""Parts that somebody looks for, beside those with machines."""

_DRAWN_OTHERWISE = (
    "network:HubVirtualNetworkConnection",
    "network:Subnet",
    "network:VirtualNetwork",
    "network:VirtualNetworkPeering",
)
_IN_WORDS = ("authorization:RoleAssignment", "monitor:DiagnosticSetting", "resources:ResourceGroup")
"""Tables of the page have them: of each box there would be another one."""

_ALIKE = 3
"""Of more than so many of a type in one place, with nothing to say of each, one box is made."""


def areas(state: State, program: Stack, land: Land) -> tuple[Area, ...]:
    """Networks in the order of their ranges, then sections by name."""
    ids = {one["urn"]: one["id"].lower() for one in state.resources}
    inputs = {one["urn"]: one["inputs"] for one in state.resources}
    drawn = [view for view in program.all() if _is_drawn(view)]
    tops, parts = _tops(drawn, ids)
    homes = {view.resource.urn: _home(view, inputs, land, ids) for view in tops}
    by_home: dict[str, list[Thing]] = {}
    for view in tops:
        place = homes[view.resource.urn] or f"section {view.resource.section}"
        by_home.setdefault(place, []).append(
            Thing(
                (view.resource.name,),
                view.resource.type,
                facts(view),
                parts.get(ids.get(view.resource.urn, ""), 0),
            )
        )
    networks = sorted(land.networks.values(), key=lambda one: (one.ranges[:1], one.name))
    found = [
        Area(
            "network",
            one.name,
            tuple(_network_facts(land, one.id)),
            areas=tuple(
                Area("subnet", subnet.name, tuple(_subnet_facts(subnet)), merged(by_home.get(subnet.id, [])))
                for subnet in _in_order(land.subnets.values())
                if subnet.network == one.id
            ),
        )
        for one in networks
    ]
    sections = sorted(place for place in by_home if place.startswith("section "))
    found += [Area("section", _section_name(place, state), (), merged(by_home[place])) for place in sections]
    return tuple(found)


def merged(things: Iterable[Thing]) -> tuple[Thing, ...]:
    """By type and name, with many alike in one."""
    by_type: dict[str, list[Thing]] = {}
    for thing in sorted(things, key=lambda one: (not one.facts, one.type, one.names)):
        by_type.setdefault(thing.type, []).append(thing)
    found: list[Thing] = []
    for type_, alike in by_type.items():
        plain = [one for one in alike if not one.facts]
        if len(plain) > _ALIKE:
            names = tuple(name for one in plain for name in one.names)
            found += [one for one in alike if one.facts]
            found.append(Thing(names, type_, (), sum(one.parts for one in plain)))
        else:
            found += alike
    return tuple(found)


def _is_drawn(view: View) -> bool:
    type_ = view.resource.type
    return not type_.startswith("pulumi:") and type_ not in _DRAWN_OTHERWISE and type_ not in _IN_WORDS


def _tops(views: list[View], ids: Mapping[str, str]) -> tuple[list[View], dict[str, int]]:
    """What has a box of its own, and of how many parts each is, by id."""
    every = {ids[view.resource.urn] for view in views if ids.get(view.resource.urn)}
    tops, parts = [], dict[str, int]()
    for view in views:
        above = next((one for one in _above(ids.get(view.resource.urn, "")) if one in every), None)
        if above is None or view.resource.type in _OWN_BOX or has_machines(view):
            tops.append(view)
        else:
            parts[above] = parts.get(above, 0) + 1
    return tops, parts


def _above(id_: str) -> Iterator[str]:
    """Ids of what it may lie inside of, the outermost first; resource groups aren't among them."""
    parts = id_.split("/")
    start = next((index for index, part in enumerate(parts) if part == "providers"), len(parts))
    for end in range(start + 4, len(parts)):
        yield "/".join(parts[:end])


def _home(
    view: View, inputs: Mapping[str, Mapping[str, Any]], land: Land, ids: Mapping[str, str]
) -> str | None:
    """The id of the subnet that it has addresses of; that of its network interface for a machine."""
    own = inputs.get(view.resource.urn, {})
    nics = {ids[urn]: one for urn, one in inputs.items() if "network:NetworkInterface::" in urn}
    for name in _PLACES.get(view.resource.type, ()):
        for text in _texts(own.get(name)):
            id_ = text.lower()
            if id_ in land.subnets:
                return id_
            if id_ in nics:
                return next((one.lower() for one in _texts(nics[id_]) if one.lower() in land.subnets), None)
    return None


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _in_order(subnets: Iterable[Subnet]) -> list[Subnet]:
    return sorted(subnets, key=lambda one: (one.ranges[:1], one.name))


def _network_facts(land: Land, id_: str) -> Iterator[str]:
    network = land.networks[id_]
    yield ", ".join(map(str, network.ranges)) or "range isn't known"
    for peering in land.peerings:
        if peering.network == id_:
            yield f"peered with {land.network_named(peering.remote)}"
    if connection := land.hub_connection(id_):
        yield f"connected to virtual hub {land.network_named(connection.hub)}"
    if network.dns_servers:
        yield f"names are asked of {', '.join(network.dns_servers)}"


def _subnet_facts(subnet: Subnet) -> Iterator[str]:
    yield ", ".join(map(str, subnet.ranges)) or "range isn't known"
    default = next((one for one in subnet.routes if one.prefix == "0.0.0.0/0"), None)
    if default is not None:
        yield f"leaves by {default.next_hop_address or default.next_hop_type}"
    elif subnet.nat_gateway:
        yield f"leaves by {subnet.nat_gateway}"
    elif subnet.default_outbound_access:
        yield "leaves by an address of Azure's"
    if subnet.group is not None:
        yield f"{len(subnet.group.rules)} rules of {subnet.group.name}"
    for one in subnet.service_endpoints:
        yield f"service endpoint {one}"


def _section_name(place: str, state: State) -> str:
    name = place.removeprefix("section ")
    return name.removeprefix(f"{state.stack}-") or "of the whole zone"
