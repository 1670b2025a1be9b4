"""What a version would take from stacks that an earlier one brought up.

    make states && python tools/upgrades.py

keeps what all stacks make, as the version of pyproject.toml makes it: once, when that is released. Every
later version is held against it, by what the provider of azure-native goes by: a resource whose URN or id is
gone is deleted, one of whose inputs it can't change in place is made anew.
"""

import io
import sys
import tarfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

import recorded
from azure_simulator.cloud import resource_type
from azure_simulator.provider.diffing import changes, replacing

FOLDER = recorded.ROOT / "tests" / "stacks" / "released"

Resources = Sequence[Mapping[str, Any]]


def keep(archive: Path) -> None:
    """Write what is recorded of all stacks into an archive, the same bytes whenever it is written.

    Raises:
        FileExistsError: a version is released once, and so is what it made.
    """
    if archive.exists():
        version = archive.name.removesuffix(".tar.xz")
        raise FileExistsError(
            f"{archive} is there already: it is what {version} made, so raise the version in pyproject.toml"
        )
    archive.parent.mkdir(exist_ok=True)
    with tarfile.open(archive, "w:xz") as written:
        for stack in recorded.stacks():
            content = (recorded.FOLDER / f"{stack}.yaml").read_bytes()
            entry = tarfile.TarInfo(f"{stack}.yaml")
            entry.size = len(content)
            written.addfile(entry, io.BytesIO(content))


def kept(archive: Path) -> dict[str, Resources]:
    """The resources of all stacks, by stack."""
    with tarfile.open(archive) as read:
        files = {entry.name.removesuffix(".yaml"): read.extractfile(entry) for entry in read.getmembers()}
        texts = {stack: file.read() for stack, file in files.items() if file}
    return {stack: yaml.load(text, Loader=yaml.CSafeLoader) for stack, text in texts.items()}


def taken(before: Mapping[str, Resources], now: Mapping[str, Resources]) -> list[str]:
    """What stacks as they were would lose to the program as it is."""
    return [
        f"{stack}: {loss}"
        for stack, old in before.items()
        for loss in (_taken(old, now[stack]) if stack in now else ["there is no such stack any more"])
    ]


def _taken(old: Resources, new: Resources) -> Iterator[str]:
    there = {one["urn"]: one for one in new}
    for one in old:
        if one.get("id") is None or one.get("external"):
            continue  # a component, a provider, or somebody else's
        name = one["urn"].rpartition("::")[2]
        now = there.get(one["urn"])
        if now is None:
            yield f"{name} is deleted"
        elif now.get("id") != one["id"]:
            yield f"{name} is replaced: {one['id']} becomes {now.get('id')}"
        else:
            wrong = list(_not_in_place(one, now))
            if wrong:
                yield f"{name} is replaced: {', '.join(wrong)}"


def _not_in_place(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    unit = resource_type.find(old["urn"].partition("::")[0].rpartition("$")[2])
    if unit is None:
        return
    keys = {*unit.arm.parameters, *unit.replaces}
    for path, kind in changes(old.get("inputs", {}), new.get("inputs", {})).items():
        if replacing(path, kind, keys):
            yield path


def main() -> None:
    """Keep the states of the version that is about to be released."""
    project = tomllib.loads((recorded.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    try:
        keep(FOLDER / f"{project['version']}.tar.xz")
    except FileExistsError as problem:
        sys.exit(f"upgrades: {problem}")


if __name__ == "__main__":
    main()
