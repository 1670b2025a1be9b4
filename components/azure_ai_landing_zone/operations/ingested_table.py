"""A table of one's own in Log Analytics, and the endpoint and rule through which rows get into it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import monitor, operationalinsights

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Input

RULE_TYPE = "Microsoft.Insights/dataCollectionRules"

_TABLE_TYPES = {"datetime": "dateTime"}
"""Where a table spells a type in another way than a rule does."""


@dataclass(frozen=True, slots=True)
class IngestedTable:
    """What has been made."""

    table: "operationalinsights.Table"
    endpoint: "monitor.DataCollectionEndpoint"
    rule: "monitor.DataCollectionRule"

    @property
    def logs_ingestion_endpoint(self) -> pulumi.Output[str]:
        """Where rows are sent to."""
        return self.endpoint.logs_ingestion.apply(lambda way: str(way and way.endpoint))


def make_ingested_table(
    making: Making,
    *,
    table_name: str,
    columns: Mapping[str, str],
    query_days: int,
    table_days: int,
    workspace_resource_id: Input[str],
    is_private: bool,
    private_link_scope_resource_id: Input[str] | None,
    member_role: str,
    member_name: str,
) -> IngestedTable:
    """`columns`: types by name, as rules spell them. `member_role` and `member_name`: of the endpoint in the
    scope, logical and in Azure. The rule's stream is Custom-<table>.
    Source: learn.microsoft.com/azure/azure-monitor/logs/logs-ingestion-api-overview, 2026-08-13."""
    workspace, stream = pulumi.Output.from_input(workspace_resource_id), f"Custom-{table_name}"
    table = operationalinsights.Table(
        f"{making.name}-table",
        table_name=table_name,
        resource_group_name=workspace.apply(lambda id_: _part(id_, "resourceGroups")),
        workspace_name=workspace.apply(lambda id_: _part(id_, "workspaces")),
        plan="Analytics",
        retention_in_days=query_days,
        total_retention_in_days=table_days,
        schema=operationalinsights.SchemaArgs(
            name=table_name,
            columns=[
                operationalinsights.ColumnArgs(name=column, type=_TABLE_TYPES.get(kind, kind))
                for column, kind in columns.items()
            ],
        ),
        opts=making.keeper(),
    )
    endpoint = monitor.DataCollectionEndpoint(
        f"{making.name}-collection-endpoint",
        data_collection_endpoint_name=making.azure_name("dataCollectionEndpoint"),
        network_acls=monitor.DataCollectionEndpointNetworkAclsArgs(
            public_network_access="Disabled" if is_private else "Enabled"
        ),
        opts=making.child(),
        **making.place,
    )
    if private_link_scope_resource_id is not None:
        scope = pulumi.Output.from_input(private_link_scope_resource_id)
        monitor.PrivateLinkScopedResource(
            f"{making.name}-{member_role}",
            name=member_name,
            scope_name=scope.apply(lambda id_: _part(id_, "privateLinkScopes")),
            resource_group_name=scope.apply(lambda id_: _part(id_, "resourceGroups")),
            kind=monitor.ScopedResourceKind.RESOURCE,
            linked_resource_id=endpoint.id,
            opts=making.child(),
        )
    rule = monitor.DataCollectionRule(
        f"{making.name}-rule",
        data_collection_rule_name=making.azure_name("dataCollectionRule"),
        data_collection_endpoint_id=endpoint.id,
        stream_declarations={
            stream: monitor.StreamDeclarationArgs(
                columns=[
                    monitor.ColumnDefinitionArgs(name=column, type=kind) for column, kind in columns.items()
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
                streams=[stream], destinations=["workspace"], output_stream=stream, transform_kql="source"
            )
        ],
        # Azure refuses a rule whose table isn't there.
        opts=making.child(depends_on=[table]),
        **making.place,
    )
    return IngestedTable(table, endpoint, rule)


def _part(resource_id: str, before: str) -> str:
    found = re.search(rf"/{before}/([^/]+)", resource_id, re.IGNORECASE)
    if found is None:
        raise ValueError(f"must be a full id with {before} in it, got {resource_id!r}")
    return found[1]
