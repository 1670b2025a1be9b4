"""Which image a size needs, by the drivers of its GPUs."""

from collections.abc import Iterator, Mapping

from azure_ai_landing_zone.catalog.images import VM_IMAGES
from azure_ai_landing_zone.catalog.size_families import GpuDriver, HpcImage
from azure_ai_landing_zone.catalog.sizes import Architecture, VmSize
from azure_ai_landing_zone.core.problem import Problem

HPC_SKUS = tuple(image.sku for image in VM_IMAGES.values() if image.drivers != "none")
"""Azure's HPC images: InfiniBand drivers, CUDA or ROCm, NCCL or RCCL."""

_CONFIDENTIAL = (
    "is a confidential VM, for which there is no Azure HPC image: take Standard_NC40ads_H100_v5 for the same "
    "GPU"
)
_LACKING: Mapping[GpuDriver, str] = {
    "grid": "needs a GRID driver, which the Azure HPC images don't have: take an NC or ND size with a whole "
    "GPU",
    "radeon": "needs AMD's graphics driver, which the Azure HPC images don't have: take an NC or ND size",
    "none": "has no GPU: take an NC or ND size",
}
_WITHOUT_IMAGE = "has no Azure HPC image with drivers for its GPU: take an NC or ND size of today"
_ORDINARY = "has neither GPUs nor InfiniBand: take an NC or ND size"

_FITTING: Mapping[HpcImage, str] = {"cuda": "2404", "cuda-v100": "2204-v100", "rocm": "2404-rocm"}
"""The newest image with each kind of drivers."""

_NEEDS: Mapping[HpcImage, str] = {
    "cuda": "its GPUs need",
    "cuda-v100": "V100 GPUs need",
    "rocm": "AMD GPUs need",
}


def unsupported(size: VmSize) -> str | None:
    """Why a training cluster can't have this size, or None if it can. Racks say for themselves what they
    lack."""
    traits = size.traits
    if traits.hpc_image is not None or traits.rack_nodes is not None:
        return None
    if size.gpus == 0:
        return f"{size.size} {_ORDINARY}"
    if traits.confidential:
        return f"{size.size} {_CONFIDENTIAL}"
    return f"{size.size} {_LACKING.get(traits.gpu_driver, _WITHOUT_IMAGE)}"


def hpc_image_sku(size: VmSize) -> str:
    """The newest HPC image that has the drivers of the size's GPU. Raises ValueError where none has:
    `unsupported` and `rack_problems` say so."""
    drivers = size.traits.hpc_image
    if drivers is None:
        raise ValueError(f"no HPC image is for {size.size}")
    return _FITTING[drivers]


def image_problems(size: VmSize, sku: str | None, version: str) -> Iterator[Problem]:
    """A SKU whose drivers don't fit the size, and a version that isn't one of the SKU."""
    fitting = hpc_image_sku(size)
    chosen = sku or fitting
    if chosen not in HPC_SKUS:
        text = f"must be one of {', '.join(HPC_SKUS)}, got {chosen!r}: {fitting} fits {size.size}"
        yield Problem(("image_sku",), text)
        return
    image, drivers = VM_IMAGES[chosen], size.traits.hpc_image
    if drivers is not None and image.drivers != drivers:
        text = f"{chosen} doesn't fit {size.size}: {_NEEDS[drivers]} {fitting}. Leave it out"
        yield Problem(("image_sku",), text)
    if text := image.version_problem(version) or "":
        yield Problem(("image_version",), text)


def own_image_problems(size: VmSize, architecture: Architecture) -> Iterator[Problem]:
    """An image of one's own that the size can't start."""
    if architecture != size.architecture:
        text = f"{size.size} is {size.architecture}, got an image for {architecture}: take another of the two"
        yield Problem(("own_image", "architecture"), text)
