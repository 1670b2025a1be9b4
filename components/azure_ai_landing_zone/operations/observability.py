"""Observability: what a zone tells, to whom, and how long it is kept."""

from typing import Literal

import pulumi
from pydantic import Field, model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import DiagnosticsManaged
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import AccessGrant, Input, Key, Model, PrivateEndpointPlace, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.operations import action_group
from azure_ai_landing_zone.operations import private_link as monitor_private_link
from azure_ai_landing_zone.operations import telemetry as application_insights
from azure_ai_landing_zone.operations.action_group import ActionGroup, ActionGroupArgs, AlertRecipients
from azure_ai_landing_zone.operations.logs import (
    NetworkAccess,
    TableRetention,
    keep_tables,
    table_problems,
)
from azure_ai_landing_zone.operations.private_link import (
    MonitorPrivateLink,
    MonitorPrivateLinkArgs,
    MonitorPrivateLinkChoice,
    MonitorPrivateLinkDisabled,
    endpoint_problems,
)
from azure_ai_landing_zone.operations.telemetry import (
    ApplicationInsights,
    ApplicationInsightsArgs,
    TelemetrySampling,
)


class ObservabilitySettings(Model):
    """What is kept and who is told, as far as plain values say."""

    recipients: AlertRecipients
    """Who hears of alerts and budgets."""
    tables: list[TableRetention] = Field(default=[])
    """Tables that are kept longer, shorter or cheaper than the workspace says."""
    telemetry: TelemetrySampling | None = None
    """Application Insights for the zone's applications. Left out: none."""
    monitor_private_link: MonitorPrivateLinkChoice = MonitorPrivateLinkDisabled(mode="disabled")
    """How telemetry and queries get to the workspace without the internet."""
    activity_log: Literal["managed", "external"] = "external"
    """Whether this stack sends the subscription's activity log to the workspace. One stack of a
    subscription does."""

    @model_validator(mode="after")
    def _check_tables(self) -> "ObservabilitySettings":
        found = [
            Problem(("tables", *problem.path), problem.message) for problem in table_problems(self.tables)
        ]
        refuse(ObservabilitySettings, found)
        return self


class ObservabilityArgs(ComponentArgs, ObservabilitySettings):
    """What an Observability is made of."""

    workspace_resource_id: Input[str]
    """The Log Analytics workspace of the zone, in the same region."""
    private_endpoint: PrivateEndpointPlace | None = None
    """Of a private link scope of our own, with its five zones."""
    members: dict[Key, Input[str]] = Field(default={})
    """What else is in the private link scope, such as the data collection endpoint of a MonitorWorkspace."""
    query: NetworkAccess = "private"
    """Where people may ask for telemetry from: as the workspace has it."""
    access: list[AccessGrant] = Field(default=[])
    """Who sends telemetry: Monitoring Metrics Publisher on the Application Insights."""

    @model_validator(mode="after")
    def _check_place(self) -> "ObservabilityArgs":
        problems = endpoint_problems(self.monitor_private_link, self.private_endpoint)
        problems += access_problems(self.access, "Microsoft.Insights/components")
        if self.access and self.telemetry is None:
            text = "there is nothing to grant access to: give `telemetry` as well"
            problems.append(Problem(("access",), text))
        refuse(ObservabilityArgs, problems)
        return self


class Observability(Component):
    """What every other part of a zone reports to, around a workspace that exists. Alert rules come last, when
    there is something to watch: AlertRules."""

    action_group_resource_id: pulumi.Output[str]
    """For AlertRules and CostGovernance."""
    application_insights_resource_id: pulumi.Output[str | None]
    """None without telemetry."""
    connection_string: pulumi.Output[str | None]
    """For applications; no secret, since only identities with access can send."""
    private_link_scope_resource_id: pulumi.Output[str | None]
    """For further members, such as data collection endpoints made later. None without a scope."""

    def __init__(
        self,
        name: str,
        args: ObservabilityArgs,
        opts: pulumi.ResourceOptions | None = None,
        *,
        hub_provider: pulumi.ProviderResource | None = None,
    ) -> None:
        """`hub_provider`: an azure-native provider for the subscription of the hub's scope, where
        that is another one."""
        super().__init__(name, opts, args, lambda label: azure_names(label, args))
        workspace = DiagnosticsManaged(mode="managed", workspace_resource_id=args.workspace_resource_id)
        making = Making(self, name, args, diagnostics=workspace)
        common = {**making.common, "label": making.label}
        if args.tables:
            keep_tables(making, args.tables, args.workspace_resource_id)
        group = ActionGroup(
            f"{name}-recipients",
            ActionGroupArgs(**common, **dict(args.recipients)),
            making.child(),
        )
        self.action_group_resource_id = group.action_group_resource_id
        members = {"workspace": args.workspace_resource_id, **args.members}
        self.application_insights_resource_id = pulumi.Output.from_input(None)
        self.connection_string = pulumi.Output.from_input(None)
        if args.telemetry is not None:
            insights = ApplicationInsights(
                f"{name}-telemetry",
                ApplicationInsightsArgs(
                    **common,
                    sampling_percent=args.telemetry.sampling_percent,
                    workspace_resource_id=args.workspace_resource_id,
                    query=args.query,
                    access=args.access,
                ),
                making.child(),
            )
            self.application_insights_resource_id = insights.application_insights_resource_id.apply(str)
            self.connection_string = insights.connection_string.apply(str)
            members["telemetry"] = insights.application_insights_resource_id
        self.private_link_scope_resource_id = pulumi.Output.from_input(None)
        if not isinstance(args.monitor_private_link, MonitorPrivateLinkDisabled):
            link = MonitorPrivateLink(
                f"{name}-private-link",
                MonitorPrivateLinkArgs(
                    **common,
                    private_link_scope=args.monitor_private_link,
                    private_endpoint=args.private_endpoint,
                    members=members,
                ),
                making.child(),
                hub_provider=hub_provider,
            )
            self.private_link_scope_resource_id = link.scope_resource_id.apply(str)
        if args.activity_log == "managed":
            making.watch(
                f"/subscriptions/{making.subscription_id}",
                "Microsoft.Resources/subscriptions",
                "activity-log",
            )
        self._end()


def azure_names(label: str, args: ObservabilityArgs) -> list[tuple[Kind, str]]:
    """What an Observability called so names."""
    names = action_group.azure_names(label)
    if args.telemetry is not None:
        names += application_insights.azure_names(label)
    if not isinstance(args.monitor_private_link, MonitorPrivateLinkDisabled):
        names += monitor_private_link.azure_names(label, ["workspace", "telemetry", *args.members])
    return names
