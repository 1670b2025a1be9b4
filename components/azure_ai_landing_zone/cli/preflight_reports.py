"""A preflight for pipelines: JUnit's XML and SARIF, by the writers that the policies' reports have."""

import hashlib
from typing import Any

from azure_ai_landing_zone.preflight.planning.verdicts import TOPICS, Finding
from azure_ai_landing_zone.preflight.preflight import Preflight
from azure_ai_landing_zone_policies.reports.junit import Case, written
from azure_ai_landing_zone_policies.reports.sarif import document

_LEVELS = {"failed": "error", "unknown": "warning", "warning": "note"}


def junit(found: Preflight) -> str:
    """A test for each check: unknown is an error, not a failure and never a pass."""
    return written([_case(one) for one in found.findings])


def sarif(found: Preflight, file: str) -> str:
    """What didn't pass, at the stack file, which is relative to the repository."""
    rules = [
        {"id": f"preflight-{topic}", "shortDescription": {"text": title}} for topic, title in TOPICS.items()
    ]
    order = list(TOPICS)
    return document(
        rules,
        [_result(one, order.index(one.topic), file) for one in found.findings if one.verdict != "passed"],
    )


def _case(one: Finding) -> Case:
    text, group = _text(one), f"preflight.{one.topic}"
    if one.verdict == "failed":
        return Case(group, one.subject, (one.judgement.text, one.verdict, text))
    if one.verdict == "unknown":
        return Case(group, one.subject, error=text)
    return Case(group, one.subject, output=text if one.verdict == "warning" else "")


def _text(one: Finding) -> str:
    said = one.judgement
    figures = f"got {said.got or '–'}, needed {said.needed or '–'}" if said.got or said.needed else ""
    asked = f"ask: {said.ask}" if said.ask else ""
    return "; ".join(part for part in (said.text, figures, asked, said.request) if part)


def _result(one: Finding, number: int, file: str) -> dict[str, Any]:
    identity = f"{one.topic} {one.subject}"
    return {
        "ruleId": f"preflight-{one.topic}",
        "ruleIndex": number,
        "level": _LEVELS[one.verdict],
        "message": {"text": f"{one.subject}: {_text(one)}"},
        "locations": [
            {"physicalLocation": {"artifactLocation": {"uri": file}, "region": {"startLine": 1}}},
        ],
        "partialFingerprints": {"check/v1": hashlib.sha256(identity.encode()).hexdigest()},
    }
