"""What is so of every size of a family: its GPU and what drives it, and what Azure's services make of it.

Rows are in size_families.csv; each names the pages of its family. A new family is one row here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from types import MappingProxyType
from typing import Literal

from azure_ai_landing_zone.catalog.table import data_file, records

GpuVendor = Literal["nvidia", "amd", "none"]
"""`none`: no GPU. FPGAs and video processors aren't GPUs."""

GpuDriver = Literal["cuda", "grid", "rocm", "radeon", "none"]
"""What programs need to reach the GPU. `grid` and `radeon` are the graphics drivers of NVIDIA and AMD."""

DriverExtension = Literal["NvidiaGpuDriverLinux", "AmdGpuDriverLinux"]
"""Of publisher Microsoft.HpcCompute."""

HpcImage = Literal["cuda", "cuda-v100", "rocm"]
"""Which of Azure's HPC images starts on it; CPUs take the one with CUDA."""

InfinibandSupport = Literal["registered", "unregistered"]
"""How the feature AKSInfinibandSupport has to be before a pool of the family is made."""


@dataclass(frozen=True, slots=True)
class SizeFamily:
    """One family. A None is what nobody publishes; it never means no."""

    family: str
    gpu: str | None
    """Its model, as families with the same one have it: A100."""
    gpu_vendor: GpuVendor
    gpu_driver: GpuDriver
    driver_extension: DriverExtension | None
    """Which has a driver for its GPUs; None: none has. Sources: the extensions' resources in
    github.com/Azure/azhpc-extensions, learn.microsoft.com/azure/virtual-machines/extensions."""
    hpc_image: HpcImage | None
    """None: none has its drivers, or is for its processors. Source: github.com/Azure/azhpc-images, README."""
    confidential: bool
    """Whether its machines are confidential VMs, which start from images of their own."""
    nvlinks_per_gpu: int | None
    """As many as `nvidia-smi nvlink --status` lists; None: GPUs aren't connected with them throughout."""
    rack_nodes: int | None
    """Nodes of one rack that all its GPUs are connected in; None: nodes are nodes."""
    trusted_launch: bool | None
    """Source: learn.microsoft.com/azure/virtual-machines/trusted-launch."""
    aks: bool | None
    """Whether AKS takes it."""
    aks_gpu_driver: bool
    """Whether AKS installs the driver of its GPUs."""
    aks_infiniband_support: InfinibandSupport | None
    """None: no size of it has InfiniBand that AKS knows of."""
    mig: bool
    """Whether AKS cuts its GPUs into instances."""
    capacity_reservation: bool | None
    """Whether nodes can be reserved on demand. Source:
    learn.microsoft.com/azure/virtual-machines/capacity-reservation-overview, 2026-02-17."""
    machine_learning: bool
    """Whether Azure Machine Learning takes it."""
    environment: Mapping[str, str]
    """Variables of all jobs over InfiniBand, as the image sets them, those that name devices left out. RCCL
    reads NCCL's."""
    benchmark_environment: Mapping[str, str]
    """Beyond these, what Azure's own launchers of benchmarks set: right for one all-reduce over all GPUs, and
    not for every job. NCCL_PXN_DISABLE slows down all-to-all, 32 channels take multiprocessors from kernels,
    and UCX_TLS=rc leaves CPU MPI without shared memory."""
    source: str
    as_of: date


def load(text: str, file: str = "size_families.csv") -> Mapping[str, SizeFamily]:
    """Families by name. Raises CatalogError with every problem in the file."""
    families: dict[str, SizeFamily] = {}
    for row, family in records(SizeFamily, file, text):
        if family.family in families:
            row.problem("family", "a family that no other line has")
        if (family.gpu_vendor == "none") != (family.gpu is None):
            row.problem("gpu", "filled in for families with a GPU, and empty for others")
        if (family.gpu_vendor == "none") != (family.gpu_driver == "none"):
            row.problem("gpu_driver", "none for families without a GPU, and another for others")
        families[family.family] = family
    return MappingProxyType(families)


@cache
def all_families() -> Mapping[str, SizeFamily]:
    """Every family by name."""
    return load(data_file("size_families.csv"))
