"""Pulumi's state in `.offline` after a run that was cut off while it wrote: the next command goes on."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.offline import Offline, Program, program, saving_each_step

pytestmark = pytest.mark.engine

GROUPS = """
from pulumi_azure_native import resources

for name in ("one", "two"):
    resources.ResourceGroup(name, resource_group_name=f"rg-{name}", location="eastus")
"""
STACK = "stacks/foreign/dev.json"
ATTRS = '{"user.cache_control":"","user.content_type":"text/plain"}'
"""What Pulumi keeps beside each file of a backend in a folder, unless it is told not to."""

Break = Callable[[Path], object]


def _emptied(*files: str) -> Break:
    return lambda pulumi: [(pulumi / file).write_bytes(b"") for file in files]


def _cut(file: str) -> Break:
    def cut(pulumi: Path) -> None:
        content = (pulumi / file).read_bytes() if (pulumi / file).exists() else ATTRS.encode()
        (pulumi / file).write_bytes(content[: len(content) // 2])

    return cut


def _zeroed(file: str) -> Break:
    return lambda pulumi: (pulumi / file).write_bytes(bytes((pulumi / file).stat().st_size))


def _without_last_backups(then: Break) -> Break:
    def without(pulumi: Path) -> None:
        shutil.rmtree(pulumi / "backups")
        then(pulumi)

    return without


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a program that was created; rows of the matrix have copies of it."""
    folder = tmp_path_factory.mktemp("made")
    saving_each_step(program(folder, GROUPS)).up()
    return folder


@pytest.fixture
def broken(made: Path, tmp_path: Path) -> Callable[[Break], Program]:
    """The created program with something broken in `.offline/backend/.pulumi`."""

    def copy(broken: Break) -> Program:
        folder = tmp_path / "copy"
        shutil.copytree(made, folder)
        broken(folder / ".offline" / "backend" / ".pulumi")
        return Program(Offline(folder, {"VIRTUAL_ENV": ""}))

    return copy


@pytest.mark.parametrize(
    "how",
    [
        pytest.param(_emptied(f"{STACK}.attrs"), id="empty attributes of the state"),
        pytest.param(_cut(f"{STACK}.attrs"), id="cut attributes of the state"),
        pytest.param(_emptied("meta.yaml.attrs"), id="empty attributes of the version"),
        pytest.param(_emptied(f"{STACK}.bak.attrs"), id="empty attributes of the backup"),
        pytest.param(_emptied("meta.yaml"), id="empty version"),
        pytest.param(_cut("meta.yaml"), id="cut version"),
        pytest.param(_emptied(STACK), id="empty state"),
        pytest.param(_cut(STACK), id="cut state"),
        pytest.param(_zeroed(STACK), id="state of zeros"),
        pytest.param(_emptied(STACK, f"{STACK}.bak"), id="empty state and backup"),
        pytest.param(_without_last_backups(_emptied(STACK)), id="empty state, one backup"),
        pytest.param(_emptied(f"{STACK}.tmp123"), id="left-over of a write"),
    ],
)
def test_a_write_that_was_cut_off_is_repaired(broken: Callable[[Break], Program], how: Break) -> None:
    assert "error" not in broken(how).up("--skip-preview", "--expect-no-changes")


def test_a_state_without_a_backup_is_named_with_what_is_lost(broken: Callable[[Break], Program]) -> None:
    dev = broken(_without_last_backups(_emptied(STACK, f"{STACK}.bak")))
    state = dev.offline.folder / ".offline"
    assert dev.up(status=1) == (
        f"azure-simulator: {state}/backend/.pulumi/{STACK} was cut off while it was written, and neither "
        f"beside it nor in {state}/backend/.pulumi/backups is a backup that can be read: what stack 'dev' of "
        f"'foreign' has made is lost. 'rm -rf {state}' starts anew, without any stack of this folder.\n"
    )
