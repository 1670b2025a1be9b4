"""How large an AI Search service of each tier gets, and how many private links it has.

Rows are in search_tiers.csv. Free services, which have no private endpoints, are left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal

from azure_ai_landing_zone.catalog.table import data_file, keyed

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


def load(text: str, file: str = "search_tiers.csv") -> Mapping[SearchTier, TierLimits]:
    """Limits by tier. Raises CatalogError with every problem in the file."""
    return keyed(TierLimits, file, text, "a tier")


@cache
def all_tiers() -> Mapping[SearchTier, TierLimits]:
    """Limits by tier."""
    return load(data_file("search_tiers.csv"))
