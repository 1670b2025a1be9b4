"""Where Azure's regions are, to tell which are near each other, and how many zones they have.

Rows are in regions.csv, from `az account list-locations`. A region that Azure opened since then has none.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from azure_ai_landing_zone.catalog.table import data_file, keyed


@dataclass(frozen=True, slots=True)
class Region:
    """One physical region."""

    region: str
    """Such as westeurope."""
    latitude: float
    """Degrees, north of the equator."""
    longitude: float
    """Degrees, east of Greenwich."""
    zones: int
    """Availability zones; 0: none."""
    source: str
    as_of: date


def load(text: str, file: str = "regions.csv") -> Mapping[str, Region]:
    """Regions by name. Raises CatalogError with every problem in the file."""
    return keyed(Region, file, text, "a name")


@cache
def all_regions() -> Mapping[str, Region]:
    """Every region by name."""
    return load(data_file("regions.csv"))


def zones_of(name: str) -> int:
    """Availability zones of a region; 0 of one that has no row either."""
    region = all_regions().get(name)
    return region.zones if region is not None else 0


def by_distance(names: Iterable[str], place: str) -> list[str]:
    """The regions, the nearest to `place` first; those that have no row last, by name. Sorted by name alone
    where `place` has none."""
    known = all_regions()
    here = known.get(place)

    def key(name: str) -> tuple[float, str]:
        there = known.get(name)
        return (math.inf if here is None or there is None else _angle(here, there)), name

    return sorted(names, key=key)


def _angle(one: Region, other: Region) -> float:
    """Between two places as the centre of the earth sees them, by the haversine."""
    north, south = math.radians(one.latitude), math.radians(other.latitude)
    apart = math.radians(one.longitude - other.longitude)
    half = math.sin((north - south) / 2) ** 2 + math.cos(north) * math.cos(south) * math.sin(apart / 2) ** 2
    return 2 * math.asin(math.sqrt(half))
