"""What Azure Managed Lustre comes in: throughput by capacity, the steps of capacity, and where it ends.

Rows are in lustre.csv. `granted_tib` is what Azure's support grants on request: the largest step within
12.5 PiB, 4 PiB, 2 PiB and 1 PiB, from storage_references of github.com/Azure/ai-infrastructure-on-azure,
2026-11-21.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal

from azure_ai_landing_zone.catalog.table import data_file, records

Status = Literal["current", "preview"]


@dataclass(frozen=True, slots=True)
class LustreSku:
    """One kind of file system. A None is a figure that Azure doesn't publish."""

    sku_name: str
    mbps_per_tib: int
    """Megabytes (10⁶ bytes) a second that each TiB gives, reading and writing."""
    step_tib: int | None
    """The smallest file system, and the step to the next."""
    largest_tib: int | None
    """As everybody gets it."""
    granted_tib: int | None
    """As Azure's support grants it."""
    status: Status
    source: str
    as_of: date


def load(text: str, file: str = "lustre.csv") -> Mapping[str, LustreSku]:
    """Kinds by name, the slowest first. Raises CatalogError with every problem in the file."""
    skus: dict[str, LustreSku] = {}
    for row, sku in records(LustreSku, file, text):
        ends = (sku.largest_tib, sku.granted_tib)
        if sku.status == "current" and (not sku.step_tib or None in ends):
            row.problem("step_tib", "with the two ends filled in, because the status is current")
        elif any(end is not None and sku.step_tib and end % sku.step_tib for end in ends):
            row.problem("step_tib", "a divisor of largest_tib and granted_tib")
        if sku.sku_name in skus:
            row.problem("sku_name", "a name that no other line has")
        skus[sku.sku_name] = sku
    return dict(sorted(skus.items(), key=lambda item: item[1].mbps_per_tib))


@cache
def all_skus() -> Mapping[str, LustreSku]:
    """Every kind by name, the slowest first."""
    return load(data_file("lustre.csv"))
