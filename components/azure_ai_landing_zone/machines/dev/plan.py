"""What a machine for development starts from, and how its GPU gets a driver: both follow from its size.

Sources: learn.microsoft.com/azure/virtual-machines/extensions/hpccompute-gpu-linux, 2025-06-30 (CUDA only on
Ubuntu 20.04, GRID on 22.04 and 24.04, neither with Secure Boot), …/hpccompute-amd-gpu-linux, 2025-04-30, and
the lists of drivers in github.com/Azure/azhpc-extensions, read 2026-11-21.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.catalog.images import VM_IMAGES, VmImage
from azure_ai_landing_zone.catalog.sizes import Architecture, VmSize
from azure_ai_landing_zone.core.problem import PlanRefused, Problem
from azure_ai_landing_zone.machines.planning.extensions import MachineExtension
from azure_ai_landing_zone.machines.planning.sizes import (
    accelerated_networking_warnings,
    data_disks_problem,
    lifecycle_problem,
    security_type_problem,
)

GRID = MachineExtension("Microsoft.HpcCompute", "NvidiaGpuDriverLinux", "1.11")
AMD = MachineExtension("Microsoft.HpcCompute", "AmdGpuDriverLinux", "1.0")

AMD_DISK_GIB = 128
"""AMD's driver asks for 64 GB of room. Source: github.com/Azure/azhpc-extensions,
AmdGPU/AMD-GPU-Linux-Resources.json, read 2026-11-21."""

UBUNTU = ("server", "22_04-lts-gen2")


@dataclass(frozen=True, slots=True)
class _Start:
    """How the machines of a size start."""

    image_skus: tuple[str, ...]
    """The first one, unless another is asked for."""
    extension: MachineExtension | None = None


_HPC = _Start(("2404", "2204"))
_ORDINARY = _Start(UBUNTU)

_TRAINING = "is for training: take a TrainingCluster with `node_count` 1"
_CONFIDENTIAL = (
    "is a confidential VM, for which there is no image with a driver: take Standard_NC40ads_H100_v5 for the "
    "same GPU"
)
_NOT_A_GPU = "has no GPU: take an NC or NV size, or one without any such as Standard_D8ds_v5"
_WITHOUT_EXTENSION = {
    "grid": "needs a GRID driver that no extension installs: take Standard_NC40ads_H100_v5, or an image of "
    "your own",
    "radeon": "needs AMD's driver, which no extension is documented to install on it: take "
    "Standard_NV24ads_V710_v5, or an image of your own",
}


def _start(size: VmSize) -> _Start | str:
    """Or why no image and extension of Azure's start it. HPC images have CUDA's driver, which no extension
    installs on a current Ubuntu."""
    traits = size.traits
    if size.has_rdma or traits.nvlinks_per_gpu or traits.gpu_driver == "rocm":
        return _TRAINING
    if traits.confidential:
        return _CONFIDENTIAL
    if traits.gpu_driver == "none":
        return _ORDINARY if size.gpus == 0 else _NOT_A_GPU
    if traits.gpu_driver == "cuda":
        return _HPC
    if traits.driver_extension == "NvidiaGpuDriverLinux":
        return _Start(UBUNTU, GRID)
    if traits.driver_extension == "AmdGpuDriverLinux":
        # Its driver has a newest kernel on 24.04, which images of today are past, and none on 22.04.
        return _Start(UBUNTU[::-1], AMD)
    return _WITHOUT_EXTENSION[traits.gpu_driver]


@dataclass(frozen=True, slots=True)
class DevMachineRequest:
    """What is asked of Azure."""

    size: str
    image_sku: str | None
    image_version: str | None
    own_image_architecture: Architecture | None
    """None: an image of the marketplace."""
    security_type: str
    data_disks: int
    os_disk_size_gib: int


@dataclass(frozen=True, slots=True)
class DevMachinePlan:
    """What becomes of a request that nothing speaks against."""

    size: VmSize
    image: VmImage | None
    """None: an own one, which has what it needs."""
    extension: MachineExtension | None
    accelerated_networking: bool
    warnings: tuple[str, ...]


def dev_machine_problems(request: DevMachineRequest, today: date) -> list[Problem]:
    """All that speaks against the request, or an empty list."""
    return list(_problems(request, today))


def _problems(request: DevMachineRequest, today: date) -> Iterator[Problem]:
    own = request.own_image_architecture
    if (own is None) == (request.image_version is None):
        text = (
            "give the version of the marketplace's image as `image_version`, or `own_image`: one of the two"
        )
        yield Problem(("image_version",), text)
    if own is not None and request.image_sku is not None:
        text = "is of the marketplace's images: leave it out beside `own_image`"
        yield Problem(("image_sku",), text)
    if problem := lifecycle_problem(request.size, today):
        yield Problem(("size",), problem)
        return
    size = sizes.find(request.size)
    if size is None:
        return
    start = _start(size)
    if isinstance(start, str) and (own is None or size.has_rdma):
        yield Problem(("size",), f"{size.size} {start}")
    if problem := security_type_problem(size, request.security_type):
        yield Problem(("security_type",), problem)
    if problem := data_disks_problem(size, request.data_disks):
        yield Problem(("data_disk",), problem)
    has_amd_driver = isinstance(start, _Start) and start.extension == AMD and own is None
    if has_amd_driver and request.os_disk_size_gib < AMD_DISK_GIB:
        text = f"must be at least {AMD_DISK_GIB} for {size.size}: its driver alone wants half of that"
        yield Problem(("os_disk_size_gib",), text)
    if own is not None and own != size.architecture:
        text = f"{size.size} is {size.architecture}, got an image for {own}: take another of the two"
        yield Problem(("own_image", "architecture"), text)
    if isinstance(start, _Start) and own is None:
        yield from _image_problems(request, size, start)


def _image_problems(request: DevMachineRequest, size: VmSize, start: _Start) -> Iterator[Problem]:
    sku = request.image_sku or start.image_skus[0]
    if sku not in start.image_skus:
        text = f"must be one of {', '.join(start.image_skus)} for {size.size}, got {sku!r}"
        yield Problem(("image_sku",), text)
    elif request.image_version and (problem := VM_IMAGES[sku].version_problem(request.image_version)):
        yield Problem(("image_version",), problem)


def plan_dev_machine(request: DevMachineRequest, today: date) -> DevMachinePlan:
    """The plan of a request. Raises PlanRefused with everything that speaks against it."""
    problems = dev_machine_problems(request, today)
    size = sizes.find(request.size)
    if problems or size is None:
        raise PlanRefused(problems)
    start = None if request.own_image_architecture is not None else _start(size)
    return DevMachinePlan(
        size=size,
        image=VM_IMAGES[request.image_sku or start.image_skus[0]] if isinstance(start, _Start) else None,
        extension=start.extension if isinstance(start, _Start) else None,
        accelerated_networking=size.accelerated_networking is True,
        warnings=tuple(_warnings(request, size)),
    )


def _warnings(request: DevMachineRequest, size: VmSize) -> Iterator[str]:
    yield from accelerated_networking_warnings(size)
    if request.image_version == "latest":
        yield "`image_version` is latest: making the machine anew gives another image than it had"
