"""The program of a plan or of a state, as rules see one: what is deployed, and what would be."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from azure_ai_landing_zone_policies.preview.read import Inputs, Plan
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.untyped import typed
from azure_ai_landing_zone_policies.program.view import Resource, View

_GOING = ("delete", "delete-replaced", "discard", "discard-replaced", "remove-pending-replace")

_READ = ("read", "read-replacement")
"""What somebody else has: no rule judges it, and nobody here is billed for it."""

_ZONE = "LandingZone"
"""The component whose parts are sections."""


def deployed(plan: Plan, today: date) -> Stack:
    """The resources that are there before the plan."""
    steps = [step for step in plan.steps if step.operation not in _READ and step.old is not None]
    return _stack({step.urn: (step.type, step.parent, step.old) for step in steps}, today)


def planned(plan: Plan, today: date) -> Stack:
    """The resources that the plan leads to."""
    left = [step for step in plan.steps if step.operation not in (*_GOING, *_READ)]
    steps = [step for step in left if step.new is not None]
    return _stack({step.urn: (step.type, step.parent, step.new) for step in steps}, today)


def of_state(resources: Iterable[Mapping[str, Any]], today: date) -> Stack:
    """The resources of a state, as `pulumi stack export` has them under `deployment.resources`."""
    states: dict[str, tuple[str, str, Inputs | None]] = {}
    for one in resources:
        if one.get("external"):
            continue
        shown = typed(one["type"], one.get("inputs") or {})
        states[one["urn"]] = (shown.type, one.get("parent") or "", shown.inputs)
    return _stack(states, today)


def _stack(states: Mapping[str, tuple[str, str, Inputs | None]], today: date) -> Stack:
    parents = {urn: parent for urn, (_, parent, _) in states.items()}
    return Stack(
        View(
            dict(inputs or {}),
            Resource(
                type_,
                today,
                urn.rpartition("::")[2],
                urn,
                component=component(urn),
                section=_section(urn, parents),
            ),
        )
        for urn, (type_, _, inputs) in states.items()
        if type_
    )


def component(urn: str) -> str:
    """The type of the outermost component below the landing zone, of the outermost one without a zone."""
    types = [part.rpartition(":")[2] for part in urn.rpartition("::")[0].rpartition("::")[2].split("$")]
    outer = types[1:] if types[0] == _ZONE else types
    return outer[0] if len(outer) > 1 else ""


def _section(urn: str, parents: Mapping[str, str]) -> str:
    """The name of that component, by the chain of parents."""
    chain = [urn]
    while (parent := parents.get(chain[-1])) and parent not in chain:
        chain.append(parent)
    kind = component(urn)
    named = [one for one in chain[1:] if kind and one.rpartition("::")[0].rpartition(":")[2] == kind]
    return named[-1].rpartition("::")[2] if named else ""
