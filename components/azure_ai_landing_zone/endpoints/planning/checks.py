"""What would not work between private endpoints and their names; found before anything is deployed."""

import difflib
import re
from collections.abc import Callable, Iterator

from azure_ai_landing_zone.catalog import private_link
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.endpoints.planning.request import WRITERS, EndpointRequest, PrivateDnsRequest


def private_dns_problems(request: PrivateDnsRequest) -> list[Problem]:
    """All that speaks against the request, or an empty list."""
    return [problem for check in _CHECKS for problem in check(request)]


def _services(request: PrivateDnsRequest) -> Iterator[Problem]:
    for number, endpoint in enumerate(request.endpoints):
        rows = private_link.of_service(endpoint.service)
        if not rows:
            close = private_link.did_you_mean(endpoint.service) or private_link.services()
            what = "did you mean" if len(close) <= 3 else "there are"
            text = f"no service is called {endpoint.service}: {what} {_or(close)}"
            yield Problem(("endpoints", number, "service"), text + ("?" if what == "did you mean" else ""))
            continue
        given = endpoint.target_resource_id
        if given is not None and _type_of(given) != rows[0].resource_type.lower():
            text = f"must be the full id of a {rows[0].resource_type}, got {given!r}: correct it or `service`"
            yield Problem(("endpoints", number, "target_resource_id"), text)


def _subresources(request: PrivateDnsRequest) -> Iterator[Problem]:
    for number, endpoint in enumerate(request.endpoints):
        path = ("endpoints", number, "subresources")
        rows = private_link.of_service(endpoint.service)
        known = [group for row in rows for group in row.group_ids]
        if rows and not endpoint.group_ids():
            yield Problem(path, f"missing: {endpoint.service} has several, one or more of {_or(known)}")
        for place, group in enumerate(endpoint.subresources):
            if rows and group not in known:
                close = [name for name in known if name.lower() == group.lower()]
                close = close or difflib.get_close_matches(group, known, n=1)
                hint = f"did you mean {close[0]}?" if close else f"take one or more of {_or(known)}"
                yield Problem((*path, place), f"{endpoint.service} has no subresource {group}: {hint}")
            if group in endpoint.subresources[:place]:
                yield Problem((*path, place), f"{group} is given twice: give it once")
        for group, link in endpoint.links():
            if link.needs is not None and not _has_endpoint(request, endpoint, link.needs):
                text = (
                    f"{group} needs {link.needs} too, for some operations send its clients there: add "
                    f"{link.needs}"
                )
                yield Problem(path, text)


def _has_endpoint(request: PrivateDnsRequest, endpoint: EndpointRequest, group_id: str) -> bool:
    same = [other for other in request.endpoints if other.target == endpoint.target]
    return any(group_id in other.group_ids() for other in same)


def _used_twice(request: PrivateDnsRequest) -> Iterator[Problem]:
    keys: dict[str, int] = {}
    endpoints: dict[tuple[str, str], int] = {}
    scope: int | None = None
    for number, endpoint in enumerate(request.endpoints):
        if endpoint.key in keys:
            text = f"{endpoint.key} is the key of [{keys[endpoint.key]}] already: give each its own"
            yield Problem(("endpoints", number, "key"), text)
        keys.setdefault(endpoint.key, number)
        for group in dict.fromkeys(endpoint.group_ids()):
            first = endpoints.setdefault((endpoint.target, group), number)
            if first != number:
                text = (
                    f"[{first}] is an endpoint of {group} of this resource already, and a second one takes "
                    "the first one's record out of the zone: leave one out, or keep the second in other DNS"
                )
                yield Problem(("endpoints", number, "target_resource_id"), text)
        if endpoint.service == "monitorScope":
            if scope is not None:
                text = (
                    f"[{scope}] is a monitor scope already, and networks that share DNS can use one only: "
                    "put everything into one scope"
                )
                yield Problem(("endpoints", number, "service"), text)
            scope = number if scope is None else scope


def _names_in_this_cloud(request: PrivateDnsRequest) -> Iterator[Problem]:
    for number, endpoint in enumerate(request.endpoints):
        path = ("endpoints", number, "zone_names")
        links = [link for _, link in endpoint.links()]
        for link in links:
            names = link.zones[request.cloud]
            if not names and not endpoint.zone_names:
                text = (
                    f"missing: Azure publishes no zone for {link.service} in {request.cloud}; ask its support"
                )
                yield Problem(path, text)
            if names and endpoint.zone_names and request.cloud not in link.uncertain:
                text = (
                    f"Azure writes records into zones with its own names only, for {link.service} "
                    f"{_and(names)}: leave it out"
                )
                yield Problem(path, text)
        uses_subzone = any("{subzone}" in name for link in links for name in link.zones[request.cloud])
        if links and uses_subzone and endpoint.subzone is None:
            text = f"missing: zones of {endpoint.service} are named {links[0].zones[request.cloud][0]}"
            yield Problem(("endpoints", number, "subzone"), text)
        if links and not uses_subzone and endpoint.subzone is not None:
            text = f"zones of {endpoint.service} have no subzone in their names: leave it out"
            yield Problem(("endpoints", number, "subzone"), text)


def _zones_are_said(request: PrivateDnsRequest) -> Iterator[Problem]:
    for zone, users in request.needed().items():
        if request.choice(zone) is None:
            text = (
                f"missing: {_keys(request, users)} needs it; say what becomes of it, or of all zones that "
                "aren't named as `other_dns_zones`"
            )
            yield Problem(("dns_zones", zone), text)


def _zones_are_needed(request: PrivateDnsRequest) -> Iterator[Problem]:
    needed = request.needed()
    whole = all(endpoint.links() for endpoint in request.endpoints)  # else its zones are unknown
    for zone, choice in request.zones.items():
        if zone in needed or zone != zone.lower() or not whole:
            continue
        close = difflib.get_close_matches(zone, needed, n=1, cutoff=0.9)
        hint = f"did you mean {close[0]}?" if close else "leave it out"
        if not private_link.is_zone_name(zone):
            yield Problem(("dns_zones", zone), f"no service has a zone of this name: {hint}")
        elif choice.mode == "create":
            yield Problem(("dns_zones", zone), f"no target needs it: {hint}")


def _one_zone_of_a_name(request: PrivateDnsRequest) -> Iterator[Problem]:
    for zone, choice in request.zones.items():
        if zone in request.provided:
            text = (
                "another component makes it (`provided_zone_resource_ids`), and a network can be linked to "
                "one zone of a name only: leave it out"
            )
            yield Problem(("dns_zones", zone), text)
        named = (choice.resource_id or zone).rpartition("/")[2]
        if named.lower() != zone.lower():
            text = f"is the id of {named}, not of {zone}: correct it"
            yield Problem(("dns_zones", zone, "resource_id"), text)
        if zone != zone.lower():
            text = f"must be in lower case, or it would be a second zone beside {zone.lower()}: correct it"
            yield Problem(("dns_zones", zone), text)


def _one_writer(request: PrivateDnsRequest) -> Iterator[Problem]:
    for number, endpoint in enumerate(request.endpoints):
        for group, link in endpoint.links():
            writers: dict[str, list[str]] = {}
            for zone in request.zone_names(endpoint, link):
                if (choice := request.choice(zone)) is not None:
                    writers.setdefault(WRITERS[choice.mode], []).append(f"{zone} ({choice.mode})")
            if len(writers) > 1:
                who = _and([f"{writer} would write {_and(zones)}" for writer, zones in writers.items()])
                text = (
                    f"the endpoint of {group} has one zone group, which has one owner, and {who}: give all "
                    "its zones modes of one owner"
                )
                yield Problem(("endpoints", number), text)


def _networks_are_linked(request: PrivateDnsRequest) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for number, network in enumerate(request.networks):
        for field, value in (("name", network.name), ("virtual_network_resource_id", network.resource_id)):
            first = seen.setdefault((value or f"[{number}]").lower(), number)
            if first != number:
                text = f"{value} is that of [{first}] already: give each network once"
                yield Problem(("networks", number, field), text)
    linked = [zone for zone in request.needed() if (choice := request.choice(zone)) and choice.is_linked_here]
    if linked and not request.networks:
        text = f"missing: nothing could look names up in {_and(linked)}; give the networks to link to them"
        yield Problem(("networks",), text)


def _endpoints_stand_in_linked_networks(request: PrivateDnsRequest) -> Iterator[Problem]:
    ids = [network.resource_id for network in request.networks]
    if request.custom_dns or not ids or None in ids:
        return
    linked = {str(id_).lower() for id_ in ids}
    for number, endpoint in enumerate(request.endpoints):
        network = endpoint.network_resource_id
        names = [zone for _, link in endpoint.links() for zone in request.zone_names(endpoint, link)]
        choices = [request.choice(zone) for zone in names]
        ours = any(choice is not None and choice.is_linked_here for choice in choices)
        if network and ours and network.lower() not in linked:
            text = (
                f"its network {network} is linked to no zone and could not look the name up: add it to "
                "`networks`, or set `custom_dns` if it asks DNS servers in a network that is linked"
            )
            yield Problem(("endpoints", number, "subnet_resource_id"), text)


_CHECKS: tuple[Callable[[PrivateDnsRequest], Iterator[Problem]], ...] = (
    _services,
    _subresources,
    _used_twice,
    _names_in_this_cloud,
    _zones_are_said,
    _zones_are_needed,
    _one_zone_of_a_name,
    _one_writer,
    _networks_are_linked,
    _endpoints_stand_in_linked_networks,
)


def _type_of(resource_id: str) -> str:
    """`microsoft.search/searchservices` of an id of one, and an empty text of what is no resource's id."""
    match = re.fullmatch(
        r"/subscriptions/[^/]+/resourcegroups/[^/]+/providers/([^/]+)((?:/[^/]+/[^/]+)+)", resource_id.lower()
    )
    return "/".join([match[1], *match[2].split("/")[1::2]]) if match else ""


def _keys(request: PrivateDnsRequest, positions: list[int]) -> str:
    return _and([request.endpoints[position].key for position in positions])


def _and(names: list[str] | tuple[str, ...]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _or(names: list[str] | tuple[str, ...]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
