"""What a preflight found: for a terminal, for a pull request, and as JSON."""

from collections.abc import Iterator
from typing import Any

from azure_ai_landing_zone.preflight.planning.verdicts import TOPICS, VERDICTS, Finding
from azure_ai_landing_zone.preflight.preflight import Preflight


def text(found: Preflight) -> str:
    """Lines for a terminal."""
    return "\n".join(_lines(found)) + "\n"


def markdown(found: Preflight, stack: str) -> str:
    """For the summary of a pull request."""
    lines = [f"### Preflight of {stack}: {_counts(found)}", ""]
    for verdict in VERDICTS[:-1]:
        those = [one for one in found.findings if one.verdict == verdict]
        if those:
            lines += [f"**{verdict}**", "", "| | got | needed | ask |", "| --- | --- | --- | --- |"]
            lines += [_row(one) for one in those]
            lines += [""]
    requests = [one for one in found.findings if one.judgement.request]
    if requests:
        lines += ["<details><summary>Requests to send</summary>", ""]
        lines += [f"- {_cell(one.subject)}: {_cell(one.judgement.request)}" for one in requests]
        lines += ["", "</details>", ""]
    return "\n".join(lines)


def as_json(found: Preflight, stack: str) -> dict[str, Any]:
    """Everything, for programs."""
    return {
        "stack": stack,
        "subscription": found.demand.subscription,
        "ready": found.ready,
        "counts": {verdict: found.count(verdict) for verdict in VERDICTS},
        "findings": [_told(one) for one in found.findings],
    }


def _lines(found: Preflight) -> Iterator[str]:
    for topic, title in TOPICS.items():
        those = [one for one in found.findings if one.topic == topic]
        if not those:
            continue
        passed = sum(one.verdict == "passed" for one in those)
        yield f"{title}: {passed} of {len(those)} passed"
        for verdict in VERDICTS[:-1]:
            for one in those:
                if one.verdict == verdict:
                    yield from _told_at_length(one)
    yield ""
    yield f"{_counts(found)}."


def _told_at_length(one: Finding) -> Iterator[str]:
    said = one.judgement
    yield f"  {one.verdict}: {said.text if one.verdict != 'unknown' else f'{one.subject}: {said.text}'}"
    if said.got or said.needed:
        yield f"    got {said.got or '–'}; needed {said.needed or '–'}"
    if said.ask:
        yield f"    ask: {said.ask}"
    if said.request:
        yield f"    with: {said.request}"


def _counts(found: Preflight) -> str:
    return ", ".join(f"{found.count(verdict)} {verdict}" for verdict in VERDICTS)


def _row(one: Finding) -> str:
    said = one.judgement
    what = said.text if one.verdict != "unknown" else f"{one.subject}: {said.text}"
    return f"| {_cell(what)} | {_cell(said.got)} | {_cell(said.needed)} | {_cell(said.ask)} |"


def _cell(words: str) -> str:
    return " ".join(words.replace("|", "&#124;").split())


def _told(one: Finding) -> dict[str, Any]:
    said = one.judgement
    return {
        "topic": one.topic,
        "subject": one.subject,
        "verdict": said.verdict,
        "text": said.text,
        "got": said.got,
        "needed": said.needed,
        "ask": said.ask,
        "request": said.request,
        "resources": list(one.resources),
        "asked": [question.short for question in one.asked],
    }
