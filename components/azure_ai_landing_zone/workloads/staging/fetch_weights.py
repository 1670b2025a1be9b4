"""Fetches one commit of a repository of Hugging Face into a folder; runs in a pod, with Python alone.

Killed at any time and started again it goes on: what is there is read and kept as far as it is right, and the
marker that ends all work is written last. Addresses and answers: huggingface/huggingface_hub, hf_api.py
(`model_info` with `files_metadata`), constants.py (HUGGINGFACE_CO_URL_TEMPLATE), 2026-11-23.
"""

import hashlib
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote, urlsplit

MARKER = ".staged"
"""In the folder: the commit that it has all of, and what of it was left out."""

_CHUNK = 8 * 2**20
_TRIES = 6
_PAUSE_SECONDS = 10


class Stop(Exception):
    """Nothing that another try would change."""


@dataclass(frozen=True)
class Wanted:
    """What a pod is told by its environment."""

    hub: str
    repository: str
    revision: str
    folder: Path
    limit_gib: int
    left_out: list[str]
    token: "str | None"

    @classmethod
    def told(cls, environment: Mapping[str, str]) -> "Wanted":
        return cls(
            hub=environment["HUB"].rstrip("/"),
            repository=environment["REPOSITORY"],
            revision=environment["REVISION"],
            folder=Path(environment["FOLDER"]),
            limit_gib=int(environment["LIMIT_GIB"]),
            left_out=json.loads(environment["LEFT_OUT"]),
            token=environment.get("HF_TOKEN"),
        )


@dataclass(frozen=True)
class HubFile:
    """One file of a repository."""

    name: str
    size: int
    sha256: "str | None"
    """None of small files, which Git has itself."""
    blob_id: str
    """Git's own sum: of a small file, that of its content."""

    def summed(self) -> Any:
        """What adds up its bytes."""
        if self.sha256 is not None:
            return hashlib.sha256()
        return hashlib.sha1(b"blob %d\0" % self.size, usedforsecurity=False)


def stage(wanted: Wanted) -> str:
    """Makes the folder what the commit is; says what was done. Raises Stop, or OSError after some tries."""
    wanted.folder.mkdir(parents=True, exist_ok=True)
    marker = wanted.folder / MARKER
    commit = f"{wanted.repository} {wanted.revision}"
    # Fewer globs are more files.
    left_out = f"{json.dumps(wanted.left_out)}\n"
    there, _, left_out_there = (marker.read_text(encoding="utf-8") if marker.exists() else "").partition("\n")
    # The hub knows a repository in any casing (huggingface/huggingface_hub#2090, 2024-03-06).
    if there and there.lower() != commit.lower():
        raise Stop(f"{wanted.folder} has {there}, wanted {commit}: name another folder")
    if there and left_out_there == left_out:
        return f"{wanted.folder} has {commit} already"
    files = listed(wanted)
    total = sum(file.size for file in files)
    if total > wanted.limit_gib * 2**30:
        raise Stop(
            f"{wanted.repository} has {total / 2**30:.1f} GiB, and {wanted.limit_gib} are allowed: raise "
            "`sizeGib`, or leave files out (`leftOut`)"
        )
    for file in files:
        tried(partial(fetch, wanted, file))
    marker.write_text(f"{commit}\n{left_out}", encoding="utf-8")
    return f"{wanted.folder} has {len(files)} files, {total / 2**30:.1f} GiB"


def listed(wanted: Wanted) -> "list[HubFile]":
    """The files that are wanted."""
    path = f"/api/models/{wanted.repository}/revision/{quote(wanted.revision, safe='')}?blobs=true"
    answer = tried(lambda: json.load(asked(wanted, path, 0)))
    found = []
    for one in answer["siblings"]:
        name = str(one["rfilename"])
        if name.startswith("/") or ".." in PurePosixPath(name).parts or name == MARKER:
            raise Stop(f"{wanted.repository} has a file {name}, which no folder is to have")
        if not any(fnmatchcase(name, glob) for glob in wanted.left_out):
            sha256 = (one.get("lfs") or {}).get("sha256")
            found.append(HubFile(name, int(one["size"]), sha256, one["blobId"]))
    return found


def fetch(wanted: Wanted, file: HubFile) -> None:
    """One file: what is there of it is kept."""
    path = wanted.folder / file.name
    path.parent.mkdir(parents=True, exist_ok=True)
    summed, there = file.summed(), 0
    if path.exists() and path.stat().st_size <= file.size:
        with path.open("rb") as old:
            while part := old.read(_CHUNK):
                summed.update(part)
                there += len(part)
    if there < file.size or not path.exists():
        url = f"/{wanted.repository}/resolve/{wanted.revision}/{quote(file.name)}"
        answer = asked(wanted, url, there)
        if there and answer.status != 206:  # all of it comes anew
            summed, there = file.summed(), 0
        with path.open("ab" if there else "wb") as new:
            while part := answer.read1(_CHUNK):
                new.write(part)
                summed.update(part)
                there += len(part)
    if there < file.size:
        raise ConnectionError(f"{file.name} ended after {there} of {file.size} bytes")
    if there > file.size or summed.hexdigest() != (file.sha256 or file.blob_id):
        path.unlink()
        raise ConnectionError(f"{file.name} is not what the hub says that it is: it is fetched anew")
    print(f"{file.name}: {file.size} bytes", flush=True)


class _SentOn(urllib.request.HTTPRedirectHandler):
    """The token goes along to another address of the hub, where small files are (/api/resolve-cache) and
    renamed repositories, and to nobody else: addresses of others are signed already. Sources:
    huggingface/swift-transformers#209, 2025-07-11; huggingface/huggingface_hub#1345, 2023-02-16."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        request = super().redirect_request(req, fp, code, msg, headers, newurl)
        token = req.get_header("Authorization")
        if request is not None and token and urlsplit(newurl)[:2] == urlsplit(req.full_url)[:2]:
            request.add_unredirected_header("Authorization", token)
        return request


_OPENER = urllib.request.build_opener(_SentOn)


def asked(wanted: Wanted, path: str, begin: int) -> Any:
    request = urllib.request.Request(wanted.hub + path)  # noqa: S310 (the hub, from the settings)
    if wanted.token:
        request.add_unredirected_header("Authorization", f"Bearer {wanted.token}")
    if begin:
        request.add_header("Range", f"bytes={begin}-")
    try:
        return _OPENER.open(request, timeout=60)
    except urllib.error.HTTPError as error:
        if error.code in (401, 403, 404):
            text = f"{wanted.hub}{path} answers {error.code}: is there such a commit, and may we?"
            raise Stop(text) from error
        raise


def tried(what: Any) -> Any:
    """What it gives, after some tries where the network, or a hub that has enough of us, says no."""
    for number in range(_TRIES):
        try:
            return what()
        except (OSError, http.client.HTTPException) as error:
            if number == _TRIES - 1:
                raise
            asks = error.headers.get("Retry-After") if isinstance(error, urllib.error.HTTPError) else None
            print(f"{error}: once more", file=sys.stderr, flush=True)
            time.sleep(int(asks) if asks and asks.isdigit() else _PAUSE_SECONDS * 2**number)
    return None


def main() -> int:
    """1 is for another try, 2 for none."""
    try:
        print(stage(Wanted.told(os.environ)), flush=True)
    except Stop as stop:
        print(stop, file=sys.stderr, flush=True)
        return 2
    except (OSError, http.client.HTTPException) as error:
        print(error, file=sys.stderr, flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
