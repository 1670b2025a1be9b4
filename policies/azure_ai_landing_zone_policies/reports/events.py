"""Reads what the engine streams in a preview with the pack.

That is what `pulumi preview --json` writes with PULUMI_ENABLE_STREAMING_JSON_PREVIEW=1, and `pulumi policy
analyze --json`: an event a line.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from azure_ai_landing_zone_policies.engine.pack import NAME


class EventsError(ValueError):
    """The events don't tell whether the pack ran to the end: no report may look like a clean one."""


@dataclass(frozen=True)
class Violation:
    """One thing that a rule said in a preview."""

    rule: str
    urn: str
    text: str
    mandatory: bool

    @property
    def resource(self) -> str:
        """The logical name of the resource."""
        return self.urn.rpartition("::")[2]


def read(lines: Iterable[str]) -> list[Violation]:
    """What the pack said, each thing once. Raises EventsError if it may not have judged everything."""
    found: dict[Violation, None] = {}
    judged = ended = failed = False
    because = "see what pulumi printed"
    for line in lines:
        event = _event(line)
        if "summaryEvent" in event:
            ended, failed = True, event["summaryEvent"].get("result") == "failed"
            judged = judged or NAME in event["summaryEvent"].get("PolicyPacks", {})
        elif event.get("diagnosticEvent", {}).get("severity") == "error":
            because = str(event["diagnosticEvent"].get("message", "")).strip().partition("\n")[0]
        summary = event.get("policyAnalyzeStackSummaryEvent")
        judged = judged or bool(summary and summary.get("policyPackName", NAME) == NAME)
        said = event.get("policyEvent")
        if said and said.get("policyPackName") == NAME:
            found[_violation(said)] = None
    if failed and not any(violation.mandatory for violation in found):
        raise EventsError(f"the preview failed for another reason than the pack: {because}")
    if not judged and not any(violation.mandatory for violation in found):
        raise EventsError(f"the pack {NAME} judged no program in these events; was --policy-pack given?")
    if not ended:
        raise EventsError("the events end before the preview did; see what pulumi printed")
    return list(found)


def _event(line: str) -> dict[str, Any]:
    try:
        event = json.loads(line)
    except json.JSONDecodeError:
        return {}
    return event if isinstance(event, dict) else {}


def _violation(said: dict[str, Any]) -> Violation:
    whole = str(said.get("message", "")).strip()
    lines = whole.split("\n")[1:]
    if len(lines) > 1 and lines[-1].startswith("https://"):
        lines.pop()  # the rule's page
    return Violation(
        rule=said["policyName"],
        urn=said.get("resourceUrn", ""),
        text="\n".join(lines).strip() or whole,
        mandatory=said.get("enforcementLevel") == "mandatory",
    )
