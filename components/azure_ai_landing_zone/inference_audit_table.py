"""The table of audit records, and the way into it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import monitor, operationalinsights

from azure_ai_landing_zone.diagnostics import Diagnostics, diagnose
from azure_ai_landing_zone.model import Input
from azure_ai_landing_zone.naming import Names
from azure_ai_landing_zone.planning.inference_audit import RECORD

TABLE = "InferenceAudit_CL"
STREAM = f"Custom-{TABLE}"
RULE_TYPE = "Microsoft.Insights/dataCollectionRules"

_API_VERSION = "2023-01-01"
_TABLE_TYPES = {"datetime": "dateTime"}
"""Where a table spells a type in another way than a rule does."""


@dataclass(frozen=True, slots=True)
class AuditTable:
    """What has been made."""

    table_resource_id: pulumi.Output[str]
    rule_resource_id: pulumi.Output[str]
    ingestion_url: pulumi.Output[str]


def make_audit_table(
    name: str,
    *,
    label: str,
    names: Names,
    location: str,
    resource_group_name: Input[str],
    workspace_resource_id: Input[str],
    query_days: int,
    table_days: int,
    is_private: bool,
    private_link_scope_resource_id: Input[str] | None,
    diagnostics: Diagnostics,
    tags: dict[str, str] | None,
    protect: bool,
    child: Callable[..., pulumi.ResourceOptions],
) -> AuditTable:
    """Source: learn.microsoft.com/azure/azure-monitor/logs/logs-ingestion-api-overview, 2026-08-13."""
    workspace = pulumi.Output.from_input(workspace_resource_id)
    table = operationalinsights.Table(
        f"{name}-table",
        table_name=TABLE,
        resource_group_name=workspace.apply(lambda id_: _part(id_, "resourceGroups")),
        workspace_name=workspace.apply(lambda id_: _part(id_, "workspaces")),
        plan="Analytics",
        retention_in_days=query_days,
        total_retention_in_days=table_days,
        schema=operationalinsights.SchemaArgs(
            name=TABLE,
            columns=[
                operationalinsights.ColumnArgs(
                    name=column, type=_TABLE_TYPES.get(said.column_type, said.column_type)
                )
                for column, said in RECORD.items()
            ],
        ),
        opts=child(protect=protect),
    )
    endpoint = monitor.DataCollectionEndpoint(
        f"{name}-collection-endpoint",
        data_collection_endpoint_name=names.of("dataCollectionEndpoint", label),
        resource_group_name=resource_group_name,
        location=location,
        network_acls=monitor.DataCollectionEndpointNetworkAclsArgs(
            public_network_access="Disabled" if is_private else "Enabled"
        ),
        tags=tags,
        opts=child(),
    )
    if private_link_scope_resource_id is not None:
        scope = pulumi.Output.from_input(private_link_scope_resource_id)
        monitor.PrivateLinkScopedResource(
            f"{name}-member",
            name=names.of("monitorScopedResource", f"{label}-audit"),
            scope_name=scope.apply(lambda id_: _part(id_, "privateLinkScopes")),
            resource_group_name=scope.apply(lambda id_: _part(id_, "resourceGroups")),
            kind=monitor.ScopedResourceKind.RESOURCE,
            linked_resource_id=endpoint.id,
            opts=child(),
        )
    rule = monitor.DataCollectionRule(
        f"{name}-rule",
        data_collection_rule_name=names.of("dataCollectionRule", label),
        resource_group_name=resource_group_name,
        location=location,
        data_collection_endpoint_id=endpoint.id,
        stream_declarations={
            STREAM: monitor.StreamDeclarationArgs(
                columns=[
                    monitor.ColumnDefinitionArgs(name=column, type=said.column_type)
                    for column, said in RECORD.items()
                ]
            )
        },
        destinations=monitor.DataCollectionRuleDestinationsArgs(
            log_analytics=[
                monitor.LogAnalyticsDestinationArgs(
                    name="workspace", workspace_resource_id=workspace_resource_id
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
        opts=child(depends_on=[table]),
    )
    diagnose(f"{name}-rule", diagnostics, resource_id=rule.id, resource_type=RULE_TYPE, opts=child())
    host = endpoint.logs_ingestion.apply(lambda way: str(way and way.endpoint))
    return AuditTable(
        table_resource_id=table.id,
        rule_resource_id=rule.id,
        ingestion_url=pulumi.Output.concat(
            host, "/dataCollectionRules/", rule.immutable_id.apply(str),
            f"/streams/{STREAM}?api-version={_API_VERSION}",
        ),
    )  # fmt: skip


def _part(resource_id: str, before: str) -> str:
    found = re.search(rf"/{before}/([^/]+)", resource_id, re.IGNORECASE)
    if found is None:
        raise ValueError(f"must be a full id with {before} in it, got {resource_id!r}")
    return found[1]
