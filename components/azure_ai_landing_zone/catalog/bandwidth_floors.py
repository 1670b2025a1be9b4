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
from typing import Literal

from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.catalog.table import data_file, records

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


def load(text: str, file: str = "bandwidth_floors.csv") -> Mapping[str, BandwidthFloor]:
    """Floors by size, in lower case. Raises CatalogError with every problem in the file."""
    floors: dict[str, BandwidthFloor] = {}
    for row, floor in records(BandwidthFloor, file, text):
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
    return MappingProxyType(floors)


BANDWIDTH_FLOORS: Mapping[str, BandwidthFloor] = load(data_file("bandwidth_floors.csv"))


def find(size: str) -> BandwidthFloor | None:
    """The floors of a size, in any casing; None where Azure publishes none."""
    return BANDWIDTH_FLOORS.get(size.lower())
