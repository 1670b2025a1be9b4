"""AlertRules: the alerts of a zone's resources, each with its runbook."""

from typing import Annotated

import pulumi
from pydantic import Field, model_validator

from azure_ai_landing_zone.alert import ActivityLogAlert, Alert, LogAlert, MetricAlert, alerts, alerts_of
from azure_ai_landing_zone.alert_rule import Frame, activity_rule, log_rule, metric_rule
from azure_ai_landing_zone.component import Component, ComponentArgs, check_names
from azure_ai_landing_zone.model import Input, Key, Model, refuse
from azure_ai_landing_zone.naming import Kind
from azure_ai_landing_zone.planning.problem import Problem


class AlertTarget(Model):
    """A resource to watch."""

    key: Key
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
    runbooks: str = "docs/runbooks"
    """Where people find the runbooks: what `/<alert>.md` is appended to."""

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
        label = args.label or name
        check_names(AlertRules, args.naming, azure_names(label, args.targets))
        super().__init__(name, opts)
        names = self._names(args.naming)
        frame = Frame(
            args.resource_group_name,
            args.location,
            args.workspace_resource_id,
            args.action_group_resource_ids,
            args.tags.as_azure() if args.tags else None,
            self._child(),
        )
        for target in args.targets:
            for alert_name, alert in target.watched().items():
                _rule(
                    f"{name}-{target.key}-{alert_name}",
                    names.of("alertRule", f"{label}-{target.key}-{alert_name}"),
                    f"{alert.summary} Runbook: {args.runbooks.rstrip('/')}/{alert_name}.md",
                    alert,
                    target.target_resource_id,
                    target.planned.get(alert_name),
                    frame,
                )
        watched = {alert for target in args.targets for alert in target.watched()}
        self.alert_names = pulumi.Output.from_input(sorted(watched))
        self.register_outputs({"alert_names": self.alert_names})


def _rule(
    name: str,
    azure_name: str,
    description: str,
    alert: Alert,
    target_id: Input[str],
    planned: float | None,
    frame: Frame,
) -> None:
    if isinstance(alert, ActivityLogAlert):
        activity_rule(name, azure_name, description, alert, target_resource_id=target_id, frame=frame)
        return
    threshold = alert.threshold if alert.threshold is not None else planned
    assert threshold is not None, f"{name} is only made with a threshold"  # noqa: S101
    if isinstance(alert, MetricAlert):
        metric_rule(
            name,
            azure_name,
            description,
            alert,
            target_resource_id=target_id,
            threshold=threshold,
            frame=frame,
        )
    elif isinstance(alert, LogAlert):
        log_rule(
            name,
            azure_name,
            description,
            alert,
            target_resource_id=target_id,
            threshold=threshold,
            frame=frame,
        )


def azure_names(label: str, targets: list[AlertTarget]) -> list[tuple[Kind, str]]:
    """What AlertRules called so name."""
    return [
        ("alertRule", f"{label}-{target.key}-{alert}") for target in targets for alert in target.watched()
    ]
