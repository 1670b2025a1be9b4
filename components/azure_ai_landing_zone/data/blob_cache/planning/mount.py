"""Blob containers mounted on machines: BlobFuse2 with a cache, or NFS 3.0; pure.

For whoever sets nodes up: `blobfuse_config` is the text of a configuration file, `blobfuse_packages` and
`blobfuse_mount_command` what it takes to mount it; `NFS_PACKAGES` and `nfs_mount_command` the same for NFS.
Sources: learn.microsoft.com/azure/storage/blobs/blobfuse2-configuration and
network-file-system-protocol-support-how-to, 2026-11-21.
"""

import json
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from azure_ai_landing_zone.catalog import single_facts, sizes
from azure_ai_landing_zone.core.problem import PlanRefused
from azure_ai_landing_zone.data.blob_cache.planning.blobfuse_keys import config_problems

OLDEST_BLOBFUSE = tuple(int(number) for number in single_facts.text("oldestBlobfuse").split("."))
"""Older ones are without support."""

CACHE_SHARE = 0.8
"""Of a local disk; the rest stays for jobs. It is BlobFuse2's own default too."""

NFS_PACKAGES = ("nfs-common",)
NFS_OPTIONS = ("sec=sys", "vers=3", "nolock", "proto=tcp")
"""Source: learn.microsoft.com/azure/storage/blobs/network-file-system-protocol-support-how-to."""


@dataclass(frozen=True, slots=True)
class FileCache:
    """Whole files on a local disk: the first read of a file downloads it, later ones are local."""

    path: str
    size_mb: int
    keep_seconds: int
    """A file that nobody reads for so long leaves the cache."""


@dataclass(frozen=True, slots=True)
class BlockCache:
    """Blocks read ahead into memory: for files that are read once, from beginning to end."""

    block_mb: int
    memory_mb: int
    prefetch: int
    """Blocks ahead of a reader."""
    path: str | None = None
    """Of a second level on a local disk."""
    disk_mb: int | None = None


@dataclass(frozen=True, slots=True)
class BlobMount:
    """A container, and how it is mounted."""

    account_name: str
    container_name: str
    cache: FileCache | BlockCache
    hierarchical_namespace: bool = False
    read_only: bool = True
    identity_client_id: str | None = None
    """Of the machine's user-assigned identity. None: it has one only."""


def cache_size_mb(size_name: str) -> int | None:
    """What a cache may take of a machine's local NVMe, or of its temporary disk; None without either."""
    size = sizes.find(size_name)
    disk = (size.local_nvme_gib or size.local_disk_gib) if size is not None else None
    return int(float(disk) * 1024 * CACHE_SHARE) if disk else None


def config_of(mount: BlobMount) -> dict[str, Any]:
    """The configuration as data. Raises PlanRefused where BlobFuse2 would not take it."""
    cache_name, cache = _cache_of(mount.cache)
    # What nobody else writes needs no second look: names and sizes are asked for once in two hours.
    remembered = 7200 if mount.read_only else 120
    storage_kind = ("adls", "dfs") if mount.hierarchical_namespace else ("block", "blob")
    azstorage: dict[str, Any] = {
        "type": storage_kind[0],
        "account-name": mount.account_name,
        "container": mount.container_name,
        "endpoint": f"https://{mount.account_name}.{storage_kind[1]}.core.windows.net",
        "mode": "msi",
    }
    if mount.identity_client_id is not None:
        azstorage["appid"] = mount.identity_client_id
    if not mount.hierarchical_namespace:
        azstorage["virtual-directory"] = True
    config: dict[str, Any] = {
        "allow-other": True,
        "read-only": mount.read_only,
        "logging": {"type": "syslog", "level": "log_warning"},
        "components": ["libfuse", cache_name, "attr_cache", "azstorage"],
        "libfuse": {
            "attribute-expiration-sec": remembered,
            "entry-expiration-sec": remembered,
            "negative-entry-expiration-sec": remembered,
        },
        cache_name: cache,
        "attr_cache": {"timeout-sec": remembered},
        "azstorage": azstorage,
    }
    if problems := config_problems(config):
        raise PlanRefused(problems)
    return config


def blobfuse_config(mount: BlobMount) -> str:
    """The text of the configuration file: no secret is in it. Raises PlanRefused."""
    return "\n".join([*_yaml(config_of(mount)), ""])


def blobfuse_packages(version: str) -> list[str]:
    """Packages of packages.microsoft.com, for Ubuntu. Raises PlanRefused for an unsupported version."""
    return ["fuse3", f"blobfuse2={version}"]


def is_supported(version: str) -> bool:
    """Whether Microsoft supports that BlobFuse2, such as 2.5.1."""
    numbers = version.split("~")[0].split(".")
    return tuple(int(number) for number in numbers) >= OLDEST_BLOBFUSE


def blobfuse_mount_command(config_path: str, mount_path: str) -> str:
    """As root; the folder has to exist and to be empty."""
    return f"blobfuse2 mount {shlex.quote(mount_path)} --config-file={shlex.quote(config_path)}"


def nfs_mount_command(account_name: str, container_name: str, mount_path: str, *, read_only: bool) -> str:
    """As root. Only containers as a whole can be mounted, and only from inside the network."""
    options = ",".join((*NFS_OPTIONS, *(("ro",) if read_only else ())))
    share = f"{account_name}.blob.core.windows.net:/{account_name}/{container_name}"
    return f"mount -t nfs -o {options} {share} {shlex.quote(mount_path)}"


def _cache_of(cache: FileCache | BlockCache) -> tuple[str, dict[str, Any]]:
    if isinstance(cache, FileCache):
        keys = {
            "path": cache.path,
            "timeout-sec": cache.keep_seconds,
            "max-size-mb": cache.size_mb,
            "cleanup-on-start": True,
        }
        return "file_cache", keys
    keys = {
        "block-size-mb": cache.block_mb,
        "mem-size-mb": cache.memory_mb,
        "prefetch": cache.prefetch,
    }
    if cache.path is not None:
        keys |= {"path": cache.path, "cleanup-on-start": True}
    if cache.disk_mb is not None:
        keys["disk-size-mb"] = cache.disk_mb
    return "block_cache", keys


def _yaml(values: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """YAML of mappings, lists of texts, and scalars, which JSON spells as YAML does."""
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield f"{indent}{key}:"
            yield from _yaml(value, f"{indent}  ")
        elif isinstance(value, list):
            yield f"{indent}{key}:"
            yield from (f"{indent}  - {json.dumps(item)}" for item in value)
        else:
            yield f"{indent}{key}: {json.dumps(value)}"
