"""VM sizes with GPUs or InfiniBand, and those without that stand beside them: system pools, login nodes and
machines for development.

Rows are in skus.csv. Each names its source: a repository of Microsoft's or of a public tool, and the file.
`replacement` holds sizes: Azure's retirement pages name a series, and of that series it is the smallest size
with at least the vCPUs and GPU memory of the retired one (or the largest there is).
"""

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from azure_ai_landing_zone.catalog.size_families import SizeFamily, all_families
from azure_ai_landing_zone.catalog.table import CatalogError, columns, data_file, rows

InfiniBand = Literal["none", "RDMA", "FDR", "EDR", "HDR", "NDR", "IB"]
"""Generation of the fabric. `RDMA`: its generation isn't published. `IB`: GB300, whose pages differ."""

Architecture = Literal["x64", "Arm64"]

DiskController = Literal["SCSI", "NVMe"]
"""How remote disks are attached. `NVMe`: the size takes nothing else, and images that have its driver."""

Status = Literal["current", "announced_retirement", "retired", "unknown"]
"""`unknown`: Azure publishes no lifecycle statement, or only a price meter for the size."""


@dataclass(frozen=True, slots=True)
class VmSize:
    """One VM size. A None is a figure that Azure doesn't publish; it never means zero or no."""

    size: str
    """The exact ARM name."""
    family: str
    quota_family: str | None
    """As Azure's usages API spells it; compare without spaces and case."""
    gpu_model: str | None
    gpus: Fraction | None
    """GPUs in one VM; a fraction where several VMs share one; 0 for CPU sizes."""
    gpu_memory_gib: Decimal | None
    """What one VM sees of each GPU."""
    vcpus: int
    memory_gib: Decimal | None
    infiniband: InfiniBand
    infiniband_ports: int | None
    """Adapters of a node, each with one port. None for sizes without InfiniBand too."""
    infiniband_port_gbps: Decimal | None
    """What `ibstat` calls the rate of each. GB300: Azure's page says 800, and what runs on it found 400."""
    accelerated_networking: bool | None
    ethernet_gbps: Decimal | None
    local_disk_gib: Decimal | None
    """The temporary disk alone, without local NVMe."""
    local_nvme_disks: int | None
    """Raw NVMe disks that the guest has to assemble and mount."""
    local_nvme_gib: Decimal | None
    """All NVMe disks together."""
    architecture: Architecture
    max_data_disks: int | None
    disk_controller: DiskController
    status: Status
    retirement_date: date | None
    replacement: tuple[str, ...]
    source: str

    @property
    def has_rdma(self) -> bool:
        return self.infiniband != "none"

    @property
    def traits(self) -> SizeFamily:
        """What is so of every size of its family."""
        return all_families()[self.family]

    def retired_on(self, day: date) -> bool:
        """Retired for good, or its announced date is `day` or before it: `status` is that of the row's page,
        which may be older than the date on it."""
        return self.status == "retired" or (self.retirement_date is not None and self.retirement_date <= day)


def load(text: str, file: str = "skus.csv") -> Mapping[str, VmSize]:
    """Sizes by name. Raises CatalogError with every problem in the file."""
    problems: list[str] = []
    sizes: dict[str, VmSize] = {}
    seen: set[str] = set()
    read = list(rows(file, text, columns(VmSize), problems))
    known = {row.text("size") for row in read}
    for row in read:
        size = row.record(VmSize)
        if size.size.lower() in seen:
            row.problem("size", "a name that no other line has")
        if size.family not in all_families():
            row.problem("family", "a family of size_families.csv")
        if size.has_rdma != (names_rdma(size.size) is True):
            row.problem("infiniband", "none, unless the name has an r after its vCPU count, which means RDMA")
        if size.infiniband_ports is not None and not (size.has_rdma and size.infiniband_ports):
            row.problem("infiniband_ports", "at least 1, and empty for a size without InfiniBand")
        elif size.infiniband_port_gbps is not None and size.infiniband_ports is None:
            row.problem("infiniband_port_gbps", "empty where the number of ports is")
        if any(name not in known for name in size.replacement):
            row.problem("replacement", "sizes of this file, separated by |")
        if size.status in ("announced_retirement", "retired") and not size.replacement:
            row.problem("replacement", f"at least one size, because this one is {size.status}")
        if size.status == "announced_retirement" and size.retirement_date is None:
            row.problem("retirement_date", "a date, because the status is announced_retirement")
        seen.add(size.size.lower())
        sizes[size.size] = size
    if problems:
        raise CatalogError(problems)
    return MappingProxyType(sizes)


def names_rdma(name: str) -> bool | None:
    """Whether a size's name has the `r` of RDMA among the letters after its vCPU count; None if it isn't one.

    Source: learn.microsoft.com/azure/virtual-machines/setup-infiniband, 2026-09-25.
    """
    match = re.match(r"(?:standard|basic)_[a-z]+\d+(?:-\d+)?([a-z]*)", name, re.IGNORECASE)
    return "r" in match[1].lower() if match else None


VM_SIZES: Mapping[str, VmSize] = load(data_file("skus.csv"))
_BY_LOWER_NAME = {name.lower(): size for name, size in VM_SIZES.items()}


def find(name: str) -> VmSize | None:
    """The size of that name, in any casing, as ARM does. None if the catalogue doesn't have it."""
    return _BY_LOWER_NAME.get(name.lower())


def did_you_mean(name: str) -> list[str]:
    """Up to three sizes whose names are close to `name`, the closest first."""
    wanted = name.lower() if name.lower().startswith("standard_") else f"standard_{name.lower()}"
    close = difflib.get_close_matches(wanted, _BY_LOWER_NAME, n=3, cutoff=0.8)
    return [_BY_LOWER_NAME[found].size for found in close]
