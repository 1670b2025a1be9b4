"""Shapes that this machine keeps are those of the SDK's classes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from azure_simulator.cloud import resource_shapes, sdk_types, shapes
from azure_simulator.cloud.resource_shapes import resource_shape

TOKENS = (
    "azure-native:compute:VirtualMachineScaleSet",
    "azure-native:monitor:ScheduledQueryRule",
    "azure-native:network:VirtualNetwork",
    "azure-native:storage:ManagementPolicy",
)
"""With enums of both kinds, unions, maps, and types that refer to themselves."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where nothing is kept yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    forget(monkeypatch)
    yield tmp_path / "azure-simulator"
    resource_shape.cache_clear()
    resource_shapes._folder.cache_clear()


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a new process."""
    resource_shape.cache_clear()
    resource_shapes._folder.cache_clear()
    classes: dict[str, dict[str, shapes.Field]] = {}
    for module in (shapes, resource_shapes, sdk_types):
        monkeypatch.setattr(module, "CLASSES", classes)


def kept(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.json"))


def test_they_are_the_sdk_s(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = {token: resource_shape(token) for token in TOKENS}
    classes = shapes.CLASSES
    assert len(kept(folder)) == len(TOKENS)
    forget(monkeypatch)
    monkeypatch.delattr(sdk_types, "read")  # nobody asks the SDK again
    assert {token: resource_shape(token) for token in TOKENS} == read
    assert classes == shapes.CLASSES


@pytest.mark.parametrize(
    "text", ["", "{}", '{"inputs": "a", "outputs": "b", "apiVersion": null, "classes": 3}']
)
def test_what_is_not_whole_is_read_again(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = resource_shape(TOKENS[0])
    (file,) = kept(folder)
    whole = file.read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    forget(monkeypatch)
    assert resource_shape(TOKENS[0]) == read
    assert file.read_text(encoding="utf-8") == whole


def test_a_machine_that_keeps_nothing_reads_the_sdk(folder: Path) -> None:
    folder.write_text("no folder")
    assert resource_shape(TOKENS[0]).inputs.fields["location"].required is False


def test_what_the_sdk_lacks_is_not_kept(folder: Path) -> None:
    with pytest.raises(LookupError, match="pulumi-azure-native has no azure-native:network:Nothing"):
        resource_shape("azure-native:network:Nothing")
    assert kept(folder) == []
