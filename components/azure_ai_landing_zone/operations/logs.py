"""LogAnalyticsWorkspace: where everything's logs and metrics go."""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import pulumi
from pulumi_azure_native import operationalinsights, resources
from pydantic import Field, StrictFloat, StrictInt, model_validator

from azure_ai_landing_zone.catalog import single_facts
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import DiagnosticsManaged, diagnose
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import AccessGrant, Input, Model, Protection, refuse, resource_id_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem

RESOURCE_TYPE = "Microsoft.OperationalInsights/workspaces"

NetworkAccess = Literal["private", "public"]
"""Whether anybody's network will do, or only those of a monitor private link."""


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
    ingestion: NetworkAccess = "private"
    """Where agents may send from."""
    query: NetworkAccess = "private"
    """Where people may ask from, the portal included; they always need a role."""


class LogAnalyticsWorkspaceExisting(Model):
    """A workspace that someone else answers for: only role assignments are added."""

    mode: Literal["existing"]
    """Taken over."""
    workspace_resource_id: Annotated[str, resource_id_of(RESOURCE_TYPE)]
    """Full id; the deployer has to be able to read it."""


LogAnalyticsWorkspaceChoice = Annotated[
    LogAnalyticsWorkspaceCreate | LogAnalyticsWorkspaceExisting, Field(discriminator="mode")
]


class LogAnalyticsWorkspaceArgs(ComponentArgs):
    """What a LogAnalyticsWorkspace is made of."""

    workspace: LogAnalyticsWorkspaceChoice = LogAnalyticsWorkspaceCreate(mode="create")
    """Made here, or taken over."""
    access: list[AccessGrant] = Field(default=[])
    """Who may do what: roles on it, nothing wider."""
    own_diagnostics: Literal["managed", "external", "off"] = "managed"
    """managed: who asked what is kept in the workspace itself."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace what holds data; `locked`: and Azure to delete it."""

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
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, protection=args.protection)
        if isinstance(args.workspace, LogAnalyticsWorkspaceExisting):
            its_id: Input[str] = args.workspace.workspace_resource_id
            workspace = operationalinsights.Workspace.get(f"{name}-workspace", its_id, making.child())
        else:
            workspace = _make_workspace(making, args.workspace)
            its_id = workspace.id
            making.lock(its_id, "workspace")
            if args.own_diagnostics == "managed":
                diagnose(
                    name,
                    DiagnosticsManaged(mode="managed", workspace_resource_id=workspace.id),
                    resource_id=workspace.id,
                    resource_type=RESOURCE_TYPE,
                    opts=making.child(),
                )
        making.grant(args.access, its_id)
        self.workspace_name = workspace.name
        self.workspace_resource_id = pulumi.Output.from_input(its_id)
        self.customer_id = workspace.customer_id
        self._end()


def _make_workspace(
    making: Making, workspace: LogAnalyticsWorkspaceCreate
) -> "operationalinsights.Workspace":
    quota = workspace.daily_quota_gib
    return operationalinsights.Workspace(
        f"{making.name}-workspace",
        workspace_name=making.azure_name("logAnalyticsWorkspace"),
        sku=operationalinsights.WorkspaceSkuArgs(name="PerGB2018"),
        retention_in_days=workspace.retention_days,
        features=operationalinsights.WorkspaceFeaturesArgs(
            disable_local_auth=True, enable_log_access_using_only_resource_permissions=True
        ),
        public_network_access_for_ingestion=network_access(workspace.ingestion),
        public_network_access_for_query=network_access(workspace.query),
        workspace_capping=None
        if quota is None
        else operationalinsights.WorkspaceCappingArgs(daily_quota_gb=quota),
        opts=making.keeper(),
        **making.place,
    )


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a LogAnalyticsWorkspace called so names."""
    return [("logAnalyticsWorkspace", label)]


def network_access(network: NetworkAccess) -> str:
    """As Azure's monitoring has it."""
    return "Enabled" if network == "public" else "Disabled"


LONG_RETENTION_DAYS = single_facts.wholes("logRetentionDaysOfYears")
"""Beyond two years Azure takes whole years only, up to twelve."""

_API_VERSION = "2023-09-01"


class TableRetention(Model):
    """How one table is kept and paid for."""

    table: Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,62}$")]
    """Such as StorageBlobLogs."""
    plan: Literal["Analytics", "Basic"] = "Analytics"
    """Basic costs a fraction to store, each query costs, and queries see one table and 30 days."""
    interactive_days: StrictInt | None = Field(default=None, ge=4, le=730)
    """How long queries see it. Left out: as long as the workspace says, 30 for Basic."""
    total_days: StrictInt | None = None
    """How long it is kept at all, first for queries, then cheaply for search jobs and restores. Left out:
    as long as queries see it."""

    @model_validator(mode="after")
    def _check_days(self) -> "TableRetention":
        refuse(TableRetention, list(self._problems()))
        return self

    def _problems(self) -> Iterator[Problem]:
        if self.plan == "Basic" and self.interactive_days is not None:
            text = "queries see a Basic table for 30 days, which can't be changed: leave it out"
            yield Problem(("interactive_days",), text)
        if self.plan == "Basic" and self.table == "AzureDiagnostics":
            yield Problem(("plan",), "AzureDiagnostics has no Basic plan: write Analytics")
        if self.table.endswith("_CL"):
            text = f"{self.table} is a custom table: whoever makes it says how long it is kept"
            yield Problem(("table",), text)
        total = self.total_days
        if total is None:
            return
        if not 4 <= total <= 730 and total not in LONG_RETENTION_DAYS:
            years = ", ".join(str(days) for days in LONG_RETENTION_DAYS)
            yield Problem(("total_days",), f"must be 4 to 730, or one of {years}, got {total}")
        shortest = 30 if self.plan == "Basic" else self.interactive_days or 4
        if total < shortest:
            text = f"{total} days in all are fewer than the {shortest} that queries see"
            yield Problem(("total_days",), text)

    def as_template(self, workspace_name: str) -> dict[str, Any]:
        """The table in a deployment's template."""
        days = {"retentionInDays": self.interactive_days, "totalRetentionInDays": self.total_days}
        given = {name: value for name, value in days.items() if value is not None}
        return {
            "type": "Microsoft.OperationalInsights/workspaces/tables",
            "apiVersion": _API_VERSION,
            "name": f"{workspace_name}/{self.table}",
            "properties": {"plan": self.plan, **given},
        }


def table_problems(tables: Sequence[TableRetention]) -> list[Problem]:
    """Tables that are named twice, by their place in the list."""
    names = [table.table.lower() for table in tables]
    return [
        Problem((number, "table"), f"{tables[number].table} is [{names.index(name)}] already")
        for number, name in enumerate(names)
        if name in names[:number]
    ]


def keep_tables(making: Making, tables: Sequence[TableRetention], workspace_resource_id: Input[str]) -> None:
    """Set plan and retention of Azure's own tables, in a deployment to the workspace's resource group.

    Azure's tables exist as soon as their workspace does and can't be deleted, while azure-native refuses to
    create what exists (github.com/Azure/azure-rest-api-specs/pull/7519; provider.go of
    pulumi/pulumi-azure-native, read 2026-11-21). A deployment updates them, and deleting it leaves them.
    """
    id_ = pulumi.Output.from_input(workspace_resource_id)
    resources.Deployment(
        f"{making.name}-tables",
        deployment_name=id_.apply(lambda text: f"tables-of-{_part(text, 'workspaces')}"[:64]),
        resource_group_name=id_.apply(lambda text: _part(text, "resourceGroups")),
        properties=resources.DeploymentPropertiesArgs(
            mode=resources.DeploymentMode.INCREMENTAL,
            template=id_.apply(lambda text: _template(tables, _part(text, "workspaces"))),
        ),
        tags=making.tags,
        opts=making.child(),
    )


def _template(tables: Sequence[TableRetention], workspace_name: str) -> dict[str, Any]:
    return {
        "$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
        "contentVersion": "1.0.0.0",
        "resources": [table.as_template(workspace_name) for table in tables],
    }


def _part(resource_id: str, before: str) -> str:
    found = re.search(rf"/{before}/([^/]+)", resource_id, re.IGNORECASE)
    if found is None:
        raise ValueError(f"must be the full id of a Log Analytics workspace, got {resource_id!r}")
    return found[1]
