"""What can be said of a size whatever it is for: that it is one, that Azure still runs it, and where."""

from collections.abc import Iterator
from datetime import date

from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.catalog.sizes import Architecture, VmSize
from azure_ai_landing_zone.core.problem import Problem


def lifecycle_problem(name: str, today: date) -> str | None:
    """That it is no size, or one that Azure runs no longer; None if it is a size of today."""
    size = sizes.find(name)
    if size is None:
        close = sizes.did_you_mean(name)
        hint = f"did you mean {' or '.join(close)}?" if close else "sizes look like Standard_ND96isr_H100_v5"
        return f"{name} is not a size of the catalogue: {hint}"
    if size.retired_on(today):
        since = f" since {size.retirement_date}" if size.retirement_date else ""
        instead = f"take {' or '.join(size.replacement)}" if size.replacement else "take a current size"
        return f"{size.size} is retired{since}: {instead}"
    return None


def security_type_problem(size: VmSize, security_type: str) -> str | None:
    """That the size doesn't have what is asked for."""
    if security_type != "TrustedLaunch" or size.traits.trusted_launch is not False:
        return None
    return f"{size.size} doesn't support Trusted Launch: leave it out, or set it to Standard"


def data_disks_problem(size: VmSize, count: int) -> str | None:
    """That the size doesn't take so many."""
    if size.max_data_disks is None or count <= size.max_data_disks:
        return None
    return f"{size.size} takes {size.max_data_disks} data disks at most, got {count}: take larger ones"


def accelerated_networking_warnings(size: VmSize) -> Iterator[str]:
    """That it is off because nobody publishes whether the size has it."""
    if size.accelerated_networking is None:
        yield f"{size.size}: no data tells whether it has accelerated networking; it is left off"


def rack_problems(
    size: VmSize, node_count: int, own_image_architecture: Architecture | None
) -> Iterator[Problem]:
    """What a cluster of racks has to be; and that none can be made yet.

    Source: Microsoft.Compute 2026-03-01 is the first version whose scale sets have
    networkProfile.interconnectGroupProfile; github.com/Azure/bicep-types-az, 2026-11-21.
    """
    nodes = size.traits.rack_nodes
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
