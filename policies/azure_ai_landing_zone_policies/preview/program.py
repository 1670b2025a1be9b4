"""The program of a plan, as rules see one: what is deployed, and what would be."""

from datetime import date

from pulumi_policy.proxy import unknown_checking_proxy

from azure_ai_landing_zone.cost.free import FREE
from azure_ai_landing_zone_policies.preview.read import Inputs, Plan, Step
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.type_names import OTHER
from azure_ai_landing_zone_policies.program.view import Resource, View
from azure_ai_landing_zone_policies.readers.compute_cost import UNPRICED
from azure_ai_landing_zone_policies.readers.node_pools import TYPES

_GOING = ("delete", "delete-replaced", "discard", "discard-replaced", "remove-pending-replace")


def deployed(plan: Plan, today: date) -> Stack:
    """The resources that are there before the plan."""
    return _stack({step.urn: (step, step.old) for step in plan.steps if step.old is not None}, today)


def planned(plan: Plan, today: date) -> Stack:
    """The resources that the plan leads to."""
    steps = (step for step in plan.steps if step.operation not in _GOING and step.new is not None)
    return _stack({step.urn: (step, step.new) for step in steps}, today)


def _stack(states: dict[str, tuple[Step, Inputs | None]], today: date) -> Stack:
    return Stack(
        View(unknown_checking_proxy(dict(inputs or {})), Resource(step.type, today, step.name, step.urn))
        for step, inputs in states.values()
        if step.type
    )


def unpriced_changes(before: Stack, after: Stack) -> list[tuple[str, str]]:
    """The type of each resource of Azure that only one of them has and that may cost something; new or gone.

    Machines are left out, whose cost is in the estimate.
    """
    old, new = (
        {(view.resource.type, view.resource.urn) for view in stack.all() if _may_cost(view.resource.type)}
        for stack in (before, after)
    )
    return [(kind, "new") for kind, _ in sorted(new - old)] + [
        (kind, "gone") for kind, _ in sorted(old - new)
    ]


def _may_cost(kind: str) -> bool:
    machines = kind in TYPES and kind not in UNPRICED
    return not kind.startswith(("kubernetes/", "pulumi:", OTHER)) and kind not in FREE and not machines
