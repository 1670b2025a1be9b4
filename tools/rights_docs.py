"""Writes docs/reference/rights.md: what the deployer of each stack needs outside of its resource group.

Read from what `make states` recorded: a resource that lies elsewhere has to be written there, and what one
refers to elsewhere may take an action of its own (linked_actions.csv).
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import recorded
from azure_simulator.access import linked_actions
from azure_simulator.cloud import arm
from azure_simulator.cloud.values import texts

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "reference" / "rights.md"

BY_A_PERSON = ("bootstrap",)
"""Makes the resource groups and the deployers."""

_HEAD = """# What deployers need elsewhere

A deployer has its rights over one resource group, which `bootstrap` makes. What its stack writes or joins
outside of it is in this table: give it under `rightsElsewhere` of `deployers`
([environments.md](../environments.md)), on the scope that stands here. The rows are those of this
repository's stacks; where a stack's settings differ, `ailz preflight STACK --format role` lists all that it
needs. This page is written by `make docs`.

| stack | on | operations | for |
| --- | --- | --- | --- |
"""


def page() -> str:
    """The text of the page."""
    return _HEAD + "".join(f"{row}\n" for stack in stacks() for row in _rows(stack))


def stacks() -> list[str]:
    return [stack for stack in recorded.stacks() if stack not in BY_A_PERSON]


def elsewhere(resources: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], list[str]]:
    """By scope and operation the logical names of what takes it there."""
    own = [one["id"].lower() for one in resources if _is_group(one.get("id") or "")]
    found: dict[tuple[str, str], list[str]] = {}
    for one in resources:
        id_ = one.get("id") or ""
        if not arm.is_resource_id(id_):
            continue
        name = one["urn"].rpartition("::")[2]
        for scope, action in _needed(id_, one):
            if not any(f"{scope}/".lower().startswith(f"{group}/") for group in own):
                names = found.setdefault((scope, action), [])
                names += [name] if name not in names else []
    return found


def _needed(id_: str, resource: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Scopes and operations of one resource, wherever they are."""
    if resource.get("external"):
        yield id_, f"{arm.type_of(id_)}/read"
    elif not _is_group(id_):
        yield arm.parent_of(id_) or "", f"{arm.type_of(id_)}/*"
    for path, text in texts(resource.get("inputs") or {}):
        if arm.is_resource_id(text):
            action = linked_actions.needed(arm.type_of(id_), arm.type_of(text), path)
            if action is not None:
                yield text, action


def _is_group(id_: str) -> bool:
    return "/providers/" not in id_ and arm.group_of(id_) is not None


def _rows(stack: str) -> Iterator[str]:
    by_kind: dict[tuple[str, str], list[str]] = {}
    for (scope, action), names in elsewhere(recorded.resources(stack)).items():
        by_kind.setdefault((_shown(scope), action), []).extend(names)
    for (scope, action), names in sorted(by_kind.items()):
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        yield f"| {stack} | {scope} | `{action}` | {', '.join(f'`{name}`' for name in names[:3])}{more} |"


def _shown(scope: str) -> str:
    """What the scope is, without the names of one deployment."""
    if not arm.is_resource_id(scope):
        return "the subscription"
    if _is_group(scope):
        return f"the resource group `{arm.name_of(scope)}`"
    return f"each `{arm.type_of(scope)}` in `{arm.group_of(scope)}`"


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
