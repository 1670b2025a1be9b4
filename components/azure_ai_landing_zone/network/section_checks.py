"""What a landing zone's networks, hub and private endpoints must agree on."""

from collections.abc import Iterator

from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.endpoints.planning.checks import private_dns_problems
from azure_ai_landing_zone.endpoints.settings import DnsZoneCreate, DnsZoneExisting
from azure_ai_landing_zone.network.layout import network_problems as layout_problems
from azure_ai_landing_zone.network.section import (
    ENDPOINTS,
    HubExisting,
    HubOfThisStack,
    NetworkCreate,
    NetworkExisting,
    planned_connection,
    subnets_of,
)
from azure_ai_landing_zone.operations.private_link import MonitorPrivateLinkExisting
from azure_ai_landing_zone.zone.parts import Parts

_IN_A_NETWORK = (
    "training_clusters",
    "checkpoint_stores",
    "key_vault",
    "container_registry",
    "dashboards",
    "private_ai_endpoints",
)


def network_problems(parts: Parts) -> list[Problem]:
    """Everything about networks, the hub, and names of private endpoints."""
    return [*_needed(parts), *_layout(parts), *_existing(parts), *_hub(parts), *_zones(parts)]


def _needed(parts: Parts) -> Iterator[Problem]:
    if "network" in parts.present:
        return
    sections = [name for name in _IN_A_NETWORK if getattr(parts, name)]
    in_a_network = [path[0] for path, item in parts.items() if item.subnets() or item.endpoints()]
    sections += list(dict.fromkeys(in_a_network))
    sections += ["observability.monitor_private_link"] if parts.has_scope() else []
    if sections:
        names = " and ".join(
            filter(None, (", ".join(f"`{name}`" for name in sections[:-1]), f"`{sections[-1]}`"))
        )
        needs = "needs" if len(sections) == 1 else "need"
        yield Problem(("network",), f"missing: {names} {needs} one, created or existing")


def _layout(parts: Parts) -> Iterator[Problem]:
    if not isinstance(parts.network, NetworkCreate):
        return
    choice = parts.network.hub_connection
    if isinstance(choice, HubOfThisStack):
        if "hub_network" not in parts.present:
            text = (
                "missing: `network.hub_connection` is to the hub of this stack; add it, or name another hub"
            )
            yield Problem(("hub_network",), text)
        if parts.hub_network is None:
            return
    hub = planned_connection(parts.network, parts.hub_network)
    # Subnets are called after clusters, whose names are checked by themselves.
    clusters = {cluster.name: cluster for cluster in parts.clusters() if cluster.name != ENDPOINTS}
    taken, items = {ENDPOINTS, *clusters}, []
    for path, item in parts.items():
        names = {subnet.name for subnet in item.subnets()}
        if names & taken:
            text = f"a subnet is called {min(names & taken)} already: give each its own name"
            yield Problem((*path, "name"), text)
        else:
            items.append(item)
            taken |= names
    for problem in layout_problems(parts.network, subnets_of(list(clusters.values()), items), hub):
        yield Problem(("network", *problem.path), problem.message)


def _existing(parts: Parts) -> Iterator[Problem]:
    if not isinstance(parts.network, NetworkExisting):
        return
    path = ("network", "subnet_resource_ids")
    given = set(parts.network.subnet_resource_ids)
    owners = {cluster.name: f"training cluster {cluster.name}" for cluster in parts.clusters()}
    for (section, _), item in parts.items():
        owners |= {subnet.name: f"`{section}` {item.name}" for subnet in item.subnets()}
    for name in sorted(owners.keys() - given):
        yield Problem((*path, name), f"missing: the subnet of {owners[name]}")
    if not any(None in items for items in (parts.training_clusters, *parts.lists.values())):
        for name in sorted(given - owners.keys()):
            there = ", ".join(sorted(owners)) or "none"
            yield Problem((*path, name), f"nothing called {name} has a subnet to itself: there are {there}")


def _hub(parts: Parts) -> Iterator[Problem]:
    """What is the hub's lies in the hub's subscription, since one provider makes it."""
    if parts.hub_subscription_id is None:
        return
    ids: list[tuple[tuple[str | int, ...], str]] = []
    if isinstance(parts.network, NetworkCreate) and isinstance(parts.network.hub_connection, HubExisting):
        hub_path = ("network", "hub_connection", "virtual_network_resource_id")
        ids.append((hub_path, parts.network.hub_connection.virtual_network_resource_id))
    zones = parts.private_dns_zones.dns_zones if parts.private_dns_zones else {}
    for name, zone in zones.items():
        if isinstance(zone, DnsZoneExisting) and zone.link_networks and isinstance(zone.resource_id, str):
            ids.append((("private_dns_zones", "dns_zones", name, "resource_id"), zone.resource_id))
    plan = parts.observability
    if plan is not None and isinstance(plan.monitor_private_link, MonitorPrivateLinkExisting):
        scope_path = ("observability", "monitor_private_link", "scope_resource_id")
        ids.append((scope_path, plan.monitor_private_link.scope_resource_id))
    for path, id_ in ids:
        subscription = id_.split("/")[2]
        if subscription.lower() != parts.hub_subscription_id.lower():
            text = f"is in subscription {subscription}, not in `hub_subscription_id`: correct one of them"
            yield Problem(path, text)


def _zones(parts: Parts) -> Iterator[Problem]:
    settings, request = parts.private_dns_zones, parts.dns_request()
    if settings is None or request is None:
        return
    own = [endpoint.path for endpoint in parts.own_endpoints()]
    for problem in private_dns_problems(request):
        match problem.path:
            case ("endpoints", int(number), "key"):
                if number >= len(own):  # else it is a name of the settings, and reported as such
                    text = "another private endpoint of the zone is called so: give each its own"
                    yield Problem(_path(problem.path, own), text)
            case _:
                yield Problem(_path(problem.path, own), problem.message)
    for name in parts.hub_network.dns_zone_names if parts.hub_network else []:
        if name in settings.dns_zones and not isinstance(settings.dns_zones[name], DnsZoneCreate):
            text = "`hub_network` makes this zone, and there is one of a name only: leave it out"
            yield Problem(("private_dns_zones", "dns_zones", name), text)


def _path(path: tuple[str | int, ...], own: list[tuple[str | int, ...]]) -> tuple[str | int, ...]:
    """From a request's path to that of the settings."""
    match path:
        case ("endpoints", int(number), *rest):
            if number < len(own):
                return own[number]
            return ("private_ai_endpoints", number - len(own), *rest)
        case _:
            return ("private_dns_zones", *path)
