"""A folder that can't hold a simulated Azure, or not any more: what is wrong is said, and what to do."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from azure_simulator.cloud.store import Resource, Store
from helpers.offline import Offline

pytestmark = pytest.mark.programs


def _output(folder: Path) -> str:
    return Offline(folder).run("true", status=None).output


@pytest.mark.parametrize("name", [".offline", ".offline/backend", ".offline/azure"])
def test_a_file_where_a_folder_has_to_be(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("", encoding="utf-8")
    assert _output(tmp_path) == (
        f"azure-simulator: {tmp_path / name} is a file, where a folder for the simulated Azure and Pulumi's "
        "state has to be: move it away, or call this from another folder.\n"
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a folder that nobody can write to")
def test_a_folder_that_can_not_be_written_to() -> None:
    assert _output(Path("/sys")) == (
        "azure-simulator: /sys/.offline can't be written to (Operation not permitted): call this from a "
        "folder that can be.\n"
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk(tmp_path: Path) -> None:
    state = tmp_path / ".offline"
    state.mkdir()
    (state / ".gitignore").symlink_to("/dev/full")
    assert _output(tmp_path) == (
        f"azure-simulator: {state} can't be written to (No space left on device): make room and call this "
        "again. What Azure had answered before is kept.\n"
    )


def _overwritten(file: Path) -> None:
    file.write_text("no database", encoding="utf-8")


def _emptied(file: Path) -> None:
    file.write_bytes(b"")


def _cut(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])


def _page_zeroed(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[8192:12288] = bytes(4096)
    file.write_bytes(content)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (_overwritten, "file is not a database"),
        (_emptied, "it is empty"),
        (_cut, "database disk image is malformed"),
        (_page_zeroed, "its pages don't fit together"),
    ],
)
def test_a_damaged_azure(tmp_path: Path, damage: Callable[[Path], None], reason: str) -> None:
    state = tmp_path / ".offline"
    with Store(state / "azure") as store:
        for number in range(40):
            store.put(Resource(f"/a/{number}", "t", body={"text": "x" * 1000}))
    damage(state / "azure" / "azure.sqlite")
    text = (
        f"azure-simulator: {state}/azure/azure.sqlite is damaged ({reason}): what the simulated Azure had is "
        f"lost. 'rm -rf {state}' starts anew, without any stack of this folder.\n"
    )
    assert _output(tmp_path) == text
    shutil.rmtree(state)
    assert _output(tmp_path) == ""
