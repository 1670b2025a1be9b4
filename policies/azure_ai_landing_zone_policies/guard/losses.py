"""What a plan would delete, also by way of what goes along with it, or move to other addresses; and why."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from azure_ai_landing_zone_policies.guard.company import Gone, in_company
from azure_ai_landing_zone_policies.guard.kinds import Kind, kind_of
from azure_ai_landing_zone_policies.guard.moves import MOVED_SUBNET, moves
from azure_ai_landing_zone_policies.guard.updates import changes
from azure_ai_landing_zone_policies.preview.read import Inputs, Plan, Step
from azure_ai_landing_zone_policies.program.view import Resource, View

_DELETES = ("delete", "delete-replaced")
_REPLACES = ("replace", "create-replacement", "import-replacement", "read-replacement", "delete-replaced")

_NO_MORE = "the program has it no more"
_LET_GO = (
    "keep it in the program; to let it go, first bring it back with its protection off (protect=False; in a "
    "stack file protection: off) and run pulumi up, then take it out"
)


@dataclass(frozen=True)
class Loss:
    """A resource that would not be there any more, or not the same one, or not where it was."""

    name: str
    urn: str
    kind: Kind
    how: str
    """`deleted`, `replaced`, `moved`, `changed` or, where Azure deletes it with what it is in, `deleted
    along`."""
    why: str
    instead: str
    follows: bool
    """Whether it goes only because another resource does."""


def losses(plan: Plan, today: date) -> list[Loss]:
    """The losses of a plan that matter: first those that others follow."""
    by_urn = _by_urn(plan)
    gone = {urn: steps for urn, steps in by_urn.items() if _is_gone(steps)}
    found = [
        loss
        for urn, steps in by_urn.items()
        if (
            loss := _loss(urn, steps, plan, gone, today)
            or _moved(urn, steps, today)
            or _changed(urn, steps, today)
        )
    ]
    return sorted(found, key=lambda loss: (loss.follows, loss.name))


def _loss(urn: str, steps: list[Step], plan: Plan, gone: Gone, today: date) -> Loss | None:
    kind = _kind(steps, today)
    holder = _holder(steps, gone)
    if kind is None or (urn not in gone and holder is None):
        return None
    if (kind.small or kind.shared) and in_company(kind, steps, plan, gone):
        return None

    def loss(how: str, why: str, instead: str, *, follows: bool = True) -> Loss:
        return Loss(steps[0].name, urn, kind, how, why, instead, follows)

    spare = f"spare {holder.name}" if holder else ""
    if urn not in gone and holder:
        return loss("deleted along", f"it is in {holder.name}, and Azure deletes it with that", spare)
    if not any(step.operation in _REPLACES for step in steps):
        renamed = _renamed(steps[0], plan)
        if renamed:
            instead = f"if {renamed} is the same one under another name, give it an alias; else keep both"
            return loss("deleted", f"the program has a new {renamed} in its place", instead, follows=False)
        if urn in plan.protected:
            return loss(
                "deleted", f"{_NO_MORE}, and it is protected, so pulumi stops here", _LET_GO, follows=False
            )
        if holder:
            return loss("deleted", f"it is in {holder.name}, which is deleted", spare)
        return loss("deleted", _NO_MORE, "keep it in the program", follows=False)
    if differences := _changes(steps):
        return loss("replaced", f"Azure can't change {differences} in place", kind.instead, follows=False)
    if holder:
        return loss("replaced", f"it is in {holder.name}, which is replaced", spare)
    keys = list(dict.fromkeys(key for step in steps for key in step.replaced_for))
    old = next((step.old for step in steps if step.old is not None), {})
    causes = list(dict.fromkeys(cause for key in keys for cause in _causes(key, old, urn, gone)))
    if causes:
        verb = "is" if len(causes) == 1 else "are"
        return loss(
            "replaced",
            f"its {_and(keys)} came from {_and(causes)}, which {verb} replaced",
            f"spare {_and(causes)}",
        )
    why = f"its {_and(keys)} may change" if keys else "it follows another resource that is replaced"
    return loss("replaced", why, kind.instead)


def _moved(urn: str, steps: list[Step], today: date) -> Loss | None:
    changes = [change for step in steps for change in moves(step, today)]
    if not changes:
        return None
    why = f"Azure changes {_and(changes)} only while nothing is in the subnet"
    return Loss(steps[0].name, urn, MOVED_SUBNET, "moved", why, MOVED_SUBNET.instead, follows=False)


def _changed(urn: str, steps: list[Step], today: date) -> Loss | None:
    for step in steps:
        if found := changes(step, today):
            kind, words = found
            return Loss(step.name, urn, kind, "changed", _and(words), kind.instead, follows=False)
    return None


def _and(words: list[str]) -> str:
    return " and ".join(words)


def _by_urn(plan: Plan) -> dict[str, list[Step]]:
    steps: dict[str, list[Step]] = {}
    for step in plan.steps:
        steps.setdefault(step.urn, []).append(step)
    return steps


def _is_gone(steps: list[Step]) -> bool:
    return any(step.operation in (*_DELETES, *_REPLACES) and not step.retained for step in steps)


def _kind(steps: list[Step], today: date) -> Kind | None:
    """What is lost with the resource as it is in Azure now."""
    for step in steps:
        if step.type and step.old is not None:
            return kind_of(View(dict(step.old), Resource(step.type, today, step.name)))
    return None


def _renamed(step: Step, plan: Plan) -> str | None:
    """A new resource of the same type that may be this one under another name."""
    return next(
        (other.name for other in plan.steps if other.operation == "create" and other.type == step.type), None
    )


def _changes(steps: list[Step]) -> str:
    """The changes that Azure answers with a new resource."""
    old = next((step.old for step in steps if step.old is not None), {})
    new = next((step.new for step in steps if step.new is not None), {})
    paths = dict.fromkeys(path for step in steps for path in step.changed)
    return _and([_change(path, old, new) for path in paths])


def _change(path: str, old: Inputs, new: Inputs) -> str:
    before, after = _shown(old, path), _shown(new, path)
    if before is None and after is None:
        return path
    return f"{path} from {before or 'nothing'} to {after or 'nothing'}"


def _shown(inputs: Any, path: str) -> str | None:
    """A value short enough for a sentence."""
    for part in path.replace("[", ".").replace("]", "").split("."):
        try:
            inputs = inputs[int(part)] if isinstance(inputs, list) else inputs[part]
        except (KeyError, IndexError, ValueError, TypeError):
            return None
    text = json.dumps(inputs)
    return text if len(text) <= 80 else None


def _causes(key: str, old: Inputs, urn: str, gone: Gone) -> Iterator[str]:
    """The replaced resources whose id or name a property had."""
    value = old.get(key)
    if value is None:
        return
    text = json.dumps(value).lower()
    for other, steps in gone.items():
        id_ = next((step.id for step in steps if step.id), "").lower()
        named = key.endswith("Name") and text == json.dumps(id_.rpartition("/")[2])
        if other != urn and id_ and (f'{id_}"' in text or named):
            yield steps[0].name


def _holder(steps: list[Step], gone: Gone) -> Step | None:
    """The outermost resource that goes, and that this one is in as ARM ids tell."""
    id_ = next((step.id for step in steps if step.id), "").lower()
    holders = [
        (len(step.id), step)
        for others in gone.values()
        for step in others[:1]
        if step.id and id_.startswith(f"{step.id.lower()}/")
    ]
    return min(holders, key=lambda holder: holder[0])[1] if id_ and holders else None
