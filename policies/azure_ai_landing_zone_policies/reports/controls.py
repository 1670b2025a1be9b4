"""What an auditor asks: of each control of a benchmark, which rules see to it, and what they said."""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from azure_ai_landing_zone_policies.engine import baseline
from azure_ai_landing_zone_policies.engine.pack import CLOSING
from azure_ai_landing_zone_policies.engine.rule import Rule
from azure_ai_landing_zone_policies.reports.events import Violation
from azure_ai_landing_zone_policies.reports.markdown import escape

MCSB = "Microsoft cloud security benchmark"

_WAIVED = re.compile(
    rf"(?P<rule>[a-z0-9-]+): the waiver of .* lets .* pass \(|{baseline.FILE} lets .* of (?P<rules>.*) pass; "
)
"""What the pack says of waivers and of a baseline that let something pass."""


@dataclass(frozen=True)
class Control:
    """One line of a benchmark."""

    standard: str
    edition: str
    name: str
    title: str
    rules: tuple[str, ...]
    """Rules that see to it besides those that name it themselves."""
    source: str
    as_of: str


@cache
def controls() -> tuple[Control, ...]:
    """The controls in controls.csv, in its order.

    Version 1 of Microsoft's benchmark but its governance domain, which no rule can see; of version 2, a
    preview, those whose titles we have read; of CIS's, sections 4 and 5, which customers decide.
    """
    text = files(__package__).joinpath("controls.csv").read_text(encoding="utf-8")
    return tuple(
        Control(
            row["standard"],
            row["edition"],
            row["control"],
            row["title"],
            tuple(row["rules"].split()),
            row["source"],
            row["as_of"],
        )
        for row in csv.DictReader(text.splitlines())
    )


def rules_of(control: Control, rules: Sequence[Rule]) -> list[str]:
    """The rules that see to a control. A rule's own `controls` are those of Microsoft's benchmark, whose
    versions have the same names."""
    named = [
        rule.name
        for rule in rules
        if rule.name in control.rules or (control.standard == MCSB and control.name in rule.facts.controls)
    ]
    return sorted(named)


def report(violations: list[Violation], rules: Sequence[Rule], levels: Mapping[str, str]) -> str:
    """Every control with its rules and their word, as Markdown. `levels` are those of the project."""
    waived = {
        rule
        for each in violations
        if each.rule == CLOSING and (match := _WAIVED.match(each.text))
        for rule in (match["rule"] or match["rules"]).split(", ")
    }
    lines = ["### Controls"]
    table: tuple[str, str] | None = None
    for control in controls():
        if table != (control.standard, control.edition):
            table = control.standard, control.edition
            lines += ["", f"**{control.standard}, {control.edition}** ({control.as_of})", ""]
            lines += ["| control | | rules | |", "| --- | --- | --- | --- |"]
        seen = rules_of(control, rules)
        lines.append(
            f"| [{control.name}]({control.source}) | {escape(control.title)} | {', '.join(seen)} "
            f"| {_word(seen, violations, waived, levels)} |"
        )
    return "\n".join(lines) + "\n"


def _word(rules: list[str], violations: list[Violation], waived: set[str], levels: Mapping[str, str]) -> str:
    said = [each for each in violations if each.rule in rules]
    unsure = [each for each in said if each.text.startswith("can't tell: ")]
    if not rules:
        return "not covered"
    if len(said) > len(unsure):
        return f"fail ({len(said) - len(unsure)})"
    if waived.intersection(rules):
        return f"waived ({', '.join(sorted(waived.intersection(rules)))})"
    if all(levels.get(rule) == "disabled" for rule in rules):
        return "not covered: turned off"
    if unsure:
        return f"can't tell ({len(unsure)})"
    off = [rule for rule in rules if levels.get(rule) == "disabled"]
    return f"pass, without {', '.join(off)}" if off else "pass"
