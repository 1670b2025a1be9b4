"""What a run that was cut off left of Pulumi's state in a folder.

Pulumi replaces a file as a whole, but not the `.attrs` file beside it, which it needs for nothing
(gocloud.dev v0.46.0, blob/fileblob). To have none, with `metadata=skip` in the backend's URL, is worse: where
a disk is full, the state is replaced by the part that there was room for.
"""

import json
import sys
from pathlib import Path
from typing import Any

import yaml


class StateLost(RuntimeError):
    """What is kept of stacks, or of what they made, can't be read any more, nor any backup of it."""


def repair(folder: Path) -> None:
    """Make what is in `folder` readable for Pulumi again, and say what was done.

    Raises:
        StateLost: there is no backup to take instead of a stack's state.
    """
    pulumi = folder / ".pulumi"
    for attributes in pulumi.rglob("*.attrs"):
        attributes.unlink()
    version = pulumi / "meta.yaml"
    if version.exists() and not _is_version(version):
        print(f"{version} was cut off while it was written: Pulumi writes it anew", file=sys.stderr)
        version.unlink()
    for state in sorted(pulumi.glob("stacks/*/*.json")):
        if not _is_state(state):
            _restore(state, pulumi / "backups")


def _restore(state: Path, backups: Path) -> None:
    project, stack = state.parent.name, state.stem
    kept = [
        state.with_name(f"{state.name}.bak"),  # from before the last write
        *(backups / project / stack).glob("*.json"),  # from the ends of earlier runs
    ]
    readable = [backup for backup in kept if backup.exists() and _is_state(backup)]
    if not readable:
        raise StateLost(
            f"{state} was cut off while it was written, and neither beside it nor in {backups} is a backup "
            f"that can be read: what stack '{stack}' of '{project}' has made is lost. "
            f"'rm -rf {backups.parents[2]}' starts anew, without any stack of this folder."
        )
    newest = max(readable, key=lambda backup: backup.stat().st_mtime_ns)
    print(f"{state} was cut off while it was written: taking its backup {newest.name}", file=sys.stderr)
    replacement = state.with_name(f"{state.name}.restored")
    replacement.write_bytes(newest.read_bytes())
    replacement.replace(state)


def _is_version(file: Path) -> bool:
    try:
        content: Any = yaml.safe_load(file.read_bytes())
    except yaml.YAMLError:
        return False
    return isinstance(content, dict) and isinstance(content.get("version"), int)


def _is_state(file: Path) -> bool:
    try:
        content: Any = json.loads(file.read_bytes())
    except ValueError:
        return False
    return isinstance(content, dict) and "checkpoint" in content
