"""Which image a size needs, by the drivers of its GPUs."""

from collections.abc import Iterator

from azure_ai_landing_zone.catalog.images import VM_IMAGES, Drivers
from azure_ai_landing_zone.catalog.sizes import Architecture, VmSize
from azure_ai_landing_zone.core.problem import Problem

HPC_SKUS = tuple(image.sku for image in VM_IMAGES.values() if image.drivers != "none")
"""Azure's HPC images: InfiniBand drivers, CUDA or ROCm, NCCL or RCCL."""

_GRID = "needs a GRID driver, which the Azure HPC images don't have: take an NC or ND size with a whole GPU"
_AMD_GRAPHICS = "needs AMD's graphics driver, which the Azure HPC images don't have: take an NC or ND size"
_NOT_A_GPU = "has no GPU: take an NC or ND size"
_ORDINARY = "has neither GPUs nor InfiniBand: take an NC or ND size"
UNSUPPORTED_FAMILIES = {
    "NCCads_H100_v5": (
        "is a confidential VM, for which there is no Azure HPC image: take Standard_NC40ads_H100_v5 for "
        "the same GPU"
    ),
    "NC_RTXPRO6000BSE_v6": _GRID,
    "NVads_A10_v5": _GRID,
    "NVads_V710_v5": _AMD_GRAPHICS,
    "NGads_V620": _AMD_GRAPHICS,
    "NP": _NOT_A_GPU,
    "NMads_MA35D": _NOT_A_GPU,
    "Dsv5": _ORDINARY,
    "Ddsv5": _ORDINARY,
    "Dadsv5": _ORDINARY,
    "Ddsv6": _ORDINARY,
    "Edsv5": _ORDINARY,
}
"""Families that can't train on an Azure HPC image, with the end of the sentence that says why. Sources: the
size pages of learn.microsoft.com/azure/virtual-machines/sizes and
learn.microsoft.com/azure/virtual-machines/linux/n-series-driver-setup."""

_FITTING: dict[Drivers, str] = {"cuda": "2404", "cuda-v100": "2204-v100", "rocm": "2404-rocm"}
"""The newest image with each kind of drivers."""

_NEEDS: dict[Drivers, str] = {
    "cuda": "its GPUs need",
    "cuda-v100": "V100 GPUs need",
    "rocm": "AMD GPUs need",
}


def unsupported(size: VmSize) -> str | None:
    """Why a training cluster can't have this size, or None if it can."""
    reason = UNSUPPORTED_FAMILIES.get(size.family)
    return f"{size.size} {reason}" if reason else None


def _drivers(size: VmSize) -> Drivers:
    if "V100" in (size.gpu_model or "") or size.family == "NDv2":
        return "cuda-v100"
    return "rocm" if size.is_amd else "cuda"


def hpc_image_sku(size: VmSize) -> str:
    """The newest HPC image that has the drivers of the size's GPU."""
    return _FITTING[_drivers(size)]


def image_problems(size: VmSize, sku: str | None, version: str) -> Iterator[Problem]:
    """A SKU whose drivers don't fit the size, and a version that isn't one of the SKU."""
    fitting = hpc_image_sku(size)
    chosen = sku or fitting
    if chosen not in HPC_SKUS:
        text = f"must be one of {', '.join(HPC_SKUS)}, got {chosen!r}: {fitting} fits {size.size}"
        yield Problem(("image_sku",), text)
        return
    image, drivers = VM_IMAGES[chosen], _drivers(size)
    if image.drivers != drivers:
        text = f"{chosen} doesn't fit {size.size}: {_NEEDS[drivers]} {fitting}. Leave it out"
        yield Problem(("image_sku",), text)
    if text := image.version_problem(version) or "":
        yield Problem(("image_version",), text)


def own_image_problems(size: VmSize, architecture: Architecture) -> Iterator[Problem]:
    """An image of one's own that the size can't start."""
    if architecture != size.architecture:
        text = f"{size.size} is {size.architecture}, got an image for {architecture}: take another of the two"
        yield Problem(("own_image", "architecture"), text)
