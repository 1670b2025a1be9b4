"""How AKS cuts GPUs into instances: how many of a GPU, and how much memory each has.

Rows are in mig_profiles.csv, by the memory of the GPU; which families are cut is in size_families.csv.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal

from azure_ai_landing_zone.catalog.table import data_file, records

MigProfile = Literal["MIG1g", "MIG2g", "MIG3g", "MIG4g", "MIG7g"]
"""How AKS cuts every GPU of a pool into instances of so many sevenths of its processors."""


@dataclass(frozen=True, slots=True)
class MigInstances:
    """What becomes of one GPU."""

    gpu_memory_gib: int
    profile: MigProfile
    instances: int
    instance_memory_gb: int
    """As their names say it: mig-1g.12gb has 12."""
    source: str
    as_of: date


def load(text: str, file: str = "mig_profiles.csv") -> Mapping[tuple[int, MigProfile], MigInstances]:
    """By the GPU's memory and the profile. Raises CatalogError with every problem in the file."""
    profiles: dict[tuple[int, MigProfile], MigInstances] = {}
    for row, one in records(MigInstances, file, text):
        key = one.gpu_memory_gib, one.profile
        if key in profiles:
            row.problem("profile", f"given once for {one.gpu_memory_gib} GiB")
        if one.instance_memory_gb > one.gpu_memory_gib:
            row.problem("instance_memory_gb", f"at most the GPU's, {one.gpu_memory_gib}")
        profiles[key] = one
    return profiles


@cache
def _profiles() -> Mapping[tuple[int, MigProfile], MigInstances]:
    return load(data_file("mig_profiles.csv"))


def find(gpu_memory_gib: int, profile: MigProfile) -> MigInstances | None:
    """What a GPU with so much memory is cut into; None for one that isn't."""
    return _profiles().get((gpu_memory_gib, profile))
