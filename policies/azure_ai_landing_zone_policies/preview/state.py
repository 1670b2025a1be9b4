"""Reads a stack's state, as `pulumi stack export` writes it: what a plan that stopped would still delete."""

import json
from dataclasses import replace

from azure_ai_landing_zone_policies.preview.read import Plan, Step
from azure_ai_landing_zone_policies.preview.shape import PlanError, decoded, listing, mapping, type_in, words
from azure_ai_landing_zone_policies.program.untyped import typed


def completed(plan: Plan, state: str) -> Plan:
    """The plan with the deletions that pulumi didn't come to, because it stopped at protected resources.

    The program has declared all that it has by then, so what is in the state and in no step goes. A plan that
    is whole, that failed for another reason or that leaves out what stays is given back as it is.
    """
    if not plan.protected or plan.left_out or not all(_goes(plan, urn) for urn in plan.protected):
        return plan
    seen = {urn for step in plan.steps for urn in (step.urn, step.old_urn)}
    rest = tuple(step for step in _resources(state) if step.urn not in seen)
    return replace(plan, steps=(*plan.steps, *rest), failure=None)


def _goes(plan: Plan, urn: str) -> bool:
    return any(step.urn == urn and step.operation == "delete" for step in plan.steps)


def _resources(state: str) -> list[Step]:
    """A deletion of everything in the state. Raises PlanError if it is none."""
    try:
        whole = decoded(state.strip())
    except json.JSONDecodeError as error:
        raise PlanError("the state breaks off; give all that 'pulumi stack export' wrote") from error
    deployment = mapping(whole, "the state").get("deployment")
    resources = listing(mapping(deployment, "deployment").get("resources"), "deployment.resources")
    if not resources:
        raise PlanError(
            "the state has no resources; give what 'pulumi stack export' wrote, of the same stack"
        )
    found = []
    for index, each in enumerate(resources):
        where = f"deployment.resources[{index}]"
        resource = mapping(each, where)
        urn = words(resource.get("urn"), f"{where}.urn")
        inputs = mapping(resource.get("inputs"), f"{where}.inputs")
        shown = typed(type_in(urn, f"{where}.urn"), inputs)
        found.append(
            Step(
                operation="delete",
                urn=urn,
                type=shown.type,
                id=str(resource.get("id") or ""),
                old=shown.inputs,
                retained=bool(resource.get("retainOnDelete") or resource.get("external")),
            )
        )
    return found
