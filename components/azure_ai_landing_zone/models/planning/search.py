"""AI Search: how large a service of each tier gets, and what it may reach privately.

Sources: learn.microsoft.com/azure/search/search-limits-quotas-capacity, 2025-11-20;
search-indexer-howto-access-private, 2025-09-26; search-capacity-planning.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from azure_ai_landing_zone.core.problem import Problem

SearchTier = Literal[
    "basic", "standard", "standard2", "standard3", "storage_optimized_l1", "storage_optimized_l2"
]
"""Azure's name of a service's SKU; free ones have no private endpoints."""

LinkGroup = Literal[
    "blob", "table", "dfs", "file", "Sql", "sqlServer", "vault", "openai_account", "cognitiveservices_account"
]
"""Group ids of shared private links that are no preview; Azure minds the casing."""

PARTITIONS = (1, 2, 3, 4, 6, 12)


@dataclass(frozen=True, slots=True)
class TierLimits:
    """What a tier has at most."""

    replicas: int
    partitions: int
    units: int
    """Replicas times partitions."""
    links: int
    """Shared private links."""
    link_groups: int
    """Group ids among them."""


LIMITS: Mapping[SearchTier, TierLimits] = {
    "basic": TierLimits(3, 3, 9, 30, 4),
    "standard": TierLimits(12, 12, 36, 100, 7),
    "standard2": TierLimits(12, 12, 36, 400, 15),
    "standard3": TierLimits(12, 12, 36, 400, 15),
    "storage_optimized_l1": TierLimits(12, 12, 36, 20, 4),
    "storage_optimized_l2": TierLimits(12, 12, 36, 20, 4),
}


def size_problems(tier: SearchTier, replicas: int, partitions: int) -> Iterator[Problem]:
    """Why Azure doesn't make a service of that size."""
    limits = LIMITS[tier]
    if replicas > limits.replicas:
        text = f"{replicas} replicas: {tier} has at most {limits.replicas}"
        yield Problem(("replicas",), text)
    allowed = [number for number in PARTITIONS if number <= limits.partitions]
    if partitions not in allowed:
        text = f"{partitions} partitions: {tier} has {', '.join(map(str, allowed[:-1]))} or {allowed[-1]}"
        yield Problem(("partitions",), text)
    elif replicas <= limits.replicas and replicas * partitions > limits.units:
        text = (
            f"{replicas} replicas of {partitions} partitions are {replicas * partitions} units: a service "
            f"has at most {limits.units}"
        )
        yield Problem(("partitions",), text)


def link_problems(tier: SearchTier, groups: Sequence[LinkGroup]) -> Iterator[Problem]:
    """Why a service of that tier doesn't get its shared private links, by their group ids."""
    limits = LIMITS[tier]
    if len(groups) > limits.links:
        yield Problem((), f"{len(groups)} links: {tier} has at most {limits.links}")
    if len(set(groups)) > limits.link_groups:
        text = f"{len(set(groups))} different group ids: {tier} has at most {limits.link_groups}"
        yield Problem((), text)
    for number, group in enumerate(groups):
        if group == "cognitiveservices_account" and tier == "basic":
            text = "basic doesn't reach Foundry accounts for skills privately: take standard"
            yield Problem((number, "group_id"), text)
