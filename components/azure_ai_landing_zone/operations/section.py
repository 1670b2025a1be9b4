"""How a landing zone is run: where logs go, who hears of alerts, what is shown, what it may cost."""

from typing import Literal

from azure_ai_landing_zone.core.diagnostics import (
    Diagnostics,
    DiagnosticsExternal,
    DiagnosticsManaged,
    DiagnosticsOff,
)
from azure_ai_landing_zone.core.model import AccessGrant, Input, Model
from azure_ai_landing_zone.endpoints.section import ZonesOfSite
from azure_ai_landing_zone.operations.alert_rules import AlertRules, AlertRulesArgs, AlertTarget
from azure_ai_landing_zone.operations.budgets import CostGovernance, CostGovernanceArgs, CostLimits
from azure_ai_landing_zone.operations.grafana import Grafana, GrafanaArgs, GrafanaShape
from azure_ai_landing_zone.operations.logs import (
    LogAnalyticsWorkspace,
    LogAnalyticsWorkspaceArgs,
    LogAnalyticsWorkspaceCreate,
    LogAnalyticsWorkspaceExisting,
)
from azure_ai_landing_zone.operations.metrics import MonitorWorkspace, MonitorWorkspaceArgs
from azure_ai_landing_zone.operations.observability import Observability, ObservabilityArgs, ObservabilityPlan
from azure_ai_landing_zone.operations.private_link import MonitorPrivateLinkCreate
from azure_ai_landing_zone.sections.site import ONE, Site, fields_of

DiagnosticSettings = Literal["managed", "external"]


class AlertSettings(Model):
    """The alerts of everything in the zone that the library has alerts for."""

    runbooks: str = "docs/runbooks"
    """Where people find the runbooks: what `/<alert>.md` is appended to."""


class DashboardSettings(GrafanaShape):
    """A Managed Grafana, and an Azure Monitor workspace with the Prometheus metrics that it shows."""


def make_workspace(
    site: Site,
    settings: LogAnalyticsWorkspaceCreate | LogAnalyticsWorkspaceExisting,
    diagnostic_settings: DiagnosticSettings,
) -> LogAnalyticsWorkspace:
    return LogAnalyticsWorkspace(
        f"{site.name}-logs",
        LogAnalyticsWorkspaceArgs(
            **site.common,
            label=site.name,
            workspace=settings,
            access=site.people.access("logAnalyticsWorkspace"),
            own_diagnostics=diagnostic_settings,
            protection=site.protection,
        ),
        site.child(),
    )


def diagnostics_of(
    workspace: LogAnalyticsWorkspace | None, diagnostic_settings: DiagnosticSettings
) -> Diagnostics:
    """What every component of the zone does with its logs and metrics: decided here alone."""
    if diagnostic_settings == "external":
        return DiagnosticsExternal(mode="external")
    if workspace is None:
        return DiagnosticsOff(mode="off")
    return DiagnosticsManaged(mode="managed", workspace_resource_id=workspace.workspace_resource_id)


def make_dashboards(
    site: Site, settings: DashboardSettings, zones: ZonesOfSite
) -> tuple[MonitorWorkspace, Grafana]:
    metrics = MonitorWorkspace(
        f"{site.name}-metrics",
        MonitorWorkspaceArgs(
            **site.common,
            label=site.name,
            private_endpoint=zones.place("monitorWorkspace", "prometheusMetrics"),
        ),
        site.child(),
    )
    dashboards = Grafana(
        f"{site.name}-dashboards",
        GrafanaArgs(
            **site.common,
            **fields_of(settings, GrafanaShape),
            label=ONE,
            monitor_workspace_resource_id=metrics.workspace_resource_id,
            private_endpoint=zones.place("managedGrafana", "grafana"),
            access=site.people.access("dashboard"),
            diagnostics=site.diagnostics,
        ),
        site.child(),
    )
    return metrics, dashboards


def make_observability(
    site: Site,
    settings: ObservabilityPlan,
    *,
    workspace: LogAnalyticsWorkspace,
    metrics: MonitorWorkspace | None,
    access: list[AccessGrant],
    zones: ZonesOfSite,
) -> Observability:
    has_scope = isinstance(settings.monitor_private_link, MonitorPrivateLinkCreate)
    return Observability(
        f"{site.name}-observability",
        ObservabilityArgs(
            **site.common,
            **fields_of(settings, ObservabilityPlan),
            label=site.name,
            workspace_resource_id=workspace.workspace_resource_id,
            private_endpoint=zones.place("monitorScope", "azuremonitor") if has_scope else None,
            members={"prometheus": metrics.data_collection_endpoint_resource_id}
            if metrics is not None
            else {},
            access=access,
        ),
        site.child(depends_on=[zones.component] if zones.component else []),
        hub_provider=site.hub_provider,
    )


def make_alerts(
    site: Site,
    settings: AlertSettings,
    *,
    workspace_resource_id: Input[str],
    action_group_resource_id: Input[str],
    targets: list[AlertTarget],
) -> AlertRules:
    return AlertRules(
        f"{site.name}-alerts",
        AlertRulesArgs(
            **site.common,
            label=site.name,
            workspace_resource_id=workspace_resource_id,
            action_group_resource_ids=[action_group_resource_id],
            targets=targets,
            runbooks=settings.runbooks,
        ),
        site.child(),
    )


def make_budgets(
    site: Site, settings: CostLimits, action_group_resource_id: Input[str] | None
) -> CostGovernance:
    return CostGovernance(
        f"{site.name}-costs",
        CostGovernanceArgs(
            **site.common,
            **fields_of(settings, CostLimits),
            label=site.name,
            action_group_resource_ids=[] if action_group_resource_id is None else [action_group_resource_id],
        ),
        site.child(),
    )
