"""A state as `pulumi stack export` writes it, for reading alone."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from azure_ai_landing_zone_policies.preview.shape import PlanError, decoded, listing, mapping, type_in, words
from azure_ai_landing_zone_policies.reports.deployed import plain


@dataclass(frozen=True, slots=True)
class State:
    """The resources of one stack, with what is encrypted as what isn't known."""

    stack: str
    project: str
    resources: tuple[Mapping[str, Any], ...]
    """Each with urn, type, id, parent, inputs, outputs, and whether it is only read."""


def read(text: str) -> State:
    """Raises PlanError for what is no state, breaks off, or has nothing in it."""
    try:
        whole = mapping(decoded(text.strip()), "the state")
    except json.JSONDecodeError as error:
        raise PlanError("the state breaks off; give all that 'pulumi stack export' wrote") from error
    deployment = mapping(whole.get("deployment"), "deployment")
    found = [
        _resource(mapping(each, where), where)
        for index, each in enumerate(listing(deployment.get("resources"), "deployment.resources"))
        if not mapping(each, where := f"deployment.resources[{index}]").get("delete")
    ]
    if not found:
        raise PlanError("the state has no resources; give what 'pulumi stack export' wrote, of a stack")
    stack, project = found[0]["urn"].removeprefix("urn:pulumi:").split("::")[:2]
    return State(stack, project, tuple(found))


def _resource(each: Mapping[str, Any], where: str) -> dict[str, Any]:
    urn = words(each.get("urn"), f"{where}.urn")
    return {
        "urn": urn,
        "type": type_in(urn, f"{where}.urn"),
        "id": str(each.get("id") or ""),
        "parent": str(each.get("parent") or ""),
        "external": bool(each.get("external")),
        "inputs": plain(dict(mapping(each.get("inputs"), f"{where}.inputs"))),
        "outputs": plain(dict(mapping(each.get("outputs"), f"{where}.outputs"))),
    }
