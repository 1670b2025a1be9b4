"""Local disks become one file system, and nothing that holds data is wiped."""

import os
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from azure_ai_landing_zone import node_setup
from azure_ai_landing_zone.node_setup import SCRATCH

COMMANDS = {
    "mountpoint": 'test -e "$STATE/mounted"',
    "mkdir": ":",
    "chmod": ":",
    "lsblk": """
case "$*" in
*MODEL*) cat "$STATE/models" ;;
*) echo one; grep -q "${@: -1}" "$STATE/partitioned" 2>/dev/null && echo two || true ;;
esac""",
    "blkid": 'grep "${@: -1}" "$STATE/formatted" 2>/dev/null || exit 2',
    "mdadm": """
case "$*" in
*--assemble*) exit 1 ;;
esac""",
    "mkfs.xfs": ":",
    "mount": 'touch "$STATE/mounted"',
}
"""Stand-ins for what the script calls; each call is written down."""


def run(tmp_path: Path, *, status: int = 0, **state: str) -> list[str]:
    """The commands that the script ran to change something."""
    commands = tmp_path / "bin"
    commands.mkdir(exist_ok=True)
    for name, text in state.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for name, body in COMMANDS.items():
        script = commands / name
        script.write_text(f'#!/bin/bash\necho "{name} $*" >>"$STATE/calls"\n{body}\n', encoding="utf-8")
        script.chmod(0o755)
    (tmp_path / "calls").unlink(missing_ok=True)
    script_file = str(files(node_setup) / "mount_scratch.sh")
    environment = {**os.environ, "PATH": f"{commands}:{os.environ['PATH']}", "STATE": str(tmp_path)}
    done = subprocess.run(["bash", script_file], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    calls = (tmp_path / "calls").read_text(encoding="utf-8").splitlines()
    return [call for call in calls if call.split()[0] in ("mdadm", "mkfs.xfs", "mount", "chmod")]


EIGHT = "sda  Virtual Disk\n" + "".join(f"nvme{number}n1 Microsoft NVMe Direct Disk\n" for number in range(8))
DISKS = " ".join(f"/dev/nvme{number}n1" for number in range(8))


def test_local_nvme_disks_become_one_file_system(tmp_path: Path) -> None:
    assert run(tmp_path, models=EIGHT) == [
        f"mdadm --assemble --quiet /dev/md/scratch {DISKS}",
        f"mdadm --create /dev/md/scratch --run --homehost=any --level=0 --raid-devices=8 {DISKS}",
        "mkfs.xfs -f /dev/md/scratch",
        f"mount -o noatime,discard /dev/md/scratch {SCRATCH}",
        f"chmod 1777 {SCRATCH}",
    ]


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    run(tmp_path, models=EIGHT)
    assert run(tmp_path, models=EIGHT) == []


def test_newer_disks_are_found_and_remote_ones_left_alone(tmp_path: Path) -> None:
    models = "nvme0n1 MSFT NVMe Accelerator v1.0\nnvme1n1 Microsoft NVMe Direct Disk v2\n"
    calls = run(tmp_path, models=models)
    assert calls[1] == (
        "mdadm --create /dev/md/scratch --run --homehost=any --level=0 --raid-devices=1 /dev/nvme1n1"
    )


def test_without_local_disks_there_is_a_folder(tmp_path: Path) -> None:
    assert run(tmp_path, models="sda  Virtual Disk\n") == [f"chmod 1777 {SCRATCH}"]


@pytest.mark.parametrize("state", ["formatted", "partitioned"])
def test_never_wipes_what_holds_something(tmp_path: Path, state: str) -> None:
    """Nor does it go on: everything meant for the disks would fill the one of the system."""
    calls = run(tmp_path, status=1, models=EIGHT, **{state: "/dev/nvme3n1\n"})
    assert calls == [f"mdadm --assemble --quiet /dev/md/scratch {DISKS}"]
