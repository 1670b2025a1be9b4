"""Where a training cluster may stand: whatever could lose InfiniBand, or not start at all, is
refused here."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.catalog.images import VM_IMAGES
from azure_ai_landing_zone.catalog.sizes import Architecture, VmSize
from azure_ai_landing_zone.core.problem import PlanRefused, Problem
from azure_ai_landing_zone.machines.planning.images import (
    hpc_image_sku,
    image_problems,
    own_image_problems,
    unsupported,
)
from azure_ai_landing_zone.machines.planning.sizes import (
    accelerated_networking_warnings,
    data_disks_problem,
    lifecycle_problem,
    rack_problems,
    security_type_problem,
)

SINGLE_PLACEMENT_GROUP_NODES = 100
"""The most nodes of a scale set in one placement group.
Source: learn.microsoft.com/azure/virtual-machines/setup-infiniband, 2026-09-25."""

SUPPORTED_BY_TICKET_NODES = 300
"""The most that Azure's support grants for HPC sizes, from the same page."""

REFUSED_SETTINGS = {
    "orchestration_mode": (
        "the scale set is always Uniform: Flexible scale sets have no InfiniBand, whatever their size. "
        "Leave it out"
    ),
    "single_placement_group": (
        "it is always true: without a single placement group nodes have no InfiniBand between them. "
        "Leave it out"
    ),
    "zones": (
        "an InfiniBand fabric doesn't span zones: give one zone as `zone`, or leave it out for a region "
        "without zones"
    ),
    "capacity_reservation_group_resource_id": (
        "capacity reservations exclude ND sizes, proximity placement groups and single placement groups, and "
        "so InfiniBand: leave it out, and ask Azure for capacity by quota and support"
    ),
    "overprovision": (
        "it is always off: Azure would start more nodes than asked for and delete some of them again. "
        "Leave it out"
    ),
    "upgrade_policy": (
        "it is always Manual: the others restart nodes under a running job. Leave it out; the output "
        "`update_nodes_command` is what brings nodes up to date"
    ),
    "accelerated_networking": "it is on wherever the size has it: leave it out",
    "disk_controller_type": "it is the one that the size takes: leave it out",
    "secure_boot": (
        "it is always off: not every driver of the HPC images is signed. Leave it out; `security_type` "
        "TrustedLaunch gives a virtual TPM"
    ),
    "extensions": (
        "drivers are in the HPC images: the InfiniBand extension has none for ConnectX-7, and the one for "
        "GPUs none for ND sizes. Leave it out"
    ),
    "priority": "give `spot` true or false: LowPriority is retired since 2026-03-31",
    "max_price": (
        "with one, Azure takes nodes back for their price too, beside for want of room: leave it out, and "
        "they cost what spot costs"
    ),
    "auto_shutdown": "it is for single machines: give `working_hours`",
    "public_ip_address": "nodes have private addresses only: leave it out, and come in through Bastion",
    "inbound_nat_pools": "Azure retires them on 2027-09-30: leave it out, and come in through Bastion",
    "admin_password": "there are no passwords: give `ssh_public_key`",
    "disk_encryption": "Azure Disk Encryption retires on 2028-09-15: give `encryption_at_host`",
}
"""Settings that Azure's scale sets have and a training cluster can't, with the sentence that says why.
Sources: learn.microsoft.com/azure/virtual-machine-scale-sets/virtual-machine-scale-sets-orchestration-modes,
learn.microsoft.com/azure/virtual-machines/capacity-reservation-overview, 2026-02-17,
…/virtual-machines/extensions/hpc-compute-infiniband-linux, …/virtual-machines/spot-vms,
…/load-balancer/load-balancer-inbound-nat-rules, read 2026-11-21."""


@dataclass(frozen=True, slots=True)
class PlacementRequest:
    """What a training cluster asks of Azure."""

    size: str
    node_count: int
    node_limit: int
    """The most nodes the placement group may have: 100, or what Azure's support has granted."""
    image_sku: str | None
    """None: the one that fits the size."""
    image_version: str | None
    """Of Azure's image; None where there is an own one."""
    own_image_architecture: Architecture | None
    """None: Azure's image."""
    security_type: str
    data_disks: int = 0


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What becomes of a request that nothing speaks against."""

    size: VmSize
    image_sku: str | None
    """Of Azure's HPC image; None where there is an own one."""
    accelerated_networking: bool
    warnings: tuple[str, ...]
    """What the data can't tell, and what will bite later, besides what is so of every machine of its size."""


def size_problem(name: str, today: date) -> str | None:
    """Why no cluster can have that size, whatever else it asks for, or None."""
    if problem := lifecycle_problem(name, today):
        return problem
    size = sizes.find(name)
    return unsupported(size) if size is not None else None


def _size(request: PlacementRequest, _size: VmSize | None, today: date) -> Iterator[Problem]:
    if problem := size_problem(request.size, today):
        yield Problem(("size",), problem)


def _ethernet_only(request: PlacementRequest, size: VmSize | None, _today: date) -> Iterator[Problem]:
    if size is not None and not size.has_rdma and request.node_count > 1:
        yield Problem(
            ("size",),
            f"{size.size} has no InfiniBand, and {request.node_count} nodes would train over Ethernet, 26 to "
            "57 times slower: take an RDMA size such as Standard_ND96isr_H100_v5, or `node_count` 1",
        )


def _too_many_nodes(request: PlacementRequest, _size: VmSize | None, _today: date) -> Iterator[Problem]:
    if request.node_count <= request.node_limit:
        return
    most = SUPPORTED_BY_TICKET_NODES
    if request.node_count <= SINGLE_PLACEMENT_GROUP_NODES:
        change = (
            f"set `node_limit` to at least {request.node_count} ({SINGLE_PLACEMENT_GROUP_NODES} is Azure's)"
        )
    elif request.node_count <= most:
        change = f"Azure's support grants up to {most} for HPC sizes: once it has, set `node_limit`"
    else:
        change = f"Azure grants no more than {most}: take several clusters, each its own fabric"
    yield Problem(
        ("node_count",),
        f"{request.node_count} nodes don't fit into one placement group of {request.node_limit}, and "
        f"nodes in several have no InfiniBand between them: {change}",
    )


def _image(request: PlacementRequest, size: VmSize | None, today: date) -> Iterator[Problem]:
    own = request.own_image_architecture
    if (own is None) == (request.image_version is None) and not _is_rack(size):
        text = "give the version of an Azure HPC image as `image_version`, or `own_image`: one of the two"
        yield Problem(("image_version",), text)
    if own is not None and request.image_sku is not None:
        yield Problem(("image_sku",), "is of Azure's images: leave it out beside `own_image`")
    if size is None or size_problem(size.size, today) is not None:
        return
    if own is not None:
        yield from own_image_problems(size, own)
    elif request.image_version is not None and not _is_rack(size):
        yield from image_problems(size, request.image_sku, request.image_version)


def _is_rack(size: VmSize | None) -> bool:
    return size is not None and size.traits.rack_nodes is not None


def _racks(request: PlacementRequest, size: VmSize | None, _today: date) -> Iterator[Problem]:
    if size is not None:
        yield from rack_problems(size, request.node_count, request.own_image_architecture)


def _data_disks(request: PlacementRequest, size: VmSize | None, _today: date) -> Iterator[Problem]:
    if size is not None and (problem := data_disks_problem(size, request.data_disks)):
        yield Problem(("data_disks",), problem)


def _trusted_launch(request: PlacementRequest, size: VmSize | None, _today: date) -> Iterator[Problem]:
    if size is not None and (problem := security_type_problem(size, request.security_type)):
        yield Problem(("security_type",), problem)


_CHECKS: tuple[Callable[[PlacementRequest, VmSize | None, date], Iterator[Problem]], ...] = (
    _size,
    _ethernet_only,
    _too_many_nodes,
    _racks,
    _image,
    _trusted_launch,
    _data_disks,
)


def placement_problems(request: PlacementRequest, today: date) -> list[Problem]:
    """All that speaks against the request, or an empty list."""
    size = sizes.find(request.size)
    return [problem for check in _CHECKS for problem in check(request, size, today)]


def plan_training_cluster(request: PlacementRequest, today: date) -> TrainingPlan:
    """The plan of a request. Raises PlanRefused with everything that speaks against it."""
    problems = placement_problems(request, today)
    size = sizes.find(request.size)
    if problems or size is None:
        raise PlanRefused(problems)
    return TrainingPlan(
        size=size,
        image_sku=(request.image_sku or hpc_image_sku(size)) if request.image_version else None,
        accelerated_networking=size.accelerated_networking is True,
        warnings=tuple(_warnings(request, size)),
    )


def _warnings(request: PlacementRequest, size: VmSize) -> Iterator[str]:
    yield from accelerated_networking_warnings(size)
    if request.image_version == "latest":
        image = VM_IMAGES[request.image_sku or hpc_image_sku(size)]
        yield (
            "`image_version` is latest: nodes started at different times differ; give a version that "
            f"`{image.list_command}` lists"
        )
    if request.own_image_architecture is not None:
        yield (
            f"{size.size} starts from an image of your own: it has to be of generation 2, with the drivers "
            "of GPUs and InfiniBand that Azure's HPC images have"
        )
    if request.node_limit > SINGLE_PLACEMENT_GROUP_NODES:
        yield (
            f"`node_limit` {request.node_limit} holds only if Azure's support has granted it to this "
            f"subscription; otherwise creating more than {SINGLE_PLACEMENT_GROUP_NODES} nodes fails"
        )
