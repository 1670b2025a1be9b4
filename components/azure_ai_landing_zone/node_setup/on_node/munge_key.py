"""The key that Slurm's machines know each other by: made on the scheduler, kept in Key Vault, and nowhere
else."""

import base64
import os
import shutil
import time
import urllib.error
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.node_setup.on_node import azure

FILE = Path("/etc/munge/munge.key")
RESOURCE = "https://vault.azure.net"
API_VERSION = "7.4"
"""Source: learn.microsoft.com/rest/api/keyvault/secrets."""
BYTES = 128
"""Of a key; munge takes 32 to 1024."""


def fetch(told: Mapping[str, Any], *, make: bool = False, **options: Any) -> bytes:
    """The key. With `make` a vault without one gets a new one; otherwise that is waited for. `options` are
    those of the requests."""
    metadata = {"metadata": options.pop("metadata")} if "metadata" in options else {}
    bearer = azure.token(RESOURCE, told["clientId"], **metadata, **options)
    slurm = told["slurm"]
    url = f"{slurm['vaultUri'].rstrip('/')}/secrets/{slurm['mungeKeySecret']}?api-version={API_VERSION}"
    passing = azure.PASSING - {404} if make else azure.PASSING
    try:
        return _decode(azure.call("GET", url, bearer, passing=passing, **options))
    except urllib.error.HTTPError as error:
        if not make or error.code != 404:
            raise
    value = base64.b64encode(os.urandom(BYTES)).decode()
    content = {"value": value, "contentType": "munge key of a Slurm cluster, base64"}
    return _decode(azure.call("PUT", url, bearer, content, **options))


def _decode(secret: Mapping[str, str]) -> bytes:
    return base64.b64decode(secret["value"], validate=True)


def install(key: bytes, file: Path = FILE) -> bool:
    """Put the key where munge reads it. Whether it is another one than before."""
    if file.exists() and file.read_bytes() == key:
        return False
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.{time.monotonic_ns()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o400)
    with os.fdopen(descriptor, "wb") as out:
        out.write(key)
    shutil.chown(draft, *_owner(file.parent))
    draft.replace(file)
    return True


def _owner(folder: Path) -> tuple[int, int]:
    there = folder.stat()
    return there.st_uid, there.st_gid
