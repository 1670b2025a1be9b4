"""Mounts: the right commands, tried again, each failure in a sentence of its own."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone.node_setup.on_node.commands import Ran
from azure_ai_landing_zone.node_setup.on_node.mounts import missing_tool, mount_all, mount_command

LUSTRE = {
    "kind": "lustre",
    "path": "/data/l",
    "source": "10.0.8.4@tcp:/lustrefs",
    "options": ["noatime", "flock"],
}
BLOB = {"kind": "blobfuse2", "path": "/data/b", "source": "images", "options": [], "config": "x"}
HOMES = {
    "kind": "aznfs",
    "path": "/shared/home",
    "source": "st.file.core.windows.net:/st/homes",
    "options": ["vers=4", "minorversion=1"],
}
NFS = {"kind": "nfs", "path": "/data/n", "source": "a.example:/a/s", "options": ["vers=3", "sec=sys"]}


class Node:
    """A machine on which mounting works from the nth try on."""

    def __init__(self, *, works_at: int = 1, blobfuse: str = "2.5.1", lustre: int = 0) -> None:
        self.works_at, self.blobfuse, self.lustre = works_at, blobfuse, lustre
        self.tried: list[str] = []
        self.table = "proc /proc proc rw 0 0\n"
        self.slept: list[float] = []

    def run(self, command: Sequence[str]) -> Ran:
        line = " ".join(command)
        if line == "blobfuse2 --version":
            return Ran(0, f"blobfuse2 version {self.blobfuse}\n") if self.blobfuse else Ran(127, "not found")
        if line == "modprobe lustre":
            return Ran(self.lustre, "")
        if line == "which mount.nfs":
            return Ran(0, "/sbin/mount.nfs")
        self.tried.append(line)
        if "install" in command:
            self.blobfuse = "2.5.1"
        if command[0] in ("mount", "blobfuse2"):
            path = command[2] if command[0] == "blobfuse2" else command[-1]
            if sum(path in tried for tried in self.tried) >= self.works_at:
                self.table += f"x {path} fuse rw 0 0\n"
                return Ran(0, "")
            return Ran(32, "mount: permission denied\n")
        return Ran(0, "")

    def mount(self, *mounts: dict[str, Any], patience: float = 1_800) -> list[str]:
        return mount_all(
            mounts, run=self.run, table=lambda: self.table, sleep=self.slept.append, patience=patience
        )


@pytest.mark.parametrize(
    ("mount", "command"),
    [
        (LUSTRE, "mount -t lustre -o noatime,flock 10.0.8.4@tcp:/lustrefs /data/l"),
        (NFS, "mount -t nfs -o vers=3,sec=sys a.example:/a/s /data/n"),
        (
            HOMES,
            "mount -t aznfs -o vers=4,minorversion=1 st.file.core.windows.net:/st/homes /shared/home",
        ),
        (
            BLOB,
            "blobfuse2 mount /data/b --config-file=/etc/azure-ai-landing-zone/blobfuse2/data-b.yaml "
            "--container-name=images",
        ),
    ],
)
def test_each_kind_has_its_command(mount: dict[str, Any], command: str) -> None:
    assert " ".join(mount_command(mount)) == command


def test_the_helper_of_azure_files_is_installed_without_a_question() -> None:
    asked: list[str] = []

    def run(command: Sequence[str]) -> Ran:
        asked.append(" ".join(command))
        return Ran(1 if command[0] == "which" and len(asked) < 3 else 0, "")

    assert missing_tool(HOMES, run) is None
    assert asked == [
        "which mount.aznfs",
        "apt-get -o DPkg::Lock::Timeout=600 update",
        "env DEBIAN_FRONTEND=noninteractive AZNFS_NONINTERACTIVE_INSTALL=1 apt-get -o "
        "DPkg::Lock::Timeout=600 install --yes --no-install-recommends aznfs",
        "which mount.aznfs",
    ]


def test_a_second_run_mounts_nothing() -> None:
    node = Node()
    assert node.mount(LUSTRE, BLOB, NFS) == []
    before = list(node.tried)
    assert node.mount(LUSTRE, BLOB, NFS) == []
    assert node.tried == before


def test_tried_again_until_roles_take_effect() -> None:
    node = Node(works_at=4)
    assert node.mount(BLOB) == []
    assert node.slept == [2, 4, 8]


def test_gives_up_with_what_the_tool_said() -> None:
    assert Node(works_at=99).mount(NFS, patience=5) == [
        "/data/n is not mounted: a.example:/a/s: mount: permission denied"
    ]


@pytest.mark.parametrize("version", ["2.3.0", "2.2.1-preview.1", ""])
def test_an_unsupported_blobfuse_is_replaced(version: str) -> None:
    node = Node(blobfuse=version)
    assert node.mount(BLOB) == []
    assert node.tried[1].endswith("install --yes --no-install-recommends blobfuse2")


@pytest.mark.parametrize("there", ["2.4.0", "2.6.1", ""])
def test_nodes_have_the_version_that_the_settings_say(there: str) -> None:
    """Two nodes with two versions read the same data in two ways."""
    node = Node(blobfuse=there)
    assert node.mount(BLOB | {"version": "2.5.1"}) == []
    assert [command.partition("install ")[2] for command in node.tried if "install" in command] == [
        "--yes --no-install-recommends --allow-downgrades blobfuse2=2.5.1*"
    ]
    assert Node(blobfuse="2.5.1").mount(BLOB | {"version": "2.5.1"}) == []


def test_an_image_without_a_lustre_client() -> None:
    (sentence,) = Node(lustre=1).mount(LUSTRE, patience=0)
    assert sentence == (
        "/data/l is not mounted: the image has no Lustre client for its kernel: take an Azure HPC image, "
        "which has one"
    )


def test_the_real_table_of_mounts_is_read() -> None:
    assert mount_all([{"kind": "nfs", "path": "/proc", "source": "", "options": []}]) == []
    assert Path("/proc/self/mounts").exists()
