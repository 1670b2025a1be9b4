"""The recorded stacks (tests/stacks/recorded) as the states that they were: with stack, project and parents
again, and with what Azure answers of identities. What is masked stays masked."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from azure_simulator.cloud.answers import principal_id

RECORDED = Path(__file__).resolve().parent.parent / "tests" / "stacks" / "recorded"
STACKS = tuple(sorted(path.stem for path in RECORDED.glob("*.yaml")))


@cache
def state_text(stack: str) -> str:
    """As `pulumi stack export` would write it."""
    text = (RECORDED / f"{stack}.yaml").read_text(encoding="utf-8")
    told = yaml.load(text, Loader=yaml.CSafeLoader)
    start = f"urn:pulumi:{stack}::azure-ai-landing-zone::"
    return json.dumps(
        {"version": 3, "deployment": {"resources": [_resource(one, told, start) for one in told]}}
    )


def _resource(one: dict[str, Any], every: Sequence[dict[str, Any]], start: str) -> dict[str, Any]:
    id_ = str(one.get("id") or "")
    principal = principal_id(id_) if id_.startswith("/") else None
    parent = _parent(one["urn"], every)
    return {
        **one,
        "urn": f"{start}{one['urn']}",
        "type": one["urn"].partition("::")[0].rpartition("$")[2],
        "parent": f"{start}{parent}" if parent else "",
        "outputs": {"principalId": principal, "identity": {"principalId": principal}} if principal else {},
    }


def _parent(urn: str, every: Sequence[dict[str, Any]]) -> str:
    """What has the types that the URN names before its own, and of those the one that it is named after."""
    types, _, name = urn.partition("::")
    above = f"{types.rpartition('$')[0]}::"
    named = [one["urn"] for one in every if one["urn"].startswith(above)]
    fitting = [one for one in named if name.startswith(one.rpartition("::")[2])] or named
    return max(fitting, key=len, default="")
