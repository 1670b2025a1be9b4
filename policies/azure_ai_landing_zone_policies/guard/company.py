"""Whether a small or shared thing goes in company of what it is for: then it is no loss of its own."""

from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone_policies.guard.kinds import Kind
from azure_ai_landing_zone_policies.preview.read import Plan, Step

Gone = Mapping[str, list[Step]]
"""The steps of what would be deleted, by URN."""

_OWN_NAMES = ("roleAssignmentName", "name")


def in_company(kind: Kind, steps: list[Step], plan: Plan, gone: Gone) -> bool:
    """Whether nothing is lost with a thing, since what it serves goes too, or it is there anew."""
    if kind.small:
        replaced = any(step.operation not in ("delete", "same") for step in steps)
        if replaced or _serves_what_goes(steps, gone) or _anew(steps[0], plan):
            return True
    return kind.shared and not plan.left_out and not _used(steps[0], plan, gone)


def _serves_what_goes(steps: list[Step], gone: Gone) -> bool:
    """Whether it is in, or names, something else that goes, or an identity of that."""
    own = steps[0]
    others = [step for others in gone.values() for step in others if step.urn != own.urn]
    ids = {step.id.lower() for step in others if step.id}
    principals = {step.principal.lower() for step in others if step.principal}
    named = [text.lower() for text in (own.id, *_texts(own.old))]
    return any(
        text in principals or text in ids or any(text.startswith(f"{id_}/") for id_ in ids) for text in named
    )


def _anew(step: Step, plan: Plan) -> bool:
    """Whether the plan makes the same under another name."""
    return any(
        other.operation == "create"
        and other.type == step.type
        and _nameless(other.new) == _nameless(step.old)
        for other in plan.steps
    )


def _nameless(inputs: Mapping[str, Any] | None) -> dict[str, Any]:
    return {name: value for name, value in (inputs or {}).items() if name not in _OWN_NAMES}


def _used(step: Step, plan: Plan, gone: Gone) -> bool:
    """Whether something that stays names it now; so it is for one whose id isn't known."""
    id_ = step.id.lower()
    return not id_ or any(
        id_ in text.lower()
        for other in plan.steps
        if other.urn != step.urn and other.urn not in gone
        for text in _texts(other.old)
    )


def _texts(value: Any) -> Iterator[str]:
    """All text in a value, keys included: identities stand as keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield key
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
