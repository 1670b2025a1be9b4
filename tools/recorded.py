"""What `make states` has written down of the stacks, for generated pages and for tests."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from azure_simulator.cloud.answers import principal_id

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "stacks" / "recorded"
THERE = ROOT / "stacks" / "existing"
"""What a company has before some of them come, by the stack's name: files that azure-simulator seed takes."""


def stacks() -> list[str]:
    """The names of all that are recorded."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


@cache
def resources(stack: str) -> tuple[dict[str, Any], ...]:
    """As tools/states.py tells of them, by URN. All who ask share them: whoever changes one takes a copy."""
    text = (FOLDER / f"{stack}.yaml").read_text(encoding="utf-8")
    return tuple(yaml.load(text, Loader=yaml.CSafeLoader))


def as_state(stack: str) -> list[dict[str, Any]]:
    """The resources as `pulumi stack export` has them: with types, whole URNs, parents, and with what Azure
    answers of identities."""
    return [_in_state(stack, told) for told in resources(stack)]


def _in_state(stack: str, told: Mapping[str, Any]) -> dict[str, Any]:
    start = f"urn:pulumi:{stack}::azure-ai-landing-zone::"
    id_ = str(told.get("id") or "")
    parent = _parent(stack, told["urn"])
    principal = principal_id(id_) if id_.startswith("/") else None
    return {
        "urn": f"{start}{told['urn']}",
        "type": told["urn"].partition("::")[0].rpartition("$")[2],
        "id": id_,
        "parent": f"{start}{parent}" if parent else "",
        "inputs": told.get("inputs", {}),
        "outputs": {"principalId": principal, "identity": {"principalId": principal}} if principal else {},
        "protect": told.get("protect", False),
        "external": told.get("external", False),
    }


def _parent(stack: str, urn: str) -> str:
    """What has the types that the URN names before its own, and of those the one that it is named after."""
    types, _, name = urn.partition("::")
    above = f"{types.rpartition('$')[0]}::"
    named = [one["urn"] for one in resources(stack) if one["urn"].startswith(above)]
    fitting = [one for one in named if name.startswith(one.rpartition("::")[2])] or named
    return max(fitting, key=len, default="")
