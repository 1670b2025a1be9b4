"""How a landing zone is run: where logs go, who hears of alerts, what is shown, what it may cost."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, ClassVar

from pydantic import Field

from azure_ai_landing_zone.access.roles_on import Grantor
from azure_ai_landing_zone.core.diagnostics import DiagnosticsManaged
from azure_ai_landing_zone.core.model import Input, fields_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.endpoints.zones import PrivateDnsZones
from azure_ai_landing_zone.network.hub_facts import HubReference
from azure_ai_landing_zone.operations import action_group, grafana, logs, metrics, private_link, telemetry
from azure_ai_landing_zone.operations.alert_rules import (
    AlertRules,
    AlertRulesArgs,
    AlertTarget,
    RunbookFolder,
)
from azure_ai_landing_zone.operations.budgets import (
    CostGovernance,
    CostGovernanceArgs,
    CostGovernanceSettings,
)
from azure_ai_landing_zone.operations.grafana import Grafana, GrafanaArgs, GrafanaSettings
from azure_ai_landing_zone.operations.logs import (
    LogAnalyticsWorkspace,
    LogAnalyticsWorkspaceArgs,
    LogAnalyticsWorkspaceCreate,
    LogAnalyticsWorkspaceExisting,
)
from azure_ai_landing_zone.operations.metrics import MonitorWorkspace, MonitorWorkspaceArgs
from azure_ai_landing_zone.operations.observability import (
    Observability,
    ObservabilityArgs,
    ObservabilitySettings,
)
from azure_ai_landing_zone.operations.private_link import (
    MonitorPrivateLinkCreate,
    MonitorPrivateLinkDisabled,
    MonitorPrivateLinkExisting,
)
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint, Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import Section, elsewhere
from azure_ai_landing_zone.sections.site import ONE


class LogAnalyticsItem(Section):
    """Where everything's logs and metrics go."""

    makes: ClassVar[type[object]] = LogAnalyticsWorkspace
    ground: ClassVar[bool] = True

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:
        return logs.azure_names(zone)

    def make(self, made: Made) -> Part:
        """From now on, everything reports to it, unless Azure Policy writes diagnostic settings."""
        assert isinstance(self, LogAnalyticsWorkspaceCreate | LogAnalyticsWorkspaceExisting)  # noqa: S101
        site = made.site
        asked = any(needs.keeps_questions() for _, needs in made.others.each(Needs))
        component = LogAnalyticsWorkspace(
            f"{site.name}-logs",
            LogAnalyticsWorkspaceArgs(
                **site.common,
                label=site.name,
                workspace=self,
                access=site.people.access("auditWorkspace" if asked else "logAnalyticsWorkspace"),
                own_diagnostics=site.diagnostic_settings,
                protection=site.protection,
            ),
            site.child(),
        )
        id_ = component.workspace_resource_id
        if site.diagnostic_settings == "managed":
            made.site = replace(
                site, diagnostics=DiagnosticsManaged(mode="managed", workspace_resource_id=id_)
            )
        watched = []
        if isinstance(self, LogAnalyticsWorkspaceCreate):
            type_ = "Microsoft.OperationalInsights/workspaces"
            watched.append(AlertTarget(key="zone-logs", resource_type=type_, target_resource_id=id_))
        outputs = {"log_analytics_workspace_resource_id": id_}
        return Part(component=component, outputs=outputs, alert_targets=watched)


class LogAnalyticsCreateItem(LogAnalyticsWorkspaceCreate, LogAnalyticsItem):
    """A workspace of the zone's own."""


class LogAnalyticsExistingItem(LogAnalyticsWorkspaceExisting, LogAnalyticsItem):
    """A workspace that someone else answers for."""


LogAnalyticsItemChoice = Annotated[
    LogAnalyticsCreateItem | LogAnalyticsExistingItem, Field(discriminator="mode")
]


class DashboardsItem(GrafanaSettings, Section):
    """A Managed Grafana, and an Azure Monitor workspace with the Prometheus metrics that it shows."""

    makes: ClassVar[type[object]] = MonitorWorkspace

    def endpoints(self) -> list[NeededEndpoint]:
        return [
            NeededEndpoint("metrics", "monitorWorkspace", "prometheusMetrics"),
            NeededEndpoint("grafana", "managedGrafana", "grafana"),
        ]

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:
        return [*metrics.azure_names(zone), *grafana.azure_names(ONE)]

    def problems(self, others: Others) -> list[Problem]:
        found = []
        if not has_monitor_link(others):
            text = "metrics come in privately only: give `observability.monitor_private_link` as well"
            found.append(Problem((), text))
        if others.people is not None and others.people.administrators is None:
            text = "missing: nobody could add data sources or people to `dashboards`"
            found.append(Problem(elsewhere("people", "administrators"), text))
        return found

    def make(self, made: Made) -> Part:
        site = made.site
        workspace = MonitorWorkspace(
            f"{site.name}-metrics",
            MonitorWorkspaceArgs(
                **site.common, label=site.name, private_endpoint=made.place(self, "metrics")
            ),
            site.child(),
        )
        component = Grafana(
            f"{site.name}-dashboards",
            GrafanaArgs(
                **site.common,
                **fields_of(self, GrafanaSettings),
                label=ONE,
                monitor_workspace_resource_id=workspace.workspace_resource_id,
                private_endpoint=made.place(self, "grafana"),
                access=site.people.access("dashboard"),
                diagnostics=site.diagnostics,
            ),
            site.child(),
        )
        outputs = {"grafana": {"url": component.grafana_url, "approvalCommand": component.approval_command}}
        return Part(component=workspace, outputs=outputs)


class ObservabilityItem(ObservabilitySettings, Section):
    """Who hears of alerts, what is kept how long, and telemetry of applications."""

    makes: ClassVar[type[object]] = Observability
    grantor: ClassVar[Grantor | None] = "telemetry"
    after: ClassVar[tuple[type[Needs], ...]] = (DashboardsItem,)
    requires: ClassVar[Mapping[type[Needs], str]] = {
        LogAnalyticsItem: "`observability` is about what is in a workspace"
    }

    @property
    def has_link(self) -> bool:
        """Whether there is a monitor private link scope to join."""
        return not isinstance(self.monitor_private_link, MonitorPrivateLinkDisabled)

    @property
    def has_scope(self) -> bool:
        """Whether the scope is the stack's own."""
        return isinstance(self.monitor_private_link, MonitorPrivateLinkCreate)

    def gives_roles(self) -> bool:
        return self.telemetry is not None

    def endpoints(self) -> list[NeededEndpoint]:
        return [NeededEndpoint("scope", "monitorScope", "azuremonitor")] if self.has_scope else []

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:
        names = action_group.azure_names(zone)
        if self.telemetry is not None:
            names += telemetry.azure_names(zone)
        if self.has_link:
            names += private_link.azure_names(zone, ["workspace", "telemetry", "prometheus"])
        return names

    def problems(self, others: Others) -> list[Problem]:
        found = []
        if self.telemetry is not None and not self.has_link:
            text = "is taken in privately only: give `monitor_private_link` as well"
            found.append(Problem(("telemetry",), text))
        scope = self.monitor_private_link
        if isinstance(scope, MonitorPrivateLinkExisting) and isinstance(scope.scope_resource_id, str):
            path = ("monitor_private_link", "scope_resource_id")
            outside = others.outside_of_hub(scope.scope_resource_id)
            found += [Problem(path, text) for text in outside]
        return found

    @property
    def joins_hub_s_scope(self) -> bool:
        """Whether its scope is that of the hub's stack."""
        scope = self.monitor_private_link
        return isinstance(scope, MonitorPrivateLinkExisting) and scope.scope_resource_id is None

    def make(self, made: Made) -> Part:
        site, workspace = made.site, made.only(MonitorWorkspace)
        asked = made.others.only(LogAnalyticsItem)
        members: dict[str, Input[str]] = {}
        if workspace is not None:
            members["prometheus"] = workspace.data_collection_endpoint_resource_id
        settings = fields_of(self, ObservabilitySettings)
        if self.joins_hub_s_scope:
            scope = made.the(HubReference).monitor_scope_resource_id
            settings["monitor_private_link"] = MonitorPrivateLinkExisting(
                mode="existing", scope_resource_id=scope
            )
        component = Observability(
            f"{site.name}-observability",
            ObservabilityArgs(
                **site.common,
                **settings,
                label=site.name,
                workspace_resource_id=made.the(LogAnalyticsWorkspace).workspace_resource_id,
                private_endpoint=made.place_if_needed(self, "scope"),
                members=members,
                query=asked.query if isinstance(asked, LogAnalyticsCreateItem) else "private",
                # Gateways ask for it in every zone.
                access=made.grants_on("telemetry") if self.telemetry is not None else [],
            ),
            site.child(depends_on=made.present(PrivateDnsZones)),
            hub_provider=site.hub_provider,
        )
        outputs = {}
        if self.telemetry is not None:
            outputs["telemetry_connection_string"] = component.connection_string
        watched = []
        if self.has_scope:
            outputs["monitor_private_link_scope_resource_id"] = component.private_link_scope_resource_id
        if self.activity_log == "managed":
            watched.append(
                AlertTarget(
                    key="subscription",
                    resource_type="Microsoft.Resources/subscriptions",
                    target_resource_id=f"/subscriptions/{site.subscription_id}",
                )
            )
        return Part(component=component, outputs=outputs, alert_targets=watched)


def has_monitor_link(others: Others) -> bool:
    """Whether Azure Monitor can be told something privately; also if what says so is wrong itself."""
    seen = others.only(ObservabilityItem)
    return seen.has_link if seen is not None else others.has(ObservabilityItem)


class AlertsItem(Section):
    """The alerts of everything in the zone that the library has alerts for."""

    makes: ClassVar[type[object]] = AlertRules
    after: ClassVar[tuple[type[Needs], ...]] = (Section,)
    requires: ClassVar[Mapping[type[Needs], str]] = {ObservabilityItem: "`alerts` go to its `recipients`"}

    runbooks: RunbookFolder = "docs/runbooks"
    """Where people find the runbooks: what `/<alert>.md` is appended to."""

    def make(self, made: Made) -> Part:
        site, kept = made.site, made.others.only(ObservabilityItem)
        group = AlertTarget(
            key="zone-group",
            resource_type="Microsoft.Resources/resourceGroups",
            target_resource_id=site.resource_group_id,
        )
        component = AlertRules(
            f"{site.name}-alerts",
            AlertRulesArgs(
                **site.common,
                label=site.name,
                workspace_resource_id=made.the(LogAnalyticsWorkspace).workspace_resource_id,
                action_group_resource_ids=[made.the(Observability).action_group_resource_id],
                targets=[*made.alert_targets(), group],
                runbooks=self.runbooks,
                basic_tables=[one.table for one in kept.tables if one.plan == "Basic"] if kept else [],
            ),
            site.child(),
        )
        return Part(component=component, outputs={})


class CostLimitsItem(CostGovernanceSettings, Section):
    """What the zone may cost."""

    makes: ClassVar[type[object]] = CostGovernance
    after: ClassVar[tuple[type[Needs], ...]] = (ObservabilityItem,)

    def problems(self, others: Others) -> list[Problem]:
        if others.has(ObservabilityItem):
            return []
        text = "nobody would hear of this budget: give it e-mail addresses, or add `observability`"
        return [
            Problem(("budgets", number, "emails"), text)
            for number, budget in enumerate(self.budgets)
            if not budget.emails
        ]

    def make(self, made: Made) -> Part:
        site, observability = made.site, made.only(Observability)
        groups: list[Input[str]] = []
        if observability is not None:
            groups.append(observability.action_group_resource_id)
        component = CostGovernance(
            f"{site.name}-costs",
            CostGovernanceArgs(
                **site.common,
                **fields_of(self, CostGovernanceSettings),
                label=site.name,
                action_group_resource_ids=groups,
            ),
            site.child(),
        )
        return Part(component=component, outputs={})
