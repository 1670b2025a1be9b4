"""A blob container and how machines mount it, as plain data."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictBool, StrictInt, model_validator

from azure_ai_landing_zone.catalog import pins
from azure_ai_landing_zone.core.model import Model, matching, refuse, resource_id_of
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.data.blob_cache.planning.mount import (
    OLDEST_BLOBFUSE,
    BlobMount,
    BlockCache,
    FileCache,
    is_supported,
)
from azure_ai_landing_zone.node_setup import SCRATCH
from azure_ai_landing_zone.node_setup.services import MountPath
from azure_ai_landing_zone.stores.storage_account import AccountSku, ContainerName

NFS_SKUS = ("Standard_LRS", "Standard_ZRS", "Premium_LRS", "Premium_ZRS")
"""Source: learn.microsoft.com/azure/storage/blobs/network-file-system-protocol-support 2024."""


def _supported(value: str) -> str:
    oldest = ".".join(str(number) for number in OLDEST_BLOBFUSE)
    if not is_supported(value):
        raise ValueError(f"{value} is without support since 2026-09-30: take {oldest} or newer")
    return value


BlobFuseVersion = Annotated[
    str, matching(r"\d+\.\d+\.\d+(~\S+)?", "a version such as 2.5.0"), AfterValidator(_supported)
]


class CacheDisk(Model):
    """Room on a local disk."""

    cache_path: MountPath = f"{SCRATCH}/blobfuse"
    """On local NVMe: a machine without it would fill its system disk."""
    cache_gib: StrictInt = Field(ge=1)
    """Of that disk. What is read least goes first once it is full."""


class FileCacheMount(CacheDisk):
    """BlobFuse2 that keeps whole files on a local disk: for data that is read again and again."""

    mode: Literal["fileCache"]
    """As it says."""
    blobfuse_version: BlobFuseVersion = pins.version("blobfuse2")
    """Of the package; pinned, so that machines don't differ from each other."""
    keep_hours: StrictInt = Field(default=24, ge=0, le=8_760)
    """A file that nobody reads for so long leaves the cache, and what others change shows after that."""


class BlockCacheMount(Model):
    """BlobFuse2 that reads ahead in memory: for large files that are read once."""

    mode: Literal["blockCache"]
    """As it says."""
    blobfuse_version: BlobFuseVersion = pins.version("blobfuse2")
    """Of the package; pinned, so that machines don't differ from each other."""
    block_mib: StrictInt = Field(default=16, ge=1, le=1_024)
    """What is read at once."""
    memory_gib: StrictInt = Field(ge=1)
    """Taken from the machine as soon as it is mounted."""
    prefetch: StrictInt = Field(default=32, ge=11, le=1_024)
    """Blocks ahead of each reader; BlobFuse2 takes no fewer than 11."""
    disk: CacheDisk | None = None
    """A second level on local NVMe. Left out: memory alone."""

    @model_validator(mode="after")
    def _check_memory(self) -> "BlockCacheMount":
        blocks = self.memory_gib * 1024 // self.block_mib
        if blocks < self.prefetch:
            text = (
                f"{self.prefetch} blocks of {self.block_mib} MiB don't fit into {self.memory_gib} GiB, which "
                f"hold {blocks}: take more memory or fewer blocks"
            )
            refuse(BlockCacheMount, [Problem(("prefetch",), text)])
        return self


class NfsMount(Model):
    """NFS 3.0: for parts of files and programs that want POSIX names. No identities, no encryption on the
    way, no locks between machines, no resource logs."""

    mode: Literal["nfs"]
    """Decided when the account is made: it can't be changed later."""


class BlobCacheAccountCreate(Model):
    """A container in an account that is made."""

    mode: Literal["create"]
    """Made here."""
    account_sku: AccountSku = "Standard_ZRS"
    """Standard_ZRS survives the loss of a zone; regions without zones have Standard_LRS only. NFS takes
    neither of the geo-redundant ones."""
    container_name: ContainerName = "data"
    """Of the container in it."""
    hierarchical_namespace: StrictBool = False
    """Real folders: NFS has them always. It can't be changed later."""


class BlobCacheContainerExisting(Model):
    """A container that someone else answers for, with the roles and ways in that machines need."""

    mode: Literal["existing"]
    """Taken over."""
    container_resource_id: Annotated[
        str, resource_id_of("Microsoft.Storage/storageAccounts/blobServices/containers")
    ]
    """Full id. NFS needs an account that was made for it."""
    hierarchical_namespace: StrictBool = False
    """Whether its account has real folders."""


class BlobCacheSettings(Model):
    """A container, and how machines mount it."""

    container: Annotated[BlobCacheAccountCreate | BlobCacheContainerExisting, Field(discriminator="mode")] = (
        BlobCacheAccountCreate(mode="create")
    )
    """Where the blobs are."""
    mount: Annotated[FileCacheMount | BlockCacheMount | NfsMount, Field(discriminator="mode")]
    """How machines see them; planning/storage_choice.py chooses."""
    read_only: StrictBool = True
    """Whether machines may only read. Two that write the same file undo each other."""
    mount_path: MountPath | None = None
    """On machines. Left out: /mnt/ and the name."""

    @model_validator(mode="after")
    def _check_nfs(self) -> "BlobCacheSettings":
        container = self.container
        if (
            isinstance(self.mount, NfsMount)
            and isinstance(container, BlobCacheAccountCreate)
            and container.account_sku not in NFS_SKUS
        ):
            text = f"{container.account_sku} has no NFS: take one of {', '.join(NFS_SKUS)}"
            refuse(BlobCacheSettings, [Problem(("container", "account_sku"), text)])
        return self

    def has_folders(self) -> bool:
        """Whether the account has a hierarchical namespace."""
        return self.container.hierarchical_namespace or isinstance(self.mount, NfsMount)


def blob_mount(
    settings: BlobCacheSettings,
    mount: FileCacheMount | BlockCacheMount,
    *,
    account_name: str,
    container_name: str,
    identity_client_id: str | None,
) -> BlobMount:
    """What a configuration of BlobFuse2 is made from."""
    return BlobMount(
        account_name=account_name,
        container_name=container_name,
        cache=_cache(mount),
        hierarchical_namespace=settings.has_folders(),
        read_only=settings.read_only,
        identity_client_id=identity_client_id,
    )


def _cache(mount: FileCacheMount | BlockCacheMount) -> FileCache | BlockCache:
    if isinstance(mount, FileCacheMount):
        return FileCache(mount.cache_path, mount.cache_gib * 1024, mount.keep_hours * 3600)
    return BlockCache(
        block_mb=mount.block_mib,
        memory_mb=mount.memory_gib * 1024,
        prefetch=mount.prefetch,
        path=mount.disk.cache_path if mount.disk else None,
        disk_mb=mount.disk.cache_gib * 1024 if mount.disk else None,
    )
