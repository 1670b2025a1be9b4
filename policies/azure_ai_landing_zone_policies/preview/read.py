"""Reads what a preview would do, as `pulumi preview --json` writes it: one document, or streamed events."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from azure_ai_landing_zone_policies.program.untyped import typed

Inputs = Mapping[str, Any]


class PlanError(ValueError):
    """The text isn't a whole plan: what is missing from it may be what matters."""


@dataclass(frozen=True)
class Step:
    """What a preview would do to one resource."""

    operation: str
    """The engine's word: same, update, delete, replace, delete-replaced …"""
    urn: str
    type: str
    """As `type_name` gives it, of a generic resource the type that it means; empty where no rule knows it."""
    id: str = ""
    """Azure's id of what is there; empty where nothing is yet."""
    old: Inputs | None = None
    """The inputs of what is there."""
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


def read_plan(text: str) -> Plan:
    """The plan in the output of a preview. Raises PlanError if there is none, or it breaks off."""
    start = text.find("{")
    while start > 0 and text[start - 1] != "\n":  # what pulumi warns of may come before
        start = text.find("{", start + 1)
    if start < 0:
        raise PlanError(
            "there is no plan in this input; give it what 'pulumi preview --json' writes to standard output"
        )
    try:
        whole, _ = json.JSONDecoder().raw_decode(text, start)
    except json.JSONDecodeError as error:
        raise PlanError("the plan breaks off; see what pulumi printed") from error
    if not isinstance(whole, dict) or ("steps" not in whole and "changeSummary" not in whole):
        return _of_events(text)
    errors = [each["message"] for each in whole.get("diagnostics") or [] if each.get("severity") == "error"]
    steps = tuple(_step(each, "oldState", "newState", "replaceReasons") for each in whole.get("steps") or [])
    shown = sum(step.operation == "same" for step in steps)
    return Plan(steps, _first_line(errors), (whole.get("changeSummary") or {}).get("same", 0) - shown)


def _of_events(text: str) -> Plan:
    steps: list[Step] = []
    errors: list[str] = []
    result = None
    for line in text.splitlines():
        if not line.startswith("{"):
            continue
        try:
            event = json.loads(line)
        except json.JSONDecodeError as error:
            raise PlanError("the events break off in the middle of one; see what pulumi printed") from error
        if "resourcePreEvent" in event:
            steps.append(_step(event["resourcePreEvent"]["metadata"], "old", "new", "keys"))
        elif event.get("diagnosticEvent", {}).get("severity") == "error":
            errors.append(str(event["diagnosticEvent"].get("message", "")))
        elif event.get("policyEvent", {}).get("enforcementLevel") == "mandatory":
            errors.append(f"policy {event['policyEvent'].get('policyName')}")
        elif "summaryEvent" in event:
            result = event["summaryEvent"].get("result", "succeeded")
    if result is None:
        raise PlanError("the events end before the preview did; see what pulumi printed")
    return Plan(tuple(steps), _first_line(errors or ["no reason given"]) if result == "failed" else None)


def _step(step: Mapping[str, Any], old: str, new: str, keys: str) -> Step:
    before, after = step.get(old) or {}, step.get(new) or {}
    changed = [
        path
        for path, change in (step.get("detailedDiff") or {}).items()
        if str(change.get("kind", change.get("diffKind", ""))).endswith("-replace")
    ]
    token = step.get("type") or before.get("type") or after.get("type") or ""
    shown = typed(token, before.get("inputs") or after.get("inputs") or {})
    return Step(
        operation=step["op"],
        urn=step["urn"],
        type=shown.type,
        id=before.get("id") or "",
        old=typed(token, before.get("inputs") or {}).inputs if before else None,
        new=typed(token, after.get("inputs") or {}).inputs if after else None,
        retained=bool(before.get("retainOnDelete")),
        replaced_for=tuple(step.get(keys) or ()),
        changed=tuple(changed),
    )


def _first_line(errors: list[str]) -> str | None:
    return errors[0].strip().removeprefix("error: ").partition("\n")[0] if errors else None
