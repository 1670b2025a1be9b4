"""How large an AI Search service of each tier gets, and how many private links it has.

Rows are in search_tiers.csv. Free services, which have no private endpoints, are left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal, get_args

from azure_ai_landing_zone.catalog.table import CatalogError, data_file, rows

SearchTier = Literal[
    "basic", "standard", "standard2", "standard3", "storage_optimized_l1", "storage_optimized_l2"
]
"""Azure's name of a service's SKU."""

PARTITIONS = (1, 2, 3, 4, 6, 12)
"""What a service can have of them, up to what its tier has.
Source: learn.microsoft.com/azure/search/search-capacity-planning."""


@dataclass(frozen=True, slots=True)
class TierLimits:
    """What a tier has at most."""

    tier: SearchTier
    replicas: int
    partitions: int
    units: int
    """Replicas times partitions."""
    links: int
    """Shared private links."""
    link_groups: int
    """Group ids among them."""
    source: str
    as_of: date

    @property
    def allowed_partitions(self) -> list[int]:
        return [number for number in PARTITIONS if number <= self.partitions]


COLUMNS = ("tier", "replicas", "partitions", "units", "links", "link_groups", "source", "as_of")


def load(text: str, file: str = "search_tiers.csv") -> Mapping[SearchTier, TierLimits]:
    """Limits by tier. Raises CatalogError with every problem in the file."""
    problems: list[str] = []
    tiers: dict[SearchTier, TierLimits] = {}
    for row in rows(file, text, COLUMNS, problems):
        tier = row.one_of("tier", get_args(SearchTier))
        if tier is None:
            continue
        if tier in tiers:
            row.problem("tier", "a tier that no other line has")
        tiers[tier] = TierLimits(
            tier=tier,
            replicas=row.whole("replicas") or 0,
            partitions=row.whole("partitions") or 0,
            units=row.whole("units") or 0,
            links=row.whole("links") or 0,
            link_groups=row.whole("link_groups") or 0,
            source=row.text("source"),
            as_of=row.day("as_of") or date.min,
        )
    if problems:
        raise CatalogError(problems)
    return tiers


@cache
def all_tiers() -> Mapping[SearchTier, TierLimits]:
    """Limits by tier."""
    return load(data_file("search_tiers.csv"))
