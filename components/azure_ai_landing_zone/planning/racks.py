"""Sizes whose nodes are racks: NVLink connects all GPUs of one, so that nobody gets less than a rack."""

from collections.abc import Iterator

from azure_ai_landing_zone.catalog.sizes import Architecture, VmSize
from azure_ai_landing_zone.planning.problem import Problem

RACK_NODES = {"ND_GB200_v6": 18, "ND_GB300_v6": 18}
"""Nodes of one NVL72 rack, by family: 18 with four GPUs each.
Source: learn.microsoft.com/azure/virtual-machines/sizes/gpu-accelerated/nd-gb200-v6-series, 2025-03-20."""


def rack_problems(
    size: VmSize, node_count: int, own_image_architecture: Architecture | None
) -> Iterator[Problem]:
    """What a cluster of racks has to be; and that none can be made yet.

    Source: Microsoft.Compute 2026-03-01 is the first version whose scale sets have
    networkProfile.interconnectGroupProfile; github.com/Azure/bicep-types-az, 2026-11-21.
    """
    nodes = RACK_NODES.get(size.family)
    if nodes is None:
        return
    yield Problem(
        ("size",),
        f"{size.size} can't be built yet: its nodes join their rack through an interconnect group, which "
        "takes compute API 2026-03-01, and scale sets are made with 2024-11-01. Take "
        "Standard_ND96isr_H200_v5",
    )
    if node_count % nodes:
        text = f"must be a multiple of {nodes}, the nodes of a rack of {size.size}, got {node_count}"
        yield Problem(("node_count",), text)
    if own_image_architecture is None:
        text = f"missing: there is no Azure HPC image for Arm64, which {size.size} is"
        yield Problem(("own_image",), text)
