"""AlertRules: the alerts of a zone's resources, each with its runbook."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import pulumi
from pulumi_azure_native import monitor
from pydantic import Field, model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.model import IdentityName, Input, Model, matching, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.operations.alert_definitions import (
    ActivityLogAlert,
    Alert,
    LogAlert,
    MetricAlert,
    alerts,
    alerts_of,
)

RunbookFolder = Annotated[
    str,
    matching(
        r"(https://[\w.-]+/)?[\w./~-]*",
        "an address that begins with https://, or a folder such as docs/runbooks",
    ),
]
"""People open it from a mail."""

_SINGLE_RESOURCE = "Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria"


def metric_rule(
    making: Making,
    args: "AlertRulesArgs",
    role: str,
    alert: MetricAlert,
    *,
    target_resource_id: Input[str],
    threshold: float,
    description: str,
) -> None:
    """Watches a metric of one resource."""
    monitor.MetricAlert(
        f"{making.name}-{role}",
        rule_name=making.azure_name("alertRule", role),
        location="global",
        description=description,
        severity=alert.severity,
        enabled=True,
        auto_mitigate=True,
        scopes=[target_resource_id],
        window_size=alert.window,
        evaluation_frequency=alert.frequency,
        criteria=monitor.MetricAlertSingleResourceMultipleMetricCriteriaArgs(
            odata_type=_SINGLE_RESOURCE,
            all_of=[
                monitor.MetricCriteriaArgs(
                    criterion_type="StaticThresholdCriterion",
                    name="criterion",
                    metric_namespace=alert.resource_type,
                    metric_name=alert.metric_name,
                    time_aggregation=alert.aggregation,
                    operator=alert.operator,
                    threshold=threshold,
                    dimensions=[
                        monitor.MetricDimensionArgs(name=dimension, operator="Include", values=values)
                        for dimension, values in alert.dimensions.items()
                    ],
                )
            ],
        ),
        actions=[
            monitor.MetricAlertActionArgs(action_group_id=group) for group in args.action_group_resource_ids
        ],
        tags=making.tags,
        opts=making.child(),
        **making.group,
    )


def log_rule(
    making: Making,
    args: "AlertRulesArgs",
    role: str,
    alert: LogAlert,
    *,
    target_resource_id: Input[str],
    threshold: float,
    description: str,
) -> None:
    """Asks the workspace about one resource, again and again."""
    target_id = pulumi.Output.from_input(target_resource_id)
    monitor.ScheduledQueryRule(
        f"{making.name}-{role}",
        rule_name=making.azure_name("alertRule", role),
        kind="LogAlert",
        display_name=making.azure_name("alertRule", role),
        description=description,
        severity=alert.severity,
        enabled=True,
        auto_mitigate=True,
        scopes=[args.workspace_resource_id],
        window_size=alert.window,
        evaluation_frequency=alert.frequency,
        # A table is there only once something was written to it.
        skip_query_validation=True,
        criteria=monitor.ScheduledQueryRuleCriteriaArgs(
            all_of=[
                monitor.ConditionArgs(
                    query=target_id.apply(lambda id_: alert.query.replace("{resource_id}", id_.lower())),
                    time_aggregation="Total" if alert.measure else "Count",
                    metric_measure_column=alert.measure,
                    operator="GreaterThan",
                    threshold=threshold,
                    failing_periods=monitor.ConditionFailingPeriodsArgs(
                        number_of_evaluation_periods=1, min_failing_periods_to_alert=1
                    ),
                )
            ]
        ),
        actions=monitor.ActionsArgs(action_groups=args.action_group_resource_ids),
        opts=making.child(),
        **making.place,
    )


def activity_rule(
    making: Making,
    args: "AlertRulesArgs",
    role: str,
    alert: ActivityLogAlert,
    *,
    target_resource_id: Input[str],
    description: str,
) -> None:
    """Waits for an event in the activity log of a subscription or resource group."""
    monitor.ActivityLogAlert(
        f"{making.name}-{role}",
        activity_log_alert_name=making.azure_name("alertRule", role),
        location="global",
        description=description,
        enabled=True,
        scopes=[target_resource_id],
        condition=monitor.AlertRuleAllOfConditionArgs(all_of=list(_conditions(alert))),
        actions=monitor.ActionListArgs(
            action_groups=[
                monitor.ActionGroupArgs(action_group_id=group) for group in args.action_group_resource_ids
            ]
        ),
        tags=making.tags,
        opts=making.child(),
        **making.group,
    )


def _conditions(alert: ActivityLogAlert) -> "Iterator[monitor.AlertRuleAnyOfOrLeafConditionArgs]":
    yield monitor.AlertRuleAnyOfOrLeafConditionArgs(field="category", equals=alert.category)
    for field, values in alert.any_of.items():
        if len(values) == 1:
            yield monitor.AlertRuleAnyOfOrLeafConditionArgs(field=field, equals=values[0])
            continue
        yield monitor.AlertRuleAnyOfOrLeafConditionArgs(
            any_of=[monitor.AlertRuleLeafConditionArgs(field=field, equals=value) for value in values]
        )


class AlertTarget(Model):
    """A resource to watch."""

    key: IdentityName
    """For the names of its alert rules; unique among targets of its type."""
    resource_type: str
    """Such as Microsoft.Storage/storageAccounts. The activity log is watched of
    Microsoft.Resources/resourceGroups and Microsoft.Resources/subscriptions."""
    target_resource_id: Input[str]
    """Of the resource."""
    planned: dict[str, Annotated[float, Field(strict=True, gt=0)]] = Field(default={})
    """Thresholds that follow from the resource's plan, by alert; an alert that needs one isn't made without.
    In bytes: checkpoint-store-capacity and, for a day, checkpoint-store-growth."""

    @model_validator(mode="after")
    def _check_alerts(self) -> "AlertTarget":
        known = alerts_of(self.resource_type)
        if not known:
            types = ", ".join(sorted({alert.resource_type for alert in alerts().values()}))
            text = f"no alert watches {self.resource_type}: there are some for {types}"
            refuse(AlertTarget, [Problem(("resource_type",), text)])
        planned = [name for name, alert in known.items() if _needs_plan(alert)]
        allowed = ", ".join(planned) or "none"
        text = f"takes no threshold from the plan of a {self.resource_type}: allowed are {allowed}"
        refuse(
            AlertTarget,
            [Problem(("planned", name), f"{name} {text}") for name in self.planned if name not in planned],
        )
        return self

    def watched(self) -> dict[str, Alert]:
        """The alerts of this target, by name."""
        return {
            name: alert
            for name, alert in alerts_of(self.resource_type).items()
            if name in self.planned or not _needs_plan(alert)
        }


def _needs_plan(alert: Alert) -> bool:
    return not isinstance(alert, ActivityLogAlert) and alert.threshold is None


class AlertRulesArgs(ComponentArgs):
    """What AlertRules are made of."""

    workspace_resource_id: Input[str]
    """The Log Analytics workspace that holds the zone's logs, in the same region."""
    action_group_resource_ids: list[Input[str]] = Field(min_length=1, max_length=5)
    """Who hears of them."""
    targets: list[AlertTarget]
    """What is watched."""
    runbooks: RunbookFolder = "docs/runbooks"
    """Where people find the runbooks: what `/<alert>.md` is appended to."""
    basic_tables: list[str] = Field(default=[])
    """Tables of the workspace with the Basic plan, where every question is paid for."""

    @model_validator(mode="after")
    def _check_targets(self) -> "AlertRulesArgs":
        keys = [(target.key, target.resource_type.lower()) for target in self.targets]
        refuse(
            AlertRulesArgs,
            [
                Problem(("targets", number, "key"), f"{key[0]} is the key of [{keys.index(key)}] already")
                for number, key in enumerate(keys)
                if key in keys[:number]
            ],
        )
        return self


class AlertRules(Component):
    """One rule for each alert of each target; it closes an alert itself when what it saw is over."""

    alert_names: pulumi.Output[list[str]]
    """Of the alerts that watch anything, as their files and runbooks are called."""

    def __init__(self, name: str, args: AlertRulesArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts, args, lambda label: azure_names(label, args.targets))
        making = Making(self, name, args)
        for target in args.targets:
            for alert_name, alert in target.watched().items():
                _rule(making, args, target, alert_name, alert)
        watched = {alert: one for target in args.targets for alert, one in target.watched().items()}
        for text in _paid_questions(watched, args.basic_tables):
            self.warn(text)
        self.alert_names = pulumi.Output.from_input(sorted(watched))
        self._end()


def _paid_questions(watched: Mapping[str, Alert], basic_tables: Sequence[str]) -> Iterator[str]:
    """Source: learn.microsoft.com/azure/azure-monitor/logs/logs-table-plans, 2026."""
    for name, alert in watched.items():
        if isinstance(alert, LogAlert) and alert.table in basic_tables:
            yield (
                f"the alert {name} asks {alert.table} about {alert.window} every {alert.frequency}, and each "
                "GB that it reads of a Basic table is paid for: give that table the plan Analytics"
            )


def _rule(making: Making, args: AlertRulesArgs, target: AlertTarget, alert_name: str, alert: Alert) -> None:
    role, of = f"{target.key}-{alert_name}", target.target_resource_id
    description = f"{alert.summary} Runbook: {args.runbooks.rstrip('/')}/{alert_name}.md"
    if isinstance(alert, ActivityLogAlert):
        activity_rule(making, args, role, alert, target_resource_id=of, description=description)
        return
    threshold = alert.threshold if alert.threshold is not None else target.planned.get(alert_name)
    assert threshold is not None, f"{role} is only made with a threshold"  # noqa: S101
    if isinstance(alert, MetricAlert):
        metric_rule(
            making, args, role, alert, target_resource_id=of, threshold=threshold, description=description
        )
    elif isinstance(alert, LogAlert):
        log_rule(
            making, args, role, alert, target_resource_id=of, threshold=threshold, description=description
        )


def azure_names(label: str, targets: list[AlertTarget]) -> list[tuple[Kind, str]]:
    """What AlertRules called so name."""
    return [
        ("alertRule", f"{label}-{target.key}-{alert}") for target in targets for alert in target.watched()
    ]
