"""Rules for Prometheus metrics, one file each in prometheus_rules/; every alert has a runbook of the same
name in docs/runbooks/, and every rule the series that it is tried with."""

import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Any, Literal

import pulumi
from pulumi_azure_native import alertsmanagement
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.model import Input
from azure_ai_landing_zone.core.naming import Kind

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
        for file in (files(__package__) / "prometheus_rules").iterdir()
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


class PrometheusRuleGroupsArgs(ComponentArgs):
    """What PrometheusRuleGroups are made of."""

    monitor_workspace_resource_id: Input[str]
    """The Azure Monitor workspace, in the same region."""
    cluster_resource_id: Input[str]
    """Of the cluster whose metrics they are about."""
    cluster_name: Input[str]
    """As its metrics have it in the label `cluster`."""
    action_group_resource_ids: list[Input[str]] = Field(default=[], max_length=5)
    """Who hears of alerts. Empty: they are only shown."""
    runbooks: str = "docs/runbooks"
    """Where people find the runbooks: what `/<alert>.md` is appended to."""


class PrometheusRuleGroups(Component):
    """One rule group for each group of rules that the library has."""

    def __init__(
        self, name: str, args: PrometheusRuleGroupsArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args)
        for group, rules in rule_groups().items():
            alertsmanagement.PrometheusRuleGroup(
                f"{name}-{group}-rules",
                rule_group_name=making.azure_name("prometheusRuleGroup", group),
                cluster_name=args.cluster_name,
                scopes=[args.monitor_workspace_resource_id, args.cluster_resource_id],
                interval=INTERVAL,
                enabled=True,
                rules=[
                    _recording(rule) if isinstance(rule, RecordingRule) else _alerting(key, rule, args)
                    for key, rule in rules.items()
                ],
                opts=making.child(),
                **making.place,
            )
        self._end()


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What PrometheusRuleGroups called so name."""
    return [("prometheusRuleGroup", f"{label}-{group}") for group in rule_groups()]


def _recording(rule: RecordingRule) -> "alertsmanagement.PrometheusRuleArgs":
    return alertsmanagement.PrometheusRuleArgs(record=rule.record, expression=rule.expression, enabled=True)


def _alerting(
    key: str, rule: AlertingRule, args: PrometheusRuleGroupsArgs
) -> "alertsmanagement.PrometheusRuleArgs":
    return alertsmanagement.PrometheusRuleArgs(
        alert=key,
        expression=rule.expression,
        for_=rule.for_,
        severity=rule.severity,
        enabled=True,
        annotations={"summary": rule.summary, "runbook": f"{args.runbooks}/{key}.md"},
        actions=[
            alertsmanagement.PrometheusRuleGroupActionArgs(action_group_id=one)
            for one in args.action_group_resource_ids
        ],
        resolve_configuration=alertsmanagement.PrometheusRuleResolveConfigurationArgs(
            auto_resolved=True, time_to_resolve="PT10M"
        ),
    )
