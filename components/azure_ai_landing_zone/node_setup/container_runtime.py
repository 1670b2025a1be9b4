"""Containers that Slurm's jobs start: which pyxis and enroot nodes get, and from where."""

from typing import Annotated, Any

from azure_ai_landing_zone.catalog import pins
from azure_ai_landing_zone.core.model import Model, matching

PUBLISHED = "https://github.com/NVIDIA"
"""Where both come from if nobody says otherwise."""

Sha256 = Annotated[str, matching(r"[0-9a-f]{64}", "64 hexadecimal digits, as sha256sum prints them")]


class ContainerRuntime(Model):
    """pyxis and enroot in the versions of Azure CycleCloud. Their makers publish no checksums: docs/slurm.md,
    "Containers", has the command that finds them."""

    enroot_sha256: Sha256
    """Of the package enroot, enroot_<version>-1_amd64.deb."""
    enroot_caps_sha256: Sha256
    """Of the package enroot+caps, which lets people import images."""
    mirror: Annotated[
        str, matching(r"https://[A-Za-z0-9./_-]+[A-Za-z0-9_-]", "an https address without a slash at its end")
    ] = PUBLISHED
    """With enroot's releases and pyxis' repository (`/pyxis.git`) at the same paths below it; nodes reach it
    without a password."""

    def told(self) -> dict[str, Any]:
        """As a machine is told of it."""
        return {
            "mirror": self.mirror,
            "enroot": pins.version("enroot"),
            "sha256": {"enroot": self.enroot_sha256, "enroot+caps": self.enroot_caps_sha256},
            "pyxis": pins.version("pyxis"),
        }
