"""Findings that an estate already had when it took the pack up: they block nothing until a day."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import yaml

from azure_ai_landing_zone_policies.engine.waivers import Life

FILE = "policy-baseline.yaml"
"""Beside policy.yaml; `ailz report baseline` writes it."""

_HEAD = """\
# What the policy pack found when it was taken up. It blocks nothing of this until the day below, nor any
# longer what is gone from here: remove what is fixed. New findings block.
"""


@dataclass
class Baseline:
    """Rules and the URNs of the resources on which each may find something until a day."""

    until: date
    findings: Mapping[str, frozenset[str]]
    _met: dict[tuple[str, str], None] = field(default_factory=dict)

    def covers(self, rule: str, urn: str, today: date) -> bool:
        """Whether a finding is in it, and its day hasn't passed. Notes which are still found."""
        if urn not in self.findings.get(rule, ()):
            return False
        self._met[rule, urn] = None
        return today <= self.until

    def report(self, today: date) -> list[str]:
        """What became of it, in a sentence or two."""
        rest = [
            f"{rule} on {urn.rpartition('::')[2]}"
            for rule, urns in self.findings.items()
            for urn in sorted(urns)
            if (rule, urn) not in self._met
        ]
        said = []
        if self._met:
            many = f"{len(self._met)} {'finding' if len(self._met) == 1 else 'findings'}"
            if today <= self.until:
                rules = ", ".join(sorted({rule for rule, _ in self._met}))
                said.append(f"{FILE} lets {many} of {rules} pass; it ends on {self.until}")
            else:
                said.append(f"{FILE} ended on {self.until} with {many} left; fix them")
        if rest:
            more = f" and {len(rest) - 5} more" if len(rest) > 5 else ""
            said.append(f"{FILE}: no longer found, remove: {', '.join(rest[:5])}{more}")
        return said


def written(findings: Iterable[tuple[str, str]], until: date) -> str:
    """A baseline of these rules and URNs, as the file has it."""
    by_rule: dict[str, list[str]] = {}
    for rule, urn in sorted(set(findings)):
        by_rule.setdefault(rule, []).append(urn)
    content = yaml.safe_dump({"until": until.isoformat(), "findings": by_rule}, sort_keys=False, width=1000)
    return f"{_HEAD}{content}"


def parse(content: Any, life: Life | None = None) -> tuple[Baseline | None, list[str]]:
    """The baseline in a file's content, and its problems."""
    if content is None:
        return None, []
    if not isinstance(content, Mapping):
        return None, [f"got {content!r}; must be an object with until and findings"]
    problems = [
        f"{key}: unknown; must be until or findings" for key in content if key not in ("until", "findings")
    ]
    findings = content.get("findings")
    if not isinstance(findings, Mapping) or not all(
        isinstance(urns, list) and all(isinstance(urn, str) for urn in urns) for urns in findings.values()
    ):
        problems.append("findings: must have a list of URNs for each rule")
        findings = {}
    try:
        until = date.fromisoformat(str(content.get("until")))
    except ValueError:
        return None, [*problems, f"until: got {content.get('until')!r}; must be a date such as 2027-01-31"]
    if life and until > life.last:
        latest = f"{life.last} at the latest, {life.longest_days} days from today"
        problems.append(f"until: got {str(until)!r}; must be {latest}")
    return Baseline(until, {rule: frozenset(urns) for rule, urns in findings.items()}), problems
