"""One alert of one resource, as Azure's rule of the right kind."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import monitor

from azure_ai_landing_zone.alert import ActivityLogAlert, LogAlert, MetricAlert
from azure_ai_landing_zone.model import Input

_SINGLE_RESOURCE = "Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria"


@dataclass(frozen=True, slots=True)
class Frame:
    """What the rules of a zone have in common."""

    resource_group_name: Input[str]
    location: str
    """Of the workspace; rules on metrics and the activity log are global."""
    workspace_resource_id: Input[str]
    action_group_resource_ids: Sequence[Input[str]]
    tags: dict[str, str] | None
    opts: pulumi.ResourceOptions


def metric_rule(
    name: str,
    azure_name: str,
    description: str,
    alert: MetricAlert,
    *,
    target_resource_id: Input[str],
    threshold: float,
    frame: Frame,
) -> None:
    """Watches a metric of one resource."""
    monitor.MetricAlert(
        name,
        rule_name=azure_name,
        resource_group_name=frame.resource_group_name,
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
            monitor.MetricAlertActionArgs(action_group_id=group) for group in frame.action_group_resource_ids
        ],
        tags=frame.tags,
        opts=frame.opts,
    )


def log_rule(
    name: str,
    azure_name: str,
    description: str,
    alert: LogAlert,
    *,
    target_resource_id: Input[str],
    threshold: float,
    frame: Frame,
) -> None:
    """Asks the workspace about one resource, again and again."""
    target_id = pulumi.Output.from_input(target_resource_id)
    monitor.ScheduledQueryRule(
        name,
        rule_name=azure_name,
        resource_group_name=frame.resource_group_name,
        location=frame.location,
        kind="LogAlert",
        display_name=azure_name,
        description=description,
        severity=alert.severity,
        enabled=True,
        auto_mitigate=True,
        scopes=[frame.workspace_resource_id],
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
        actions=monitor.ActionsArgs(action_groups=frame.action_group_resource_ids),
        tags=frame.tags,
        opts=frame.opts,
    )


def activity_rule(
    name: str,
    azure_name: str,
    description: str,
    alert: ActivityLogAlert,
    *,
    target_resource_id: Input[str],
    frame: Frame,
) -> None:
    """Waits for an event in the activity log of a subscription or resource group."""
    monitor.ActivityLogAlert(
        name,
        activity_log_alert_name=azure_name,
        resource_group_name=frame.resource_group_name,
        location="global",
        description=description,
        enabled=True,
        scopes=[target_resource_id],
        condition=monitor.AlertRuleAllOfConditionArgs(all_of=list(_conditions(alert))),
        actions=monitor.ActionListArgs(
            action_groups=[
                monitor.ActionGroupArgs(action_group_id=group) for group in frame.action_group_resource_ids
            ]
        ),
        tags=frame.tags,
        opts=frame.opts,
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
