"""Mounts the cluster's data, again and again: stores refuse a node until its roles take effect."""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.node_setup.on_node import commands, settings

PATIENCE = 1_800.0
"""Seconds until a mount counts as failed; systemd then begins anew."""

BLOBFUSE_CONFIGS = settings.FOLDER / "blobfuse2"
OLDEST_BLOBFUSE = (2, 3, 1)
"""Older ones are out of support since 2026-09-30. Source: github.com/Azure/azure-storage-fuse, README."""

ALLOW_OTHERS = ["sed", "-i", r"s/^#\s*user_allow_other/user_allow_other/", "/etc/fuse.conf"]
"""Jobs of other users read what root mounts."""

PACKAGES = {"nfs": "nfs-common", "aznfs": "aznfs", "blobfuse2": "blobfuse2"}
"""Lustre's client is part of the image: it has to be built for the image's kernel. So is aznfs of newer ones.
Source: github.com/Azure/azhpc-images, components/install_aznfs.sh, read 2026-11-22."""

UNATTENDED = ["env", "DEBIAN_FRONTEND=noninteractive", "AZNFS_NONINTERACTIVE_INSTALL=1"]
"""Without the second, aznfs asks whether it may update itself, and waits. Source: the same."""


def config_file(mount: Mapping[str, Any]) -> Path:
    """Where the settings of a BlobFuse2 mount are."""
    name = str(mount["path"]).strip("/").replace("/", "-")
    return BLOBFUSE_CONFIGS / f"{name}.yaml"


def mount_command(mount: Mapping[str, Any]) -> list[str]:
    """What mounts it."""
    options = ["-o", ",".join(mount["options"])] if mount["options"] else []
    if mount["kind"] == "blobfuse2":
        return ["blobfuse2", "mount", mount["path"], f"--config-file={config_file(mount)}",
                f"--container-name={mount['source']}", *options]  # fmt: skip
    return ["mount", "-t", mount["kind"], *options, mount["source"], mount["path"]]


def mounted(path: str, table: str) -> bool:
    """Whether something is mounted there, from /proc/self/mounts."""
    places = [line.split(" ")[1].replace("\\040", " ") for line in table.splitlines() if " " in line]
    return path in places


def missing_tool(mount: Mapping[str, Any], run: commands.Run) -> str | None:
    """What stands in the way of that mount, after trying to install it."""
    kind, version = mount["kind"], mount.get("version")
    if kind == "lustre":
        if run(["modprobe", "lustre"]).status:
            return "the image has no Lustre client for its kernel: take an Azure HPC image, which has one"
        return None
    if _installed(kind, version, run):
        return None
    run(["apt-get", "-o", "DPkg::Lock::Timeout=600", "update"])
    package = PACKAGES[kind]
    options = ["--allow-downgrades", f"{package}={version}*"] if version else [package]
    apt = [*(UNATTENDED if kind == "aznfs" else []), "apt-get", "-o", "DPkg::Lock::Timeout=600"]
    run([*apt, "install", "--yes", "--no-install-recommends", *options])
    if _installed(kind, version, run):
        return None
    named = f"{package} {version}" if version else package
    return f"{named} is not to be had from the image's package sources"


def _installed(kind: str, wanted: str | None, run: commands.Run) -> bool:
    if kind in ("nfs", "aznfs"):
        return run(["which", f"mount.{kind}"]).status == 0
    ran = run(["blobfuse2", "--version"])
    numbers = [part for part in ran.text.replace("-", " ").split() if part[:1].isdigit()]
    if ran.status or not numbers:
        return False
    if wanted:
        return numbers[0] == wanted.partition("~")[0]
    version = tuple(int(part) for part in numbers[0].split(".")[:3] if part.isdigit())
    return version >= OLDEST_BLOBFUSE


def mount_all(
    mounts: Sequence[Mapping[str, Any]],
    *,
    run: commands.Run = commands.run,
    table: Callable[[], str] = lambda: Path("/proc/self/mounts").read_text(encoding="utf-8"),
    sleep: Callable[[float], None] = time.sleep,
    patience: float = PATIENCE,
) -> list[str]:
    """Mount what isn't yet; what couldn't be in time, each in one sentence."""
    left = [mount for mount in mounts if not mounted(mount["path"], table())]
    reasons: dict[str, str] = {}
    waited, pause = 0.0, 2.0
    while left:
        for mount in left:
            reason = missing_tool(mount, run)
            if reason is None:
                ran = run(mount_command(mount))
                reason = f"{mount['source']}: {ran.text.strip() or f'status {ran.status}'}"
            reasons[mount["path"]] = reason
        left = [mount for mount in left if not mounted(mount["path"], table())]
        if not left or waited >= patience:
            break
        sleep(pause)
        waited, pause = waited + pause, min(pause * 2, 60.0)
    return [f"{mount['path']} is not mounted: {reasons[mount['path']]}" for mount in left]


def main() -> int:
    mounts = settings.load()["mounts"]
    for mount in mounts:
        Path(mount["path"]).mkdir(parents=True, exist_ok=True)
        if mount["kind"] == "blobfuse2":
            settings.write(config_file(mount), mount["config"], mode=0o600)
            commands.run(ALLOW_OTHERS)
    failed = mount_all(mounts)
    for sentence in failed:
        print(sentence, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
