"""What `make states` has written down of the stacks, for generated pages and for tests."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

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
    """The resources as `pulumi stack export` has them: with their types, and with whole URNs."""
    return [_in_state(stack, told) for told in resources(stack)]


def _in_state(stack: str, told: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "urn": f"urn:pulumi:{stack}::azure-ai-landing-zone::{told['urn']}",
        "type": told["urn"].partition("::")[0].rpartition("$")[2],
        "inputs": told.get("inputs", {}),
        "protect": told.get("protect", False),
        "external": told.get("external", False),
    }
