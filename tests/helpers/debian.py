"""Debian's own packages, unpacked beside the system, for tests that want the real tool."""

import os
import re
import shutil
import subprocess
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest


def _cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "azure-ai-landing-zone" / "debian"


def _apt(lists: Path, *arguments: str) -> str:
    """apt-get with lists of its own and nobody's lock; the system stays as it is."""
    (lists / "partial").mkdir(parents=True, exist_ok=True)
    options = [f"Dir::State::lists={lists}", "Debug::NoLocking=1", "APT::Sandbox::User=root"]
    command = ["apt-get", "--quiet", "--yes", *(f"--option={option}" for option in options), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        raise OSError(done.stderr or done.stdout)
    return done.stdout


@cache
def unpacked(*packages: str) -> Path:
    """A folder with these packages and what of their dependencies the system lacks. Skips the test where no
    mirror of Debian's packages is reachable."""
    if not all(map(shutil.which, ("apt-get", "dpkg"))):
        pytest.skip(f"{', '.join(packages)}: no apt-get here, so Debian's packages can't be had")
    home = _cache_folder()
    try:
        if not any((home / "lists").glob("*Packages*")):
            _apt(home / "lists", "update")
        uris = _apt(
            home / "lists", "install", "--no-install-recommends", "--reinstall", "--print-uris", *packages
        )
        names = sorted(re.findall(r"^'\S+' (\S+\.deb) ", uris, re.MULTILINE))
        root = home / sha256("\n".join(names).encode()).hexdigest()[:16]
        if not root.exists():
            _unpack(home / "lists", root, packages)
    except (OSError, subprocess.TimeoutExpired) as error:
        pytest.skip(f"{', '.join(packages)}: no mirror of Debian's packages is reachable ({error})")
    return root


def _unpack(lists: Path, root: Path, packages: tuple[str, ...]) -> None:
    draft = root.with_name(f"{root.name}.{os.getpid()}")
    archives = draft / "archives"
    (archives / "partial").mkdir(parents=True)
    _apt(
        lists, f"--option=Dir::Cache::archives={archives}", "install", "--no-install-recommends",
        "--reinstall", "--download-only", *packages,
    )  # fmt: skip
    for package in sorted(archives.glob("*.deb")):
        subprocess.run(["dpkg", "--extract", str(package), str(draft)], check=True)
    shutil.rmtree(archives)
    try:
        draft.rename(root)
    except OSError:  # another process was first
        shutil.rmtree(draft)
