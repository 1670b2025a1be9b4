"""The Slurm that nodes install, and what its daemons run as: the same on every machine of a cluster."""

from collections.abc import Mapping
from types import MappingProxyType

REPOSITORIES: Mapping[str, str] = MappingProxyType(
    {"22.04": "slurm-ubuntu-jammy", "24.04": "slurm-ubuntu-noble"}
)
"""By Ubuntu's release, below packages.microsoft.com/repos: Slurm built with PMIx."""
OLDEST_VERSION = "25.05.2"
"""Of Slurm. The version that Azure CycleCloud installs from the same place."""

SLURM_UID, MUNGE_UID = 11_100, 11_101
"""The same on all machines, or daemons refuse each other's messages; CycleCloud's."""


def slurm_release() -> dict[str, object]:
    """What every machine is told of the Slurm to install."""
    return {
        "repositories": dict(REPOSITORIES),
        "oldestVersion": OLDEST_VERSION,
        "slurmUid": SLURM_UID,
        "mungeUid": MUNGE_UID,
    }
