"""FabricGateLog: a table of what the gates of nodes found, and the way into it."""

import re
from typing import Literal

import pulumi
from pulumi_azure_native import monitor, operationalinsights
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.access import access_problems, grant_access
from azure_ai_landing_zone.component import Component, ComponentArgs, check_names
from azure_ai_landing_zone.diagnostics import Diagnostics, DiagnosticsOff, diagnose
from azure_ai_landing_zone.model import AccessGrant, Input, Model, refuse
from azure_ai_landing_zone.naming import Kind
from azure_ai_landing_zone.node_setup.services import STREAM
from azure_ai_landing_zone.planning.fabric import REPORT_COLUMNS
from azure_ai_landing_zone.planning.problem import Problem

RULE_TYPE = "Microsoft.Insights/dataCollectionRules"
TABLE = "FabricGate_CL"


class FabricGateTable(Model):
    """How long results are kept, and where nodes send them from."""

    kept_days: StrictInt = Field(default=90, ge=4, le=730)
    """How long queries see them."""
    ingestion: Literal["private", "public"] = "private"
    """Where nodes may send from: `private` takes a monitor private link that has the endpoint as a member."""


class FabricGateLogArgs(ComponentArgs, FabricGateTable):
    """What a FabricGateLog is made of."""

    workspace_resource_id: Input[str]
    """The Log Analytics workspace, in the same region."""
    private_link_scope_resource_id: Input[str] | None = None
    """The Azure Monitor private link scope that results come in through."""
    access: list[AccessGrant] = Field(default=[])
    """The identities of nodes, as Monitoring Metrics Publisher."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of the rule's own errors: rows that it refused."""

    @model_validator(mode="after")
    def _check_access(self) -> "FabricGateLogArgs":
        problems = list(access_problems(self.access, RULE_TYPE))
        if self.ingestion == "private" and self.private_link_scope_resource_id is None:
            text = "missing, and required with `ingestion` private: no result would come in"
            problems.append(Problem(("private_link_scope_resource_id",), text))
        refuse(FabricGateLogArgs, problems)
        return self


class FabricGateLog(Component):
    """The custom table FabricGate_CL, and the endpoint and rule through which nodes write to it with nothing
    but their identity. Source: learn.microsoft.com/azure/azure-monitor/logs/logs-ingestion-api-overview."""

    rule_resource_id: pulumi.Output[str]
    """For the alert fabric-gate-failed."""
    rule_immutable_id: pulumi.Output[str]
    """What nodes name the rule by."""
    logs_ingestion_endpoint: pulumi.Output[str]
    """Where nodes send to."""
    data_collection_endpoint_resource_id: pulumi.Output[str]
    """For a monitor private link."""

    def __init__(
        self, name: str, args: FabricGateLogArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        label = args.label or name
        check_names(FabricGateLog, args.naming, azure_names(label))
        super().__init__(name, opts)
        names = self._names(args.naming)
        tags = args.tags.as_azure() if args.tags else None
        workspace = pulumi.Output.from_input(args.workspace_resource_id)
        table = operationalinsights.Table(
            f"{name}-table",
            table_name=TABLE,
            resource_group_name=workspace.apply(lambda id_: _part(id_, "resourceGroups")),
            workspace_name=workspace.apply(lambda id_: _part(id_, "workspaces")),
            plan="Analytics",
            retention_in_days=args.kept_days,
            total_retention_in_days=args.kept_days,
            schema=operationalinsights.SchemaArgs(
                name=TABLE,
                columns=[
                    operationalinsights.ColumnArgs(name=column, type=_TABLE_TYPES.get(kind, kind))
                    for column, kind in REPORT_COLUMNS.items()
                ],
            ),
            opts=self._child(),
        )
        endpoint = monitor.DataCollectionEndpoint(
            f"{name}-collection-endpoint",
            data_collection_endpoint_name=names.of("dataCollectionEndpoint", label),
            resource_group_name=args.resource_group_name,
            location=args.location,
            network_acls=monitor.DataCollectionEndpointNetworkAclsArgs(
                public_network_access="Disabled" if args.ingestion == "private" else "Enabled"
            ),
            tags=tags,
            opts=self._child(),
        )
        rule = monitor.DataCollectionRule(
            f"{name}-rule",
            data_collection_rule_name=names.of("dataCollectionRule", label),
            resource_group_name=args.resource_group_name,
            location=args.location,
            data_collection_endpoint_id=endpoint.id,
            stream_declarations={
                STREAM: monitor.StreamDeclarationArgs(
                    columns=[
                        monitor.ColumnDefinitionArgs(name=column, type=kind)
                        for column, kind in REPORT_COLUMNS.items()
                    ]
                )
            },
            destinations=monitor.DataCollectionRuleDestinationsArgs(
                log_analytics=[
                    monitor.LogAnalyticsDestinationArgs(
                        name="workspace", workspace_resource_id=args.workspace_resource_id
                    )
                ]
            ),
            data_flows=[
                monitor.DataFlowArgs(
                    streams=[STREAM], destinations=["workspace"], output_stream=STREAM, transform_kql="source"
                )
            ],
            tags=tags,
            # Azure refuses a rule whose table isn't there.
            opts=self._child(depends_on=[table]),
        )
        if args.private_link_scope_resource_id is not None:
            scope = pulumi.Output.from_input(args.private_link_scope_resource_id)
            monitor.PrivateLinkScopedResource(
                f"{name}-endpoint-member",
                name=names.of("monitorScopedResource", label),
                scope_name=scope.apply(lambda id_: _part(id_, "privateLinkScopes")),
                resource_group_name=scope.apply(lambda id_: _part(id_, "resourceGroups")),
                kind=monitor.ScopedResourceKind.RESOURCE,
                linked_resource_id=endpoint.id,
                opts=self._child(),
            )
        diagnose(name, args.diagnostics, resource_id=rule.id, resource_type=RULE_TYPE, opts=self._child())
        if args.access:
            grant_access(
                name,
                args.access,
                scope=rule.id,
                subscription_id=self._subscription_id(),
                opts=self._child(),
            )
        self.rule_resource_id = rule.id
        self.rule_immutable_id = rule.immutable_id
        self.logs_ingestion_endpoint = endpoint.logs_ingestion.apply(lambda way: str(way and way.endpoint))
        self.data_collection_endpoint_resource_id = endpoint.id
        self.register_outputs(
            {
                "rule_resource_id": self.rule_resource_id,
                "rule_immutable_id": self.rule_immutable_id,
                "logs_ingestion_endpoint": self.logs_ingestion_endpoint,
                "data_collection_endpoint_resource_id": self.data_collection_endpoint_resource_id,
            }
        )


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a FabricGateLog called so names."""
    return [
        ("dataCollectionEndpoint", label),
        ("dataCollectionRule", label),
        ("monitorScopedResource", label),
    ]


_TABLE_TYPES = {"datetime": "dateTime"}
"""Where a table spells a type in another way than a rule does."""


def _part(resource_id: str, before: str) -> str:
    found = re.search(rf"/{before}/([^/]+)", resource_id, re.IGNORECASE)
    if found is None:
        raise ValueError(f"must be a full id with /{before}/ in it, got {resource_id!r}")
    return found[1]
