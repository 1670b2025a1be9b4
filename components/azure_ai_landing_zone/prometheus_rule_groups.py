"""PrometheusRuleGroups: recording and alert rules of a cluster's Prometheus metrics, run by Azure."""

import pulumi
from pulumi_azure_native import alertsmanagement
from pydantic import Field

from azure_ai_landing_zone.component import Component, ComponentArgs, check_names
from azure_ai_landing_zone.model import Input
from azure_ai_landing_zone.naming import Kind
from azure_ai_landing_zone.prometheus_rule import INTERVAL, AlertingRule, RecordingRule, rule_groups


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
        label = args.label or name
        check_names(PrometheusRuleGroups, args.naming, azure_names(label))
        super().__init__(name, opts)
        names = self._names(args.naming)
        for group, rules in rule_groups().items():
            alertsmanagement.PrometheusRuleGroup(
                f"{name}-{group}-rules",
                rule_group_name=names.of("prometheusRuleGroup", f"{label}-{group}"),
                resource_group_name=args.resource_group_name,
                location=args.location,
                cluster_name=args.cluster_name,
                scopes=[args.monitor_workspace_resource_id, args.cluster_resource_id],
                interval=INTERVAL,
                enabled=True,
                rules=[
                    _recording(rule) if isinstance(rule, RecordingRule) else _alerting(key, rule, args)
                    for key, rule in rules.items()
                ],
                tags=args.tags.as_azure() if args.tags else None,
                opts=self._child(),
            )
        self.register_outputs({})


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
