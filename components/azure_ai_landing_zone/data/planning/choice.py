"""Lustre, BlobFuse2 or NFS: which of them suits a data set and those who read it, with the reasons; pure.

Figures: an account gives 50 Gb/s and 20 000 requests a second, more in some regions
(learn.microsoft.com/azure/storage/common/scalability-targets-standard-account); a block blob is not slower
than its account. BlobFuse2 has no locks between machines
(learn.microsoft.com/azure/storage/blobs/blobfuse2-what-is), and NFS 3.0 on blobs neither, nor identities
(network-file-system-protocol-known-issues 2024-03-04).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

ACCOUNT_GBPS = 50
ACCOUNT_REQUESTS = 20_000

SMALL_FILE_MB = 1.0
"""Below it a request costs more than its bytes."""

LARGE_FILE_MB = 64.0
"""From it on reading ahead pays: several blocks of 16 MB."""

PATIENCE_HOURS = 2.0
"""How long machines may wait until everything has come from blobs once."""

NFS_READERS = 4
"""Machines up to which NFS is worth a thought: it caches nothing between them."""

Access = Literal["epochs", "streaming", "random", "sharedWriting"]
"""All files again and again; each file once, from beginning to end; parts of files; files that several
machines write."""

Storage = Literal["lustre", "blobFuseFileCache", "blobFuseBlockCache", "nfs"]


@dataclass(frozen=True, slots=True)
class DataUse:
    """A data set and what is done with it."""

    data_gb: float
    file_count: int
    reader_nodes: int
    access: Access
    read_mbps_per_node: int
    """Megabytes a second that each machine wants, all at once."""
    local_disk_gb: float = 0
    """Of each machine: NVMe, or a temporary disk."""

    @property
    def file_mb(self) -> float:
        """Of a file, on average."""
        return self.data_gb * 1000 / self.file_count


@dataclass(frozen=True, slots=True)
class StorageChoice:
    """What to take, why, and why not the others."""

    storage: Storage
    reasons: tuple[str, ...]
    against: dict[Storage, tuple[str, ...]]
    """By what else there is. Empty reasons: it would do as well, for more money or with more work."""


def first_read_hours(use: DataUse) -> float:
    """Until every machine has read everything once from one account: by bytes or by requests."""
    by_bytes = use.data_gb * 8 / ACCOUNT_GBPS
    by_requests = use.file_count / ACCOUNT_REQUESTS
    return max(by_bytes, by_requests) * use.reader_nodes / 3600


def choose_storage(use: DataUse) -> StorageChoice:
    """The cheapest that nothing speaks against; Lustre if something speaks against all others."""
    others: dict[Storage, tuple[str, ...]] = {
        "blobFuseFileCache": tuple(_against_file_cache(use)),
        "blobFuseBlockCache": tuple(_against_block_cache(use)),
        "nfs": tuple(_against_nfs(use)),
        "lustre": (),
    }
    order: dict[Access, tuple[Storage, ...]] = {
        "epochs": ("blobFuseFileCache", "blobFuseBlockCache"),
        "streaming": ("blobFuseBlockCache", "blobFuseFileCache", "nfs"),
        "random": ("blobFuseFileCache", "nfs", "blobFuseBlockCache"),
        "sharedWriting": (),
    }
    found: Storage = next((one for one in order[use.access] if not others[one]), "lustre")
    others.pop(found)
    if found == "lustre":
        reasons = tuple(dict.fromkeys(text for texts in others.values() for text in texts))
        return StorageChoice(found, reasons, others)
    return StorageChoice(found, tuple(_for(found, use)), others)


def _for(found: Storage, use: DataUse) -> Iterator[str]:
    hours = first_read_hours(use)
    if found == "blobFuseFileCache":
        yield (
            f"{use.data_gb:g} GB fit on the local disk of each machine, {use.local_disk_gb:g} GB: blobs are "
            f"read once, in {hours:.1f} hours at the most, and everything after that is local"
        )
    if found == "blobFuseBlockCache":
        wanted = _wanted_gbps(use)
        yield (
            f"files of {use.file_mb:.0f} MB are read ahead in blocks, and {wanted:.0f} Gb/s for all machines "
            f"are within the {ACCOUNT_GBPS} of an account"
        )
    if found == "nfs":
        yield f"{use.reader_nodes} machines read parts of files: NFS moves no more than they ask for"
    yield "a container costs a fraction of a file system that is paid for as long as it exists"


def _wanted_gbps(use: DataUse) -> float:
    return use.reader_nodes * use.read_mbps_per_node * 8 / 1000


def _against_sharing(use: DataUse) -> Iterator[str]:
    if use.access == "sharedWriting":
        yield "several machines write the same files: only Lustre has locks between them"


def _against_the_account(use: DataUse) -> Iterator[str]:
    wanted = _wanted_gbps(use)
    if wanted > ACCOUNT_GBPS:
        yield f"all machines want {wanted:.0f} Gb/s at once, and a storage account gives {ACCOUNT_GBPS}"


def _against_file_cache(use: DataUse) -> Iterator[str]:
    yield from _against_sharing(use)
    if use.local_disk_gb <= 0:
        yield "machines have no local disk to cache files on"
    elif use.data_gb > use.local_disk_gb:
        yield f"{use.data_gb:g} GB don't fit on a local disk of {use.local_disk_gb:g} GB"
    if use.access == "streaming":
        yield "files that are read once would be written to a disk and never read from there"
    if (hours := first_read_hours(use)) > PATIENCE_HOURS:
        yield (
            f"{use.reader_nodes} machines wait {hours:.0f} hours until {use.file_count} files have come from "
            "one storage account for the first time"
        )


def _against_block_cache(use: DataUse) -> Iterator[str]:
    yield from _against_sharing(use)
    yield from _against_the_account(use)
    if use.file_mb < LARGE_FILE_MB:
        yield f"files of {use.file_mb:.2g} MB have no blocks to read ahead"
    if use.access == "random":
        yield "reading ahead fetches what nobody asks for when parts of files are read"


def _against_nfs(use: DataUse) -> Iterator[str]:
    yield from _against_sharing(use)
    yield from _against_the_account(use)
    if use.access == "epochs":
        yield f"each epoch would read {use.data_gb:g} GB from the account again"
    if use.file_mb < SMALL_FILE_MB:
        yield f"opening each of {use.file_count} files of {use.file_mb:.2g} MB is a request to the account"
    if use.reader_nodes > NFS_READERS:
        yield f"{use.reader_nodes} machines read the same bytes again and again, which NFS doesn't cache"
