"""Reads what a preview would do, as `pulumi preview --json` writes it: one document, or streamed events."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from azure_ai_landing_zone_policies.preview.shape import (
    PlanError,
    counts,
    decoded,
    listing,
    mapping,
    optional_words,
    refuse,
    type_in,
    words,
)
from azure_ai_landing_zone_policies.program.untyped import typed

__all__ = ["Inputs", "Plan", "PlanError", "Step", "read_plan"]

Inputs = Mapping[str, Any]

_NEED_OLD = ("same", "update", "delete", "replace", "delete-replaced")
"""Operations on what is there, and so with its state."""
_PARTS = (
    "create-replacement",
    "delete-replaced",
    "discard-replaced",
    "import-replacement",
    "read-replacement",
    "refresh",
    "remove-pending-replace",
)
"""Steps that the engine doesn't count: those that are part of a replacement, and refreshing."""
_OPERATIONS = (*_NEED_OLD, *_PARTS, "create", "discard", "import", "read")
"""Source: pulumi/pulumi pkg/resource/deploy/step.go, StepOps and Logical."""
_GIVE_ALL = "give all that 'pulumi preview --json' wrote, from its first line"
_PROTECTED = re.compile(
    r'resource "(?P<urn>urn:pulumi:[^"]+)"\s+'
    r"(?:cannot be deleted\s+because it is protected|as it is currently marked for protection)"
)
"""What the engine says of a deletion and of a replacement. Source: pulumi/pulumi pkg/resource/deploy."""
_REPLACED = re.compile(
    r'unable to replace resource "[^"]+::(?P<name>[^"]+)" as part of replacing "[^"]+::(?P<cause>[^"]+)" '
    "as it is currently marked for protection"
)
"""Source: pulumi/pulumi pkg/resource/deploy/step_generator.go."""
_BARE = "preview failed"
"""What the engine says last of any preview that failed, and alone of one that only policy stopped."""


@dataclass(frozen=True)
class Step:
    """What a preview would do to one resource."""

    operation: str
    """The engine's word: same, update, delete, replace, delete-replaced …"""
    urn: str
    type: str
    """As `type_name` gives it, of a generic resource the type that it means; empty where no rule knows it."""
    parent: str = ""
    """The URN of what it is part of."""
    id: str = ""
    """Azure's id of what is there; empty where nothing is yet."""
    old: Inputs | None = None
    """The inputs of what is there."""
    principal: str = ""
    """The id in Entra of what is there, of an identity or of a resource that has one."""
    old_urn: str = ""
    """The URN of what is there, which an alias may make another one."""
    new: Inputs | None = None
    """The inputs that the program declares."""
    retained: bool = False
    """Whether Pulumi leaves it in Azure when the program no longer has it (`retainOnDelete`)."""
    replaced_for: tuple[str, ...] = ()
    """The properties for which it is replaced. The engine doesn't name them for all that follow another."""
    changed: tuple[str, ...] = ()
    """The paths, below those, that differ."""

    @property
    def name(self) -> str:
        """The logical name."""
        return self.urn.rpartition("::")[2]


@dataclass(frozen=True)
class Plan:
    """The steps of a preview, in its order; a resource may have several."""

    steps: tuple[Step, ...] = field(default=())
    failure: str | None = None
    """Why the preview failed, if it did: the plan may lack steps then."""
    left_out: int = 0
    """How many resources that stay the same it doesn't show."""
    protected: tuple[str, ...] = ()
    """The URNs at which pulumi stopped, since they are protected: the failure is nothing else then."""


def read_plan(text: str) -> Plan:
    """The plan in the output of a preview.

    Raises PlanError if there is none, if it breaks off, if it shows other steps than the engine counted, or
    if any part isn't as pulumi writes it.
    """
    start = text.find("{")
    while start > 0 and text[start - 1] != "\n":  # what pulumi warns of may come before
        start = text.find("{", start + 1)
    if start < 0:
        raise PlanError(
            "there is no plan in this input; give it what 'pulumi preview --json' writes to standard output"
        )
    try:
        whole = decoded(text, start)
    except json.JSONDecodeError as error:
        raise PlanError("the plan breaks off; see what pulumi printed") from error
    if isinstance(whole, dict) and ("steps" in whole or "changeSummary" in whole):
        return _of_document(whole)
    return _of_events(text[start:])


def _of_document(whole: Mapping[str, Any]) -> Plan:
    errors = []
    for index, each in enumerate(listing(whole.get("diagnostics"), "diagnostics")):
        diagnostic = mapping(each, f"diagnostics[{index}]")
        if diagnostic.get("severity") == "error":
            errors.append(words(diagnostic.get("message"), f"diagnostics[{index}].message"))
    steps = tuple(
        _step(mapping(each, f"steps[{index}]"), f"steps[{index}]", "oldState", "newState", "replaceReasons")
        for index, each in enumerate(listing(whole.get("steps"), "steps"))
    )
    counted = counts(whole.get("changeSummary"), "changeSummary")
    left_out = max(0, counted.get("same", 0) - sum(step.operation == "same" for step in steps))
    failure = _failure(errors)
    _hold(steps, counted | {"same": counted.get("same", 0) - left_out}, failed=failure is not None)
    if failure == _BARE:
        failure = (
            "a plan in one document doesn't say why; where only a policy stopped it, its events are whole: "
            "give pulumi PULUMI_ENABLE_STREAMING_JSON_PREVIEW=1"
        )
    return Plan(steps, failure, left_out, _protected(errors))


def _of_events(text: str) -> Plan:
    steps: list[Step] = []
    errors: list[str] = []
    blocked = False
    result = None
    counted: dict[str, int] = {}
    for line in text.split("\n"):  # a text may hold other marks that count as ends of lines
        if not line.startswith("{"):
            continue
        try:
            event = mapping(decoded(line), "an event")
        except json.JSONDecodeError as error:
            raise PlanError("the events break off in the middle of one; see what pulumi printed") from error
        said = mapping(event.get("diagnosticEvent"), "diagnosticEvent")
        judged = mapping(event.get("policyEvent"), "policyEvent")
        if said.get("severity") == "error":
            errors.append(words(said.get("message"), "diagnosticEvent.message"))
        blocked = blocked or judged.get("enforcementLevel") == "mandatory"
        if "resourcePreEvent" in event:
            where = "resourcePreEvent.metadata"
            metadata = mapping(event["resourcePreEvent"], "resourcePreEvent").get("metadata")
            steps.append(_step(mapping(metadata, where), where, "old", "new", "keys"))
        if "summaryEvent" in event:
            if result is not None:
                raise PlanError("the events are of two previews; give those of one")
            summary = mapping(event["summaryEvent"], "summaryEvent")
            result = words(summary.get("result"), "summaryEvent.result")
            if result not in ("succeeded", "failed"):
                refuse(f"summaryEvent.result: got {result!r}; must be succeeded or failed")
            counted = counts(summary.get("resourceChanges"), "summaryEvent.resourceChanges")
    if result is None:
        raise PlanError("the events end before the preview did; see what pulumi printed")
    failure = _failure(errors or ["no reason given"]) if result == "failed" else None
    if failure == _BARE and blocked:
        failure = None  # the engine plans on after a policy's word, and ends with a plan that is whole
    _hold(tuple(steps), counted, failed=failure is not None)
    return Plan(tuple(steps), failure, protected=_protected(errors))


def _hold(steps: Sequence[Step], counted: Mapping[str, int], *, failed: bool) -> None:
    """Hold the steps against the engine's own count of them. It leaves out steps that failed, and reads that
    found nothing new (shouldRecordReadStep of pkg/engine/update.go, v3.255.0)."""
    shown = Counter(step.operation for step in steps if step.operation not in _PARTS)
    expected = {name: count for name, count in counted.items() if name not in _PARTS}
    if not any(expected.values()) and not any(step.operation == "refresh" for step in steps):
        if failed:
            return
        raise PlanError(f"the plan counts no resource, not even the stack; {_GIVE_ALL}")
    wrong = [
        f"counts {expected.get(name, 0)} {name} and shows {shown[name]}"
        for name in sorted({*shown, *expected})
        if shown[name] < expected.get(name, 0)
        or (shown[name] > expected.get(name, 0) and name != "read" and not failed)
    ]
    if wrong:
        raise PlanError(f"the plan isn't whole: it {', '.join(wrong)}; {_GIVE_ALL}")


def _step(step: Mapping[str, Any], where: str, old: str, new: str, keys: str) -> Step:
    urn = words(step.get("urn"), f"{where}.urn")
    named = type_in(urn, f"{where}.urn")
    operation = words(step.get("op"), f"{where}.op")
    if operation not in _OPERATIONS:
        refuse(
            f"{where}.op: got {operation!r}; must be an operation that pulumi names, such as same, update or "
            "delete"
        )
    before, after = mapping(step.get(old), f"{where}.{old}"), mapping(step.get(new), f"{where}.{new}")
    if operation in _NEED_OLD:
        type_ = words(before.get("type"), f"{where}.{old}.type")
        own = optional_words(before.get("urn"), f"{where}.{old}.urn") or urn
        if type_ != type_in(own, f"{where}.{old}.urn"):
            refuse(f"{where}.{old}.type: got {type_!r}; must be {type_in(own, where)!r}, as in the urn")
    was = mapping(before.get("inputs"), f"{where}.{old}.inputs")
    becomes = mapping(after.get("inputs"), f"{where}.{new}.inputs")
    difference = mapping(step.get("detailedDiff"), f"{where}.detailedDiff")
    changes = {path: mapping(each, f"{where}.detailedDiff.{path}") for path, each in difference.items()}
    token = optional_words(step.get("type") or before.get("type") or after.get("type"), f"{where}.type")
    return Step(
        operation=operation,
        urn=urn,
        type=typed(token or named, was or becomes).type,
        parent=optional_words(after.get("parent") or before.get("parent"), f"{where}.parent"),
        id=optional_words(before.get("id"), f"{where}.{old}.id"),
        old=typed(token or named, was).inputs if before else None,
        principal=_principal(mapping(before.get("outputs"), f"{where}.{old}.outputs")),
        old_urn=optional_words(before.get("urn"), f"{where}.{old}.urn"),
        new=typed(token or named, becomes).inputs if after else None,
        retained=bool(before.get("retainOnDelete")),
        replaced_for=tuple(
            words(each, f"{where}.{keys}[{index}]")
            for index, each in enumerate(listing(step.get(keys), f"{where}.{keys}"))
        ),
        changed=tuple(
            path
            for path, change in changes.items()
            if str(change.get("kind", change.get("diffKind", ""))).endswith("-replace")
        ),
    )


def _principal(outputs: Mapping[str, Any]) -> str:
    own = outputs.get("identity")
    value = outputs.get("principalId") or (own.get("principalId") if isinstance(own, dict) else None)
    return value if isinstance(value, str) else ""


def _protected(errors: Sequence[str]) -> tuple[str, ...]:
    """The protected resources that were in the way, if nothing else was."""
    found = [_PROTECTED.search(each) for each in errors if each.strip().removeprefix("error: ") != _BARE]
    return tuple(dict.fromkeys(match["urn"] for match in found if match)) if all(found) else ()


def _failure(errors: Sequence[str]) -> str | None:
    """The first reason that says something, in its first line."""
    for match in filter(None, map(_REPLACED.search, errors)):
        return (
            f"{match['name']} is protected, and would be made anew with {match['cause']}: put the change "
            "back; another region is another stack, and what Azure can't change in place goes under another "
            "name (docs/day-two.md)"
        )
    lines = [each.strip().removeprefix("error: ").partition("\n")[0] for each in errors]
    return next((line for line in lines if line != _BARE), _BARE) if lines else None
