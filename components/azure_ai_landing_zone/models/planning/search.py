"""AI Search: how large a service of each tier gets, and what it may reach privately.

Source of the links: learn.microsoft.com/azure/search/search-indexer-howto-access-private, 2025-09-26.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from azure_ai_landing_zone.catalog.search_tiers import SearchTier, all_tiers
from azure_ai_landing_zone.core.problem import Problem

LinkGroup = Literal[
    "blob", "table", "dfs", "file", "Sql", "sqlServer", "vault", "openai_account", "cognitiveservices_account"
]
"""Group ids of shared private links that are no preview; Azure minds the casing."""


def size_problems(tier: SearchTier, replicas: int, partitions: int) -> Iterator[Problem]:
    """Why Azure doesn't make a service of that size."""
    limits = all_tiers()[tier]
    if replicas > limits.replicas:
        text = f"{replicas} replicas: {tier} has at most {limits.replicas}"
        yield Problem(("replicas",), text)
    allowed = limits.allowed_partitions
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
    limits = all_tiers()[tier]
    if len(groups) > limits.links:
        yield Problem((), f"{len(groups)} links: {tier} has at most {limits.links}")
    if len(set(groups)) > limits.link_groups:
        text = f"{len(set(groups))} different group ids: {tier} has at most {limits.link_groups}"
        yield Problem((), text)
    for number, group in enumerate(groups):
        if group == "cognitiveservices_account" and tier == "basic":
            text = "basic doesn't reach Foundry accounts for skills privately: take standard"
            yield Problem((number, "group_id"), text)
