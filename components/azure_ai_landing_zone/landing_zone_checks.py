"""What the sections of a landing zone's settings must agree on."""

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from azure_ai_landing_zone import checkpoint_store, training_cluster
from azure_ai_landing_zone.landing_zone_sections import (
    CheckpointStoreSettings,
    NetworkCreate,
    NetworkExisting,
    PrivateDnsZonesCreate,
    PrivateDnsZonesDisabled,
    PrivateDnsZonesExisting,
    TrainingClusterSettings,
)
from azure_ai_landing_zone.naming import Kind, Naming, name_problems
from azure_ai_landing_zone.network import NetworkSubnet
from azure_ai_landing_zone.planning.placement import offer_problem
from azure_ai_landing_zone.planning.problem import PlanRefused, Problem
from azure_ai_landing_zone.planning.subnets import SubnetRequest, plan_subnets
from azure_ai_landing_zone.private_dns_zones import BLOB_ZONE

ENDPOINTS = "endpoints"
"""The subnet of private endpoints."""

_ENDPOINT_ADDRESSES = 59
"""A /26: room for the endpoints of every service that a zone may get, so that the subnet never has to
move."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Sections by themselves. None stands for one that is absent, or wrong in itself and reported already."""

    location: str | None
    naming: Naming | None
    network: NetworkCreate | NetworkExisting | None
    has_network: bool
    """Whether there is a network section, right or wrong."""
    private_dns_zones: PrivateDnsZonesCreate | PrivateDnsZonesExisting | PrivateDnsZonesDisabled | None
    training_clusters: Sequence[TrainingClusterSettings | None]
    cluster_sizes: Sequence[str | None]
    """Of the clusters, also of those that are wrong in something else."""
    checkpoint_stores: Sequence[CheckpointStoreSettings | None]


def subnets_of(clusters: Sequence[TrainingClusterSettings]) -> list[NetworkSubnet]:
    """The subnets of a network of our own. The endpoints' comes first, so that no cluster moves it."""
    return [
        NetworkSubnet(name=ENDPOINTS, purpose="privateEndpoints", addresses=_ENDPOINT_ADDRESSES),
        *(
            NetworkSubnet(name=cluster.name, purpose="nodes", addresses=cluster.node_limit)
            for cluster in clusters
        ),
    ]


def zone_problems(parts: Parts) -> list[Problem]:
    """Everything that doesn't fit together."""
    return [
        *_names_used_twice("training_clusters", parts.training_clusters),
        *_names_used_twice("checkpoint_stores", parts.checkpoint_stores),
        *_unknown_stores(parts),
        *_regional(parts, datetime.now(UTC).date()),
        *_network(parts),
        *_zones(parts),
        *_names(parts),
    ]


def _names_used_twice(
    section: str, items: Sequence[TrainingClusterSettings | CheckpointStoreSettings | None]
) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for number, item in enumerate(items):
        if item is None:
            continue
        if item.name in seen:
            text = f"{item.name} is the name of [{seen[item.name]}] already: give each its own"
            yield Problem((section, number, "name"), text)
        seen.setdefault(item.name, number)
        if section == "training_clusters" and item.name == ENDPOINTS:
            text = f"{ENDPOINTS} is the name of the private endpoints' subnet: take another"
            yield Problem((section, number, "name"), text)


def _unknown_stores(parts: Parts) -> Iterator[Problem]:
    stores = [store.name for store in parts.checkpoint_stores if store is not None]
    if None in parts.checkpoint_stores:
        return  # the one that is meant may be the one that is wrong
    for number, cluster in enumerate(parts.training_clusters):
        if cluster is None or cluster.checkpoint_store is None or cluster.checkpoint_store in stores:
            continue
        close = difflib.get_close_matches(cluster.checkpoint_store, stores, n=1)
        there = f"did you mean {close[0]}?" if close else f"there are {', '.join(stores) or 'none'}"
        text = f"no checkpoint store is called {cluster.checkpoint_store}: {there}"
        yield Problem(("training_clusters", number, "checkpoint_store"), text)


def _regional(parts: Parts, today: date) -> Iterator[Problem]:
    """What a cluster's own check couldn't see, because it doesn't know the region."""
    for number, size in enumerate(parts.cluster_sizes):
        if size is None or parts.location is None:
            continue
        if problem := offer_problem(size, parts.location, today):
            yield Problem(("training_clusters", number, "size"), problem)


def _network(parts: Parts) -> Iterator[Problem]:
    clusters = [cluster for cluster in parts.training_clusters if cluster is not None]
    if not parts.has_network and (clusters or any(parts.checkpoint_stores)):
        text = "missing: training clusters and checkpoint stores stand in a network, created or existing"
        yield Problem(("network",), text)
    if isinstance(parts.network, NetworkCreate):
        requests = [SubnetRequest(subnet.name, subnet.addresses) for subnet in subnets_of(clusters)]
        try:
            plan_subnets(parts.network.address_space, requests)
        except PlanRefused as refused:
            for problem in refused.problems:
                yield Problem(("network", *problem.path), problem.message)
    if isinstance(parts.network, NetworkExisting):
        path = ("network", "cluster_subnet_resource_ids")
        given = set(parts.network.cluster_subnet_resource_ids)
        names = {cluster.name for cluster in clusters}
        for name in sorted(names - given):
            yield Problem((*path, name), f"missing: the subnet of training cluster {name}")
        if None not in parts.training_clusters:
            for name in sorted(given - names):
                yield Problem(
                    (*path, name),
                    f"no training cluster is called {name}: there are {', '.join(sorted(names))}",
                )


def _zones(parts: Parts) -> Iterator[Problem]:
    zones = parts.private_dns_zones
    needed = bool(parts.checkpoint_stores)
    if isinstance(zones, PrivateDnsZonesExisting) and needed and BLOB_ZONE not in zones.zone_resource_ids:
        text = f"has no {BLOB_ZONE}, which checkpoint stores need: add it, or set mode to disabled"
        yield Problem(("private_dns_zones", "zone_resource_ids"), text)


def _names(parts: Parts) -> Iterator[Problem]:
    if parts.naming is None:
        return
    sections: dict[str, list[list[tuple[Kind, str]]]] = {
        "training_clusters": [
            [("userAssignedIdentity", cluster.name), *training_cluster.azure_names(cluster.name)]
            if cluster
            else []
            for cluster in parts.training_clusters
        ],
        "checkpoint_stores": [
            checkpoint_store.azure_names(store.name) if store else [] for store in parts.checkpoint_stores
        ],
    }
    for section, wanted in sections.items():
        for number, names in enumerate(wanted):
            for text in name_problems(parts.naming, names):
                yield Problem((section, number, "name"), text)
