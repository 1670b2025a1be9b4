"""How large the subnet of an Azure Managed Lustre file system is, as far as Azure publishes it.

Rows are in lustre_subnets.csv. For more than the last of them `az amlfs get-subnets-size` tells.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from azure_ai_landing_zone.catalog.table import data_file, records


@dataclass(frozen=True, slots=True)
class LustreSubnet:
    """One row of Azure's table."""

    largest_tib: int
    """The largest file system that it is for."""
    prefix: int
    """Of the subnet, or a shorter one."""
    source: str
    as_of: date


def load(text: str, file: str = "lustre_subnets.csv") -> Sequence[LustreSubnet]:
    """The smallest first. Raises CatalogError with every problem in the file."""
    subnets: list[LustreSubnet] = []
    for row, one in records(LustreSubnet, file, text):
        if subnets and (one.largest_tib <= subnets[-1].largest_tib or one.prefix >= subnets[-1].prefix):
            row.problem("largest_tib", "more than in the line before, and its prefix shorter")
        subnets.append(one)
    return tuple(subnets)


@cache
def _subnets() -> Sequence[LustreSubnet]:
    return load(data_file("lustre_subnets.csv"))


def find(storage_tib: float) -> LustreSubnet | None:
    """The smallest subnet for a file system of that capacity; None where Azure publishes none."""
    return next((subnet for subnet in _subnets() if storage_tib <= subnet.largest_tib), None)


def largest() -> LustreSubnet:
    """The last that Azure publishes."""
    return _subnets()[-1]
