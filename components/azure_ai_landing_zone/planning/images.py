"""Which Azure HPC image a size needs. Publisher microsoft-dsvm, offer ubuntu-hpc.

Source: github.com/Azure/azhpc-images, README, read 2026-11-21.
"""

import re
from collections.abc import Iterator

from azure_ai_landing_zone.catalog.sizes import VmSize
from azure_ai_landing_zone.planning.problem import Problem

IMAGE_SKUS = ("2204", "2204-v100", "2204-rocm", "2404", "2404-rocm")
"""In all of them: InfiniBand drivers, CUDA or ROCm, NCCL or RCCL, for x64 and generation 2."""

_GRID = "needs a GRID driver, which the Azure HPC images don't have: take an NC or ND size with a whole GPU"
_AMD_GRAPHICS = "needs AMD's graphics driver, which the Azure HPC images don't have: take an NC or ND size"
_NOT_A_GPU = "has no GPU: take an NC or ND size"
_RACK = (
    "can't be built yet: it joins the others of its rack through an interconnect group, which compute API "
    "2024-11-01 "
    "lacks, and there is no Azure HPC image for Arm64. Take Standard_ND96isr_H200_v5"
)
UNSUPPORTED_FAMILIES = {
    "ND_GB200_v6": _RACK,
    "ND_GB300_v6": _RACK,
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
}
"""Families that no Azure HPC image runs on, with the end of the sentence that says why. Sources: the size
pages of
learn.microsoft.com/azure/virtual-machines/sizes and
learn.microsoft.com/azure/virtual-machines/linux/n-series-driver-setup."""


def unsupported(size: VmSize) -> str | None:
    """Why a training cluster can't have this size, or None if it can."""
    reason = UNSUPPORTED_FAMILIES.get(size.family)
    return f"{size.size} {reason}" if reason else None


def _flavour(size: VmSize) -> str:
    model = size.gpu_model or ""
    if "V100" in model or size.family == "NDv2":
        return "v100"
    return "rocm" if "MI300X" in model else ""


def image_sku(size: VmSize) -> str:
    """The newest image that has the drivers of the size's GPU."""
    return {"v100": "2204-v100", "rocm": "2404-rocm", "": "2404"}[_flavour(size)]


def image_problems(size: VmSize, sku: str | None, version: str) -> Iterator[Problem]:
    """A SKU whose drivers don't fit the size, and a version that isn't one of the SKU."""
    chosen = sku or image_sku(size)
    flavour = _flavour(size)
    if chosen not in IMAGE_SKUS:
        yield Problem(
            ("image_sku",),
            f"must be one of {', '.join(IMAGE_SKUS)}, got {chosen!r}: {image_sku(size)} fits {size.size}",
        )
        return
    if chosen.partition("-")[2] != flavour:
        what = {"v100": "V100 GPUs need", "rocm": "AMD GPUs need", "": "its GPUs need"}[flavour]
        yield Problem(
            ("image_sku",), f"{chosen} doesn't fit {size.size}: {what} {image_sku(size)}. Leave it out"
        )
    release = f"{chosen[:2]}.{chosen[2:4]}"
    if version != "latest" and not re.fullmatch(re.escape(release) + r"\.\d{10}", version):
        yield Problem(
            ("image_version",),
            f"{version!r} is not a version of {chosen}: versions look like {release}.2026072901, and "
            f"`az vm image list --publisher microsoft-dsvm --offer ubuntu-hpc --sku {chosen} --all` lists "
            "them",
        )
