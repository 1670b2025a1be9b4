"""What a rule is, and how one is applied to a resource."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.ai import has_ai

Severity = Literal["low", "medium", "high", "critical"]
Level = Literal["mandatory", "advisory", "disabled"]
Area = Literal[
    "compute", "training", "kubernetes", "models", "data", "network", "identity", "cost", "protection"
]
Pillar = Literal[
    "Cost Optimization", "Operational Excellence", "Performance Efficiency", "Reliability", "Security"
]
Check = Callable[[View], Iterator[str | CantTell]]
StackCheck = Callable[[View, Stack], Iterator[str | CantTell]]


@dataclass(frozen=True)
class Verdict:
    """A rule's word on a resource: fail with problems; can't tell if only `unsure` has entries; else pass."""

    problems: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()


PASSES = Verdict()


@dataclass(frozen=True)
class Facts:
    """What is said of a rule besides what it checks."""

    on: tuple[str, ...]
    """Types, as `type_name` gives them."""
    area: Area
    severity: Severity
    pillar: Pillar
    """Of the Azure Well-Architected Framework."""
    controls: tuple[str, ...]
    """Of the Microsoft cloud security benchmark, version 1; empty where security isn't the point."""
    links: tuple[str, ...]
    """Azure's own pages, the one that says it best first."""
    passes: Mapping[str, Any]
    """On which the rule has nothing to say.

    For a resource rule the inputs of a resource of the first type in `on`; for a stack rule the `resources`
    of a program in Pulumi's YAML.
    """
    fails: Mapping[str, Any]
    """The same, blocked by the rule."""
    baseline: Level = "mandatory"
    """Its level in the pack `baseline`."""
    strict: Level = "mandatory"
    """Its level in the pack `strict`."""
    since: str = ""
    """The rule set that it came with, a quarter such as 2026.4; empty in a project's own rules, which none
    keeps silent."""
    parameters: tuple[Parameter, ...] = ()
    only_with_ai: bool = False
    """Whether programs without anything of AI are none of its business."""


@dataclass(frozen=True)
class Rule:
    """One rule, with all that the pack, the tests and the reference say of it."""

    name: str
    """The function's and the file's name with hyphens; never changed, since consumers' settings hold it."""
    title: str
    why: str
    """Why it costs the user and how to fix it: the docstring after its first line."""
    facts: Facts
    check: Check | None
    """Of a resource rule, which needs nothing but the resource's inputs."""
    stack_check: StackCheck | None
    """Of a stack rule, which sees the whole program too."""

    def judge(self, props: View, stack: Stack | None = None) -> Verdict:
        """Every problem that can be seen, and what stands in the way of seeing more."""
        problems: list[str] = []
        unsure: list[str] = []
        try:
            for finding in self._findings(props, stack):
                (unsure if isinstance(finding, CantTell) else problems).append(str(finding))
        except CantTell as reason:
            unsure.append(str(reason))
        if not problems and not unsure:
            return PASSES
        return Verdict(tuple(dict.fromkeys(problems)), tuple(dict.fromkeys(unsure)))

    def _findings(self, props: View, stack: Stack | None) -> Iterator[str | CantTell]:
        if self.check:
            return self.check(props)
        if self.stack_check and stack and (has_ai(stack) or not self.facts.only_with_ai):
            return self.stack_check(props, stack)
        return iter(())

    def level_in(self, pack: str, rule_set: str | None) -> Level:
        """Its level in a pack; disabled if it is newer than the rule set that the project is pinned to."""
        if rule_set is not None and self.facts.since and _quarter(self.facts.since) > _quarter(rule_set):
            return "disabled"
        return self.facts.strict if pack == "strict" else self.facts.baseline

    def defaults(self) -> dict[str, Any]:
        return {parameter.name: parameter.default for parameter in self.facts.parameters}

    def examples(self) -> dict[str, Any]:
        """The parameters with which its examples pass and fail."""
        return {
            each.name: each.example if each.default is None else each.default
            for each in self.facts.parameters
        }


def _quarter(rule_set: str) -> tuple[int, ...]:
    return tuple(int(part) for part in rule_set.split("."))


def rule(**facts: Any) -> Callable[[Check], Rule]:
    """Makes a rule of a generator that looks at one resource and yields one sentence a problem.

    Takes the fields of `Facts`. A sentence names the property, the value it has, what is allowed and what to
    change.
    """

    def make(check: Check) -> Rule:
        return _make(check, Facts(**facts), check, None)

    return make


def stack_rule(**facts: Any) -> Callable[[StackCheck], Rule]:
    """As `rule`, of a generator that sees a resource and the whole program."""

    def make(check: StackCheck) -> Rule:
        return _make(check, Facts(**facts), None, check)

    return make


def _make(
    function: Callable[..., object], facts: Facts, check: Check | None, stack_check: StackCheck | None
) -> Rule:
    title, _, why = inspect.cleandoc(function.__doc__ or "").partition("\n")
    name = function.__name__.replace("_", "-")
    return Rule(name, title, why.strip(), facts, check, stack_check)
