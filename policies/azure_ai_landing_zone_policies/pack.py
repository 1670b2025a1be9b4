"""The rules as a project's settings have them, applied to what the engine shows of a program."""

import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Literal

from azure_ai_landing_zone_policies import waivers
from azure_ai_landing_zone_policies.rule import Level, Rule
from azure_ai_landing_zone_policies.stack import Stack
from azure_ai_landing_zone_policies.view import View
from azure_ai_landing_zone_policies.waivers import Register

NAME = "azure-ai-landing-zone"

CLOSING = "waivers"
"""The policy that reports on waivers after all rules."""


def utc_today() -> date:
    return datetime.now(UTC).date()


@dataclass(frozen=True)
class Finding:
    """One thing that a rule says, as the engine shows it."""

    policy: str
    title: str
    text: str
    level: Literal["mandatory", "advisory"]
    severity: str
    urn: str = ""
    """Empty for the resource that the engine asked about."""


@dataclass(frozen=True)
class Setting:
    """A rule's level and parameters in a project."""

    level: Level
    values: Mapping[str, Any]
    """What the project set: parameters by name, and `waivers`."""


class Pack:
    """The rules with a project's settings. Resources come one by one, then the program as a whole."""

    def __init__(
        self,
        rules: tuple[Rule, ...],
        settings: Mapping[str, Setting],
        today: Callable[[], date] = utc_today,
        *,
        warn_days: int = waivers.WARN_DAYS,
    ) -> None:
        self._settings = settings
        self._register = Register(warn_days)
        self.today = today
        self._for_resources = _by_type([rule for rule in rules if rule.check])
        self._for_stacks = [rule for rule in rules if rule.stack_check]
        self._unreadable: dict[str, tuple[str, ...]] = {}
        self._waivers: dict[str, tuple[waivers.Waiver, ...]] = {}
        for rule in rules:
            configured = self._setting(rule).values.get("waivers", [])
            found, problems = waivers.parse(configured, f"{rule.name}.waivers")
            self._waivers[rule.name], self._unreadable[rule.name] = found, problems
            if self._setting(rule).level != "disabled":
                self._register.expect(rule.name, found)

    def _setting(self, rule: Rule) -> Setting:
        return self._settings.get(rule.name) or Setting(rule.facts.baseline, {})

    def wants(self, type_: str) -> bool:
        """Whether any resource rule looks at resources of a type."""
        return type_ in self._for_resources

    def resource(self, view: View) -> list[Finding]:
        """What the resource rules say of one resource."""
        rules = self._for_resources.get(view.resource.type, ())
        return [finding for rule in rules for finding in self._findings(rule, view, None)]

    def stack(self, stack: Stack) -> list[Finding]:
        """What the stack rules say of a program, and then what became of the waivers."""
        found = [
            finding
            for rule in self._for_stacks
            for view in stack.of(*rule.facts.on)
            for finding in self._findings(rule, view, stack)
        ]
        return found + [
            Finding(CLOSING, "Waivers in use, without use and about to end", text, "advisory", "low")
            for text in self._register.report(self.today())
        ]

    def _findings(self, rule: Rule, view: View, stack: Stack | None) -> list[Finding]:
        setting = self._setting(rule)
        if setting.level == "disabled":
            return []
        level: Literal["mandatory", "advisory"] = setting.level
        urn = view.resource.urn if stack else ""

        def finding(text: str, level: Literal["mandatory", "advisory"]) -> Finding:
            return Finding(rule.name, rule.title, text, level, rule.facts.severity, urn)

        found = [finding(problem, level) for problem in self._unreadable[rule.name]]
        parameters = rule.defaults() | {k: v for k, v in setting.values.items() if k != "waivers"}
        try:
            verdict = rule.judge(view.for_rule(parameters), stack)
        except Exception as error:
            return [*found, finding(_crash(rule, error), level)]
        if not verdict.problems and not verdict.unsure:
            return found
        name, urn_of = view.resource.name, view.resource.urn
        covering = [waiver for waiver in self._waivers[rule.name] if waiver.covers(name, urn_of)]
        for waiver in covering:
            self._register.used(rule.name, waiver, name)
        if any(waiver.holds(self.today()) for waiver in covering):
            return found
        ended = "".join(f" (the waiver of {waiver.owner} ended on {waiver.until})" for waiver in covering)
        found += [finding(problem + ended, level) for problem in verdict.problems]
        if verdict.unsure:
            found.append(finding(f"can't tell: {'; '.join(verdict.unsure)}{ended}", "advisory"))
        return found


def _by_type(rules: list[Rule]) -> dict[str, list[Rule]]:
    of_type: dict[str, list[Rule]] = {}
    for rule in rules:
        for type_ in rule.facts.on:
            of_type.setdefault(type_, []).append(rule)
    return of_type


def _crash(rule: Rule, error: Exception) -> str:
    at = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(at.filename).name} line {at.lineno}"
    return (
        f"the rule itself failed with {type(error).__name__}: {error} ({place}). That is a bug of the rule, "
        f"not of the resource; to go on without it, set {rule.name} to disabled in policy.yaml"
    )
