"""How long a Log Analytics workspace keeps each of its tables."""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import pulumi
from pulumi_azure_native import resources
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.model import Input, Model, refuse
from azure_ai_landing_zone.planning.problem import Problem

LONG_RETENTION_DAYS = (1095, 1460, 1826, 2191, 2556, 2922, 3288, 3653, 4018, 4383)
"""Beyond two years Azure takes whole years only, up to twelve. Source:
learn.microsoft.com/azure/azure-monitor/logs/data-retention-configure, 2025-05-05."""

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


def keep_tables(
    name: str,
    tables: Sequence[TableRetention],
    *,
    workspace_resource_id: Input[str],
    tags: dict[str, str] | None,
    opts: pulumi.ResourceOptions,
) -> None:
    """Set plan and retention of Azure's own tables, in a deployment to the workspace's resource group.

    Azure's tables exist as soon as their workspace does and can't be deleted, while azure-native refuses to
    create what exists (github.com/Azure/azure-rest-api-specs/pull/7519; provider.go of
    pulumi/pulumi-azure-native, read 2026-11-21). A deployment updates them, and deleting it leaves them.
    """
    id_ = pulumi.Output.from_input(workspace_resource_id)
    resources.Deployment(
        f"{name}-tables",
        deployment_name=id_.apply(lambda text: f"tables-of-{_part(text, 'workspaces')}"[:64]),
        resource_group_name=id_.apply(lambda text: _part(text, "resourceGroups")),
        properties=resources.DeploymentPropertiesArgs(
            mode=resources.DeploymentMode.INCREMENTAL,
            template=id_.apply(lambda text: _template(tables, _part(text, "workspaces"))),
        ),
        tags=tags,
        opts=opts,
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
