"""Writes docs/reference/sizes.md: every size that isn't retired, and what the catalogue lacks of it."""

from collections.abc import Iterator
from pathlib import Path

from azure_ai_landing_zone.catalog import bandwidth_floors, prices
from azure_ai_landing_zone.catalog.sizes import VM_SIZES, VmSize

FILE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "sizes.md"

_HEAD = """# Sizes

What the catalogue has of each size that Azure hasn't retired, and what it lacks. A size is a row of
`components/azure_ai_landing_zone/catalog/skus.csv`; what is so of its whole family is in `size_families.csv`,
prices are in `prices.csv` and floors of bandwidth in `bandwidth_floors.csv`. This page is written by
`make docs`.

A size without a price in a region may be there all the same: components warn, and name the nearest regions
that have one.
"""


def page() -> str:
    """The text of the page."""
    lines = [_HEAD]
    families = dict.fromkeys(size.family for size in _sizes())
    for family in families:
        lines += [
            f"## {family}",
            "",
            "| size | vCPUs | GPUs | InfiniBand | image | regions with a price | not known |",
            "| --- | --- | --- | --- | --- | --- | --- |",
            *(_row(size) for size in _sizes() if size.family == family),
            "",
        ]
    return "\n".join(lines)


def unknown(size: VmSize) -> list[str]:
    """What the catalogue has nothing of, though the size needs it."""
    return list(_unknown(size))


def _unknown(size: VmSize) -> Iterator[str]:
    traits = size.traits
    if size.status == "unknown":
        yield "page"
    if size.gpus is None:
        yield "GPUs"
    if traits.gpu is not None and size.gpu_memory_gib is None:
        yield "GPU memory"
    if size.memory_gib is None:
        yield "memory"
    if size.quota_family is None:
        yield "quota family"
    if size.max_data_disks is None:
        yield "data disks"
    if size.accelerated_networking is None:
        yield "accelerated networking"
    if size.has_rdma and size.infiniband_ports is None:
        yield "InfiniBand ports"
    if size.has_rdma and size.infiniband_port_gbps is None:
        yield "InfiniBand rate"
    if size.has_rdma and bandwidth_floors.find(size.size) is None:
        yield "floors"
    if traits.gpu is not None and traits.hpc_image is None and traits.driver_extension is None:
        yield "image"
    if traits.trusted_launch is None:
        yield "Trusted Launch"
    if traits.aks is None:
        yield "AKS"
    if not prices.regions_with(size.size):
        yield "price"


def _sizes() -> Iterator[VmSize]:
    return (size for size in VM_SIZES.values() if size.status != "retired")


def _row(size: VmSize) -> str:
    ends = f" (until {size.retirement_date})" if size.retirement_date else ""
    cells = (
        f"{size.size}{ends}",
        str(size.vcpus),
        _gpus(size),
        _infiniband(size),
        _image(size),
        str(len(prices.regions_with(size.size))),
        ", ".join(unknown(size)) or "–",
    )
    return f"| {' | '.join(cells)} |"


def _gpus(size: VmSize) -> str:
    if size.gpus == 0:
        return "–"
    return f"{'?' if size.gpus is None else size.gpus} × {size.traits.gpu or size.gpu_model or 'none'}"


def _infiniband(size: VmSize) -> str:
    if not size.has_rdma:
        return "–"
    rate = f"{size.infiniband_port_gbps} Gb/s" if size.infiniband_port_gbps is not None else "?"
    return f"{size.infiniband_ports or '?'} × {rate}"


def _image(size: VmSize) -> str:
    traits = size.traits
    if traits.hpc_image is not None:
        return f"HPC, {traits.hpc_image}"
    return traits.driver_extension or ("Ubuntu" if size.gpus == 0 else "your own")


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
