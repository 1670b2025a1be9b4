"""A summary for a pull request."""

from collections.abc import Sequence

from azure_ai_landing_zone_policies.engine.pack import CLOSING
from azure_ai_landing_zone_policies.engine.rule import Rule
from azure_ai_landing_zone_policies.reports.events import Violation

_ORDER = ("critical", "high", "medium", "low")


def markdown(violations: list[Violation], rules: Sequence[Rule]) -> str:
    """The report as text, the worst first."""
    by_name = {rule.name: rule for rule in rules}
    blocking = [each for each in violations if each.mandatory]
    advisory = [each for each in violations if not each.mandatory and each.rule != CLOSING]
    waived = [each for each in violations if each.rule == CLOSING]
    count = len(rules)
    if blocking:
        lines = [f"### Policy: {len(blocking)} to fix before this can be deployed"]
    else:
        lines = [f"### Policy: nothing blocks ({count} rules)"]
    for title, found in (("Blocking", blocking), ("Advisory", advisory)):
        if found:
            lines += ["", f"**{title}**", "", "| severity | resource | what and how to fix it | rule |"]
            lines += ["| --- | --- | --- | --- |", *(_row(each, by_name) for each in _sorted(found, by_name))]
    if waived:
        lines += ["", "**Waivers**", "", *(f"- {escape(each.text)}" for each in waived)]
    return "\n".join(lines) + "\n"


def _sorted(found: list[Violation], rules: dict[str, Rule]) -> list[Violation]:
    return sorted(found, key=lambda each: (_ORDER.index(_severity(each, rules)), each.rule, each.urn))


def _severity(violation: Violation, rules: dict[str, Rule]) -> str:
    rule = rules.get(violation.rule)
    return rule.facts.severity if rule else "low"


def _row(violation: Violation, rules: dict[str, Rule]) -> str:
    rule = rules.get(violation.rule)
    name = f"[{violation.rule}]({rule.facts.links[0]})" if rule else violation.rule
    return f"| {_severity(violation, rules)} | `{violation.resource}` | {escape(violation.text)} | {name} |"


def escape(text: str) -> str:
    """Text that can't break the table, nor bring HTML of its own."""
    for mark, instead in (("&", "&amp;"), ("<", "&lt;"), ("|", "\\|"), ("\n", " ")):
        text = text.replace(mark, instead)
    return text
