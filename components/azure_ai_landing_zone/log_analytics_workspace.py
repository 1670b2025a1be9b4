"""LogAnalyticsWorkspace: where everything's logs and metrics go."""

from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import operationalinsights
from pydantic import Field, StrictFloat, StrictInt, model_validator

from azure_ai_landing_zone.access import access_problems, grant_access
from azure_ai_landing_zone.component import Component, ComponentArgs, check_names
from azure_ai_landing_zone.diagnostics import DiagnosticsManaged, diagnose
from azure_ai_landing_zone.model import AccessGrant, Model, Protection, refuse, resource_id_of
from azure_ai_landing_zone.naming import Kind

RESOURCE_TYPE = "Microsoft.OperationalInsights/workspaces"


class LogAnalyticsWorkspaceCreate(Model):
    """A workspace of the zone's own.

    What Azure itself sends (diagnostic settings) arrives whatever the network settings say; agents and
    people need a monitor private link scope where access is private.
    """

    mode: Literal["create"]
    """Made here."""
    retention_days: StrictInt = Field(default=90, ge=30, le=730)
    """Of tables without a retention of their own. The first 31 days are in the price."""
    daily_quota_gib: StrictFloat | None = Field(default=None, ge=0.023)
    """What it takes in a day at most; then it stops, alerts included. Left out: no limit."""
    ingestion: Literal["private", "public"] = "private"
    """Where agents may send from."""
    query: Literal["private", "public"] = "private"
    """Where people may ask from, the portal included; they always need a role."""


class LogAnalyticsWorkspaceExisting(Model):
    """A workspace that someone else answers for: only role assignments are added."""

    mode: Literal["existing"]
    """Taken over."""
    workspace_resource_id: Annotated[str, resource_id_of(RESOURCE_TYPE)]
    """Full id; the deployer has to be able to read it."""


LogAnalyticsWorkspaceSettings = Annotated[
    LogAnalyticsWorkspaceCreate | LogAnalyticsWorkspaceExisting, Field(discriminator="mode")
]


class LogAnalyticsWorkspaceArgs(ComponentArgs):
    """What a LogAnalyticsWorkspace is made of."""

    workspace: LogAnalyticsWorkspaceSettings = LogAnalyticsWorkspaceCreate(mode="create")
    """Made here, or taken over."""
    access: list[AccessGrant] = Field(default=[])
    """Who may do what: roles on it, nothing wider."""
    own_diagnostics: Literal["managed", "external", "off"] = "managed"
    """managed: who asked what is kept in the workspace itself."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace what holds data."""

    @model_validator(mode="after")
    def _check_access(self) -> "LogAnalyticsWorkspaceArgs":
        refuse(LogAnalyticsWorkspaceArgs, list(access_problems(self.access, RESOURCE_TYPE)))
        return self


class LogAnalyticsWorkspace(Component):
    """A workspace without shared keys, in which people see the logs of what they may read.

    Azure keeps a deleted one for 14 days: a new one of the same name, group and region then is the old one
    with its data. Source: learn.microsoft.com/azure/azure-monitor/logs/delete-workspace, 2025-07-01.
    """

    workspace_name: pulumi.Output[str]
    workspace_resource_id: pulumi.Output[str]
    customer_id: pulumi.Output[str]
    """The workspace id that agents and queries name it by."""

    def __init__(
        self, name: str, args: LogAnalyticsWorkspaceArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        label = args.label or name
        check_names(LogAnalyticsWorkspace, args.naming, azure_names(label))
        super().__init__(name, opts)
        names = self._names(args.naming)
        if isinstance(args.workspace, LogAnalyticsWorkspaceExisting):
            workspace = operationalinsights.Workspace.get(
                f"{name}-workspace", args.workspace.workspace_resource_id, self._child()
            )
            subscription_id = args.workspace.workspace_resource_id.split("/")[2]
        else:
            workspace = self._make_workspace(
                name, names.of("logAnalyticsWorkspace", label), args.workspace, args
            )
            if args.own_diagnostics == "managed":
                diagnose(
                    name,
                    DiagnosticsManaged(mode="managed", workspace_resource_id=workspace.id),
                    resource_id=workspace.id,
                    resource_type=RESOURCE_TYPE,
                    opts=self._child(),
                )
            subscription_id = self._subscription_id()
        grant_access(
            name, args.access, scope=workspace.id, subscription_id=subscription_id, opts=self._child()
        )

        self.workspace_name = workspace.name
        self.workspace_resource_id = workspace.id
        self.customer_id = workspace.customer_id
        self.register_outputs(
            {
                "workspace_name": self.workspace_name,
                "workspace_resource_id": self.workspace_resource_id,
                "customer_id": self.customer_id,
            }
        )

    def _make_workspace(
        self,
        name: str,
        azure_name: str,
        workspace: LogAnalyticsWorkspaceCreate,
        args: LogAnalyticsWorkspaceArgs,
    ) -> "operationalinsights.Workspace":
        quota = workspace.daily_quota_gib
        return operationalinsights.Workspace(
            f"{name}-workspace",
            workspace_name=azure_name,
            resource_group_name=args.resource_group_name,
            location=args.location,
            sku=operationalinsights.WorkspaceSkuArgs(name="PerGB2018"),
            retention_in_days=workspace.retention_days,
            features=operationalinsights.WorkspaceFeaturesArgs(
                disable_local_auth=True, enable_log_access_using_only_resource_permissions=True
            ),
            public_network_access_for_ingestion=_access(workspace.ingestion),
            public_network_access_for_query=_access(workspace.query),
            workspace_capping=None
            if quota is None
            else operationalinsights.WorkspaceCappingArgs(daily_quota_gb=quota),
            tags=args.tags.as_azure() if args.tags else None,
            opts=self._child(protect=args.protection == "on"),
        )


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a LogAnalyticsWorkspace called so names."""
    return [("logAnalyticsWorkspace", label)]


def _access(network: Literal["private", "public"]) -> str:
    return "Enabled" if network == "public" else "Disabled"
