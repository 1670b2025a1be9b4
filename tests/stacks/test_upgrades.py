"""What a version brought up, every later one leaves where it is."""

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import recorded
import upgrades

TODAY = {stack: recorded.resources(stack) for stack in recorded.stacks()}


def test_no_released_state_loses_anything() -> None:
    archives = sorted(upgrades.FOLDER.glob("*.tar.xz"))
    assert {file.name: upgrades.taken(upgrades.kept(file), TODAY) for file in archives} == {
        file.name: [] for file in archives
    }


def test_what_is_kept_is_what_is_recorded(tmp_path: Path) -> None:
    first, second = tmp_path / "a.tar.xz", tmp_path / "b.tar.xz"
    upgrades.keep(first)
    upgrades.keep(second)
    assert first.read_bytes() == second.read_bytes()
    assert upgrades.kept(first) == {stack: list(resources) for stack, resources in TODAY.items()}
    assert upgrades.taken(upgrades.kept(first), TODAY) == []


def test_what_a_release_made_is_never_written_anew(tmp_path: Path) -> None:
    archive = tmp_path / "0.2.0.tar.xz"
    archive.write_bytes(b"of its day")
    said = f"{archive} is there already: it is what 0.2.0 made, so raise the version in pyproject.toml"
    with pytest.raises(FileExistsError, match=f"^{re.escape(said)}$"):
        upgrades.keep(archive)
    assert archive.read_bytes() == b"of its day"


def named(resources: list[dict[str, Any]], name: str) -> dict[str, Any]:
    (found,) = (one for one in resources if one["urn"].endswith(f"::{name}"))
    return found


def without(name: str) -> Callable[[list[dict[str, Any]]], None]:
    return lambda resources: resources.remove(named(resources, name))


def with_input(name: str, **inputs: Any) -> Callable[[list[dict[str, Any]]], None]:
    return lambda resources: named(resources, name)["inputs"].update(inputs)


GROUP = named(list(TODAY["training"]), "training-resource-group")["id"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (without("training-resource-group"), ["training-resource-group is deleted"]),
        (
            lambda resources: named(resources, "training-resource-group").update(id="/other"),
            [f"training-resource-group is replaced: {GROUP} becomes /other"],
        ),
        (
            with_input("training-checkpoints-account", location="westus", isHnsEnabled=True, tags={}),
            ["training-checkpoints-account is replaced: isHnsEnabled, location"],
        ),
        (with_input("training-checkpoints-account", tags={}), []),
        (with_input("training-checkpoints-account", location="East US"), []),
    ],
)
def test_what_is_lost_is_told(change: Callable[[list[dict[str, Any]]], None], told: list[str]) -> None:
    now = copy.deepcopy(list(TODAY["training"]))
    change(now)
    found = upgrades.taken({"training": TODAY["training"]}, {"training": now})
    assert found == [f"training: {loss}" for loss in told]


def test_a_stack_that_is_gone_is_told() -> None:
    assert upgrades.taken({"old": []}, TODAY) == ["old: there is no such stack any more"]
