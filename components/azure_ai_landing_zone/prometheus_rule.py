"""Rules for Prometheus metrics, one file each in prometheus_rules/; every alert has a runbook of the same
name in docs/runbooks/, and every rule the series that it is tried with."""

import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Series = dict[str, str]
"""Values a minute apart by series, in promtool's notation."""

RuleGroup = Literal["gpu", "inference"]

INTERVAL = "PT1M"
"""Between evaluations of a group."""


class _Trial(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    at: str
    """Minutes from the start of the series, such as 10m."""
    series: Series


class RecordTrial(_Trial):
    """What comes out of the rule."""

    samples: dict[str, float] = Field(min_length=1)


class AlertTrial(_Trial):
    """When the alert fires, and for what."""

    fires: list[dict[str, str]] = []
    """Labels of what it fires for; empty: it stays silent."""


class _Rule(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    summary: str
    """In one sentence."""
    group: RuleGroup
    """Rules of a group are evaluated one after the other."""
    expression: str
    """In PromQL."""
    source: str
    """Where the names of metrics are written down."""
    as_of: date


class RecordingRule(_Rule):
    """Computes a series ahead, for alerts and dashboards."""

    kind: Literal["record"]
    record: str
    tests: list[RecordTrial] = Field(min_length=1)


class AlertingRule(_Rule):
    """Fires while its expression has been true for some time."""

    kind: Literal["alert"]
    severity: int = Field(ge=0, le=4)
    """As of every alert: 0 critical, 1 error, 2 warning, 3 informational, 4 verbose."""
    for_: str = Field(alias="for", pattern=r"^PT\d+M$")
    """Such as PT30M."""
    tests: list[AlertTrial] = Field(min_length=2)


Rule = Annotated[RecordingRule | AlertingRule, Field(discriminator="kind")]


@cache
def prometheus_rules() -> Mapping[str, RecordingRule | AlertingRule]:
    """All rules by name: what alerts stand on comes before them."""
    adapter: TypeAdapter[RecordingRule | AlertingRule] = TypeAdapter(Rule)
    found = {
        file.name.removesuffix(".toml"): adapter.validate_python(
            tomllib.loads(file.read_text(encoding="utf-8"))
        )
        for file in (files("azure_ai_landing_zone") / "prometheus_rules").iterdir()
        if file.name.endswith(".toml")
    }
    order = sorted(found, key=lambda name: (found[name].group, found[name].kind == "alert", name))
    return MappingProxyType({name: found[name] for name in order})


def rule_groups() -> dict[RuleGroup, dict[str, RecordingRule | AlertingRule]]:
    """The rules by group, in the order in which they are evaluated."""
    groups: dict[RuleGroup, dict[str, RecordingRule | AlertingRule]] = {}
    for name, rule in prometheus_rules().items():
        groups.setdefault(rule.group, {})[name] = rule
    return groups


def as_prometheus() -> dict[str, Any]:
    """The rules as Prometheus' own rule files have them."""
    return {
        "groups": [
            {
                "name": group,
                "interval": _prometheus_duration(INTERVAL),
                "rules": [_as_rule(*one) for one in rules.items()],
            }
            for group, rules in rule_groups().items()
        ]
    }


def _as_rule(name: str, rule: RecordingRule | AlertingRule) -> dict[str, Any]:
    if isinstance(rule, RecordingRule):
        return {"record": rule.record, "expr": rule.expression}
    return {
        "alert": name,
        "expr": rule.expression,
        "for": _prometheus_duration(rule.for_),
        "labels": {"severity": str(rule.severity)},
        "annotations": {"summary": rule.summary},
    }


def _prometheus_duration(duration: str) -> str:
    return duration.removeprefix("PT").lower()
