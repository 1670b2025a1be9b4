"""Where people's home directories are, as plain data."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.core.model import Key, Model, matching, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.node_setup.services import MountPath

FOLDER = "home"
"""Below a Lustre file system that has homes beside data."""

MOUNT_OPTIONS = ("vers=4", "minorversion=1", "sec=sys", "nconnect=4")
"""Of NFS 4.1 on Azure Files. Source: learn.microsoft.com/azure/storage/files/
encryption-in-transit-for-nfs-shares, 2025-05-07."""


class HomeShareCreate(Model):
    """An NFS 4.1 share of Azure Files, made here, that machines reach by TLS."""

    mode: Literal["create"]
    """Made here."""
    size_gib: StrictInt = Field(default=1024, ge=100, le=102_400)
    """What is paid for, full or not; with it grow requests (3,000 a second and one more for each GiB) and
    MiB a second (100 and a tenth of the GiB). It can grow at any time, and shrink a day after that.
    Source: learn.microsoft.com/azure/storage/files/understanding-billing, provisioned v1."""
    share_sku: Literal["Premium_ZRS", "Premium_LRS"] = "Premium_ZRS"
    """Premium_ZRS survives the loss of a zone; regions without zones have Premium_LRS only. NFS is on SSDs
    alone."""
    soft_delete_days: StrictInt = Field(default=14, ge=1, le=365)
    """A deleted share can be brought back for so long, and is paid for. Single files come back from
    snapshots only, which somebody has to make: Azure Backup takes no NFS shares.
    Source: learn.microsoft.com/azure/storage/files/files-nfs-protocol, 2026-07-08."""


class HomesNfs(Model):
    """An NFS export that someone else answers for, such as a volume of Azure NetApp Files."""

    mode: Literal["nfs"]
    """Mounted as it is."""
    nfs_export: Annotated[str, matching(r"[A-Za-z0-9.-]+:(/[\w.-]+)+", "an export such as 10.1.2.4:/homes")]
    """Where it is; the network has to lead there, on port 2049."""
    nfs_options: list[Annotated[str, matching(r"[\w=.:/-]+", "one option, such as noatime")]] = Field(
        default=["vers=4.1", "hard"]
    )
    """Of the mount."""


class HomesOnLustre(Model):
    """The folder `home` of a Lustre file system of the zone, which has to be mounted by the same clusters."""

    mode: Literal["lustre"]
    """Beside the data."""
    dataset: Key
    """Which of `lustre_datasets`."""


HomesChoice = Annotated[HomeShareCreate | HomesNfs | HomesOnLustre, Field(discriminator="mode")]


class SharedHomesSettings(Model):
    """Home directories that outlive machines, the same on all of them."""

    store: HomesChoice = HomeShareCreate(mode="create")
    """What they lie on."""
    homes_path: MountPath | None = None
    """Where machines see them. Left out: /shared/home, as Azure CycleCloud has it, and `home` of the file
    system with Lustre. /home stays the machine's own, so that its administrator gets in without a share."""

    @model_validator(mode="after")
    def _check_path(self) -> "SharedHomesSettings":
        refuse(SharedHomesSettings, list(self._path_problems()))
        return self

    def _path_problems(self) -> Iterator[Problem]:
        store = self.store
        if self.homes_path is not None and isinstance(store, HomesOnLustre):
            text = f"goes with a mount of its own: leave it out, homes are in `{FOLDER}` of {store.dataset}"
            yield Problem(("homes_path",), text)

    def place_of_homes(self) -> str:
        """Where each has a folder."""
        if isinstance(self.store, HomesOnLustre):
            return f"/mnt/{self.store.dataset}/{FOLDER}"
        return self.homes_path or "/shared/home"
