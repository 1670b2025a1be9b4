"""The Slurm that nodes install, and what its daemons run as: the same on every machine of a cluster."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any

from azure_ai_landing_zone.catalog import pins
from azure_ai_landing_zone.core.model import matching
from azure_ai_landing_zone.node_setup.container_runtime import ContainerRuntime

REPOSITORIES: Mapping[str, str] = MappingProxyType(
    {"22.04": "slurm-ubuntu-jammy", "24.04": "slurm-ubuntu-noble"}
)
"""By Ubuntu's release, below packages.microsoft.com/repos: Slurm built with PMIx."""
VERSION = pins.version("slurm")
"""Where nobody says another: the one that Azure CycleCloud installs from the same place."""

SlurmVersion = Annotated[str, matching(r"\d\d\.\d\d\.\d+", "an exact version, such as 25.11.5")]

SLURM_UID, MUNGE_UID = 11_100, 11_101
"""The same on all machines, or daemons refuse each other's messages; CycleCloud's."""


def slurm_release(version: str, containers: ContainerRuntime | None) -> dict[str, Any]:
    """What every machine is told of the Slurm to install: exactly that one, whatever came since."""
    return {
        "repositories": dict(REPOSITORIES),
        "version": version,
        "slurmUid": SLURM_UID,
        "mungeUid": MUNGE_UID,
        "containers": None if containers is None else containers.told(),
    }
