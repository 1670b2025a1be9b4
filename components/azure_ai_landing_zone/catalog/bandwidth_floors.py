"""What a healthy node of a size reaches at least: below it, something is broken, and a job would be slow.

Rows are in bandwidth_floors.csv: the limits that Azure's own node health checks fail a node at. How many
adapters there are, and their rate, is in skus.csv. GB300 has no row: Azure's pages and what runs on it give
its adapters different rates. Nor has HB v5, which those checks don't know.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from types import MappingProxyType
from typing import Literal, get_args

from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.catalog.table import CatalogError, data_file, rows

Memory = Literal["gpu", "host"]


@dataclass(frozen=True, slots=True)
class BandwidthFloor:
    """Limits of one size. Gb/s are gigabits, GB/s gigabytes, as the tools print them."""

    size: str
    hca_bandwidth_gbps: Decimal
    """`ib_write_bw --report_gbits` through each adapter."""
    hca_bandwidth_to: Memory
    """The memory that was written to when the limit was set."""
    node_all_reduce_gb_per_second: Decimal | None
    """Bus bandwidth of NCCL's (RCCL's) all_reduce_perf over the GPUs of one node; None where Azure has no
    limit."""
    gpu_copy_gb_per_second: Decimal | None
    """Between host and each GPU; None for sizes without."""
    source: str
    as_of: date


COLUMNS = (
    "size",
    "hca_bandwidth_gbps",
    "hca_bandwidth_to",
    "node_all_reduce_gb_per_second",
    "gpu_copy_gb_per_second",
    "source",
    "as_of",
)


def load(text: str, file: str = "bandwidth_floors.csv") -> Mapping[str, BandwidthFloor]:
    """Floors by size, in lower case. Raises CatalogError with every problem in the file."""
    problems: list[str] = []
    floors: dict[str, BandwidthFloor] = {}
    for row in rows(file, text, COLUMNS, problems):
        floor = BandwidthFloor(
            size=row.text("size"),
            hca_bandwidth_gbps=row.decimal("hca_bandwidth_gbps") or Decimal(0),
            hca_bandwidth_to=row.one_of("hca_bandwidth_to", get_args(Memory)) or "host",
            node_all_reduce_gb_per_second=row.optional_decimal("node_all_reduce_gb_per_second"),
            gpu_copy_gb_per_second=row.optional_decimal("gpu_copy_gb_per_second"),
            source=row.text("source"),
            as_of=row.day("as_of") or date.min,
        )
        size = sizes.find(floor.size)
        rate = size.infiniband_port_gbps if size is not None else None
        if size is None or rate is None:
            row.problem("size", "a size of skus.csv whose InfiniBand ports and their rate are there")
        elif floor.hca_bandwidth_gbps > rate:
            row.problem("hca_bandwidth_gbps", "at most the adapter's rate")
        if size is not None and bool(size.gpus) != (floor.gpu_copy_gb_per_second is not None):
            row.problem("gpu_copy_gb_per_second", "filled in for sizes with GPUs, and empty for others")
        if floor.size.lower() in floors:
            row.problem("size", "a size that no other line has")
        floors[floor.size.lower()] = floor
    if problems:
        raise CatalogError(problems)
    return MappingProxyType(floors)


BANDWIDTH_FLOORS: Mapping[str, BandwidthFloor] = load(data_file("bandwidth_floors.csv"))


def find(size: str) -> BandwidthFloor | None:
    """The floors of a size, in any casing; None where Azure publishes none."""
    return BANDWIDTH_FLOORS.get(size.lower())
