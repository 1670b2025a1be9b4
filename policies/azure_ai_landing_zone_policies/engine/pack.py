"""The rules as a project's settings have them, applied to what the engine shows of a program."""

import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Literal

from azure_ai_landing_zone_policies.engine import waivers
from azure_ai_landing_zone_policies.engine.baseline import Baseline
from azure_ai_landing_zone_policies.engine.rule import Level, Rule
from azure_ai_landing_zone_policies.engine.waivers import Register
from azure_ai_landing_zone_policies.program.arm_templates import deployed_by
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import View

NAME = "azure-ai-landing-zone"

CLOSING = "waivers"
"""The policy that reports on waivers after all rules."""


ReportedLevel = Literal["mandatory", "advisory"]

_SEVERITIES = ("critical", "high", "medium", "low")


def utc_today() -> date:
    return datetime.now(UTC).date()


@dataclass(frozen=True)
class Finding:
    """One thing that a rule says, as the engine shows it."""

    policy: str
    title: str
    text: str
    level: ReportedLevel
    severity: str
    urn: str = ""
    """Empty for the resource that the engine asked about."""
    page: str = ""
    """Where the rule's reason is written; empty where no rule speaks."""


@dataclass(frozen=True)
class Setting:
    """A rule's level and parameters in a project."""

    level: Level
    values: Mapping[str, Any]
    """What the project set: parameters by name, and `waivers`."""


@dataclass(frozen=True)
class _Held:
    """A rule that is in force, as a project has it."""

    rule: Rule
    level: ReportedLevel
    parameters: Mapping[str, Any]
    waivers: tuple[waivers.Waiver, ...]


class Pack:
    """The rules with a project's settings. Resources come one by one, then the program as a whole."""

    def __init__(
        self,
        rules: tuple[Rule, ...],
        settings: Mapping[str, Setting],
        today: Callable[[], date] = utc_today,
        baseline: Baseline | None = None,
    ) -> None:
        self._baseline = baseline
        self._register = Register()
        self._said: set[tuple[str, str]] = set()
        self.today = today
        held = [each for rule in rules if (each := _held(rule, settings.get(rule.name)))]
        for each in held:
            self._register.expect(each.rule.name, each.waivers)
        self._for_resources = _by_type([each for each in held if each.rule.check])
        self._for_stacks = [each for each in held if each.rule.stack_check]

    def resource(self, view: View) -> list[Finding]:
        """What the resource rules say of one resource, and of what its template makes."""
        views = (view, *deployed_by(view))
        return self._judge(
            [(held, each) for each in views for held in self._for_resources.get(each.resource.type, ())], None
        )

    def stack(self, stack: Stack) -> list[Finding]:
        """What the stack rules say of a program, and then what became of the waivers."""
        pairs = [(held, view) for held in self._for_stacks for view in stack.of(*held.rule.facts.on)]
        return self._judge(pairs, stack) + [
            Finding(CLOSING, "Waivers in use, without use and about to end", text, "advisory", "low")
            for text in (
                *self._register.report(self.today()),
                *(self._baseline.report(self.today()) if self._baseline else ()),
            )
        ]

    def _judge(self, pairs: list[tuple[_Held, View]], stack: Stack | None) -> list[Finding]:
        """Problems in the order of the rules, and then, once for each resource, what stands in the way.

        One value that isn't known may keep many rules from telling: the most severe of them says so for all.
        """
        found: list[Finding] = []
        unsure: dict[tuple[str, str], list[Rule]] = {}
        for held, view in pairs:
            problems, reasons = self._findings(held, view, stack)
            found += problems
            for reason in reasons:
                unsure.setdefault((view.resource.of_engine, reason), []).append(held.rule)
        for (urn, reason), rules in unsure.items():
            if (urn, reason) not in self._said:
                self._said.add((urn, reason))
                first, *others = sorted(rules, key=lambda rule: _SEVERITIES.index(rule.facts.severity))
                text = f"can't tell: {reason}{_nor(others)}"
                found.append(_finding(first, text, "advisory", urn if stack else ""))
        return found

    def _findings(
        self, held: _Held, view: View, stack: Stack | None
    ) -> tuple[list[Finding], tuple[str, ...]]:
        """What a rule says of a resource, and why it can't say more."""
        rule, level = held.rule, held.level
        name, urn = view.resource.name, view.resource.of_engine
        shown = urn if stack else ""
        try:
            verdict = rule.judge(view.for_rule(held.parameters), stack)
        except Exception as error:
            return [_finding(rule, _crash(rule, error), level, shown)], ()
        if not verdict.problems and not verdict.unsure:
            return [], ()
        covering = [waiver for waiver in held.waivers if waiver.covers(name, urn)]
        for waiver in covering:
            self._register.used(rule.name, waiver, name)
        known = self._baseline is not None and self._baseline.covers(rule.name, urn, self.today())
        if known or any(waiver.holds(self.today()) for waiver in covering):
            return [], ()
        ended = "".join(f" (the waiver of {waiver.owner} ended on {waiver.until})" for waiver in covering)
        return [_finding(rule, problem + ended, level, shown) for problem in verdict.problems], verdict.unsure


def _finding(rule: Rule, text: str, level: ReportedLevel, urn: str) -> Finding:
    return Finding(rule.name, rule.title, text, level, rule.facts.severity, urn, rule.facts.links[0])


def _nor(rules: list[Rule]) -> str:
    """The rules that the same thing keeps from telling."""
    names = [rule.name for rule in rules]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f" (nor can {', '.join(names[:3])}{more})" if names else ""


def _held(rule: Rule, setting: Setting | None) -> _Held | None:
    """None if it is disabled. What the project doesn't set is as in the pack `baseline`."""
    level, given = (setting.level, setting.values) if setting else (rule.facts.baseline, {})
    if level == "disabled":
        return None
    parameters = {key: value for key, value in given.items() if key != "waivers"}
    found, _ = waivers.parse(given.get("waivers", []), f"{rule.name}.waivers")
    return _Held(rule, level, rule.defaults() | parameters, found)


def _by_type(held: list[_Held]) -> dict[str, list[_Held]]:
    of_type: dict[str, list[_Held]] = {}
    for each in held:
        for type_ in each.rule.facts.on:
            of_type.setdefault(type_, []).append(each)
    return of_type


def _crash(rule: Rule, error: Exception) -> str:
    at = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(at.filename).name} line {at.lineno}"
    return (
        f"the rule itself failed with {type(error).__name__}: {error} ({place}). That is a bug of the rule, "
        f"not of the resource; to go on without it, set {rule.name} to disabled in policy.yaml"
    )
