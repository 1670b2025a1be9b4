"""The table of audit records, and the way into it."""

from collections.abc import Callable
from dataclasses import dataclass

import pulumi

from azure_ai_landing_zone.diagnostics import Diagnostics, diagnose
from azure_ai_landing_zone.ingested_table import RULE_TYPE, IngestionNames, make_ingested_table
from azure_ai_landing_zone.model import Input
from azure_ai_landing_zone.naming import Names
from azure_ai_landing_zone.planning.inference_audit import RECORD

TABLE = "InferenceAudit_CL"
STREAM = f"Custom-{TABLE}"

_API_VERSION = "2023-01-01"


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
    """The table and what leads to it, called after `name`."""
    made = make_ingested_table(
        name,
        table_name=TABLE,
        columns={column: said.column_type for column, said in RECORD.items()},
        query_days=query_days,
        table_days=table_days,
        names=IngestionNames(
            endpoint=names.of("dataCollectionEndpoint", label),
            rule=names.of("dataCollectionRule", label),
            scope_member=names.of("monitorScopedResource", f"{label}-audit"),
            member_role="member",
        ),
        location=location,
        resource_group_name=resource_group_name,
        workspace_resource_id=workspace_resource_id,
        is_private=is_private,
        private_link_scope_resource_id=private_link_scope_resource_id,
        tags=tags,
        protect=protect,
        child=child,
    )
    diagnose(f"{name}-rule", diagnostics, resource_id=made.rule.id, resource_type=RULE_TYPE, opts=child())
    return AuditTable(
        table_resource_id=made.table.id,
        rule_resource_id=made.rule.id,
        ingestion_url=pulumi.Output.concat(
            made.logs_ingestion_endpoint, "/dataCollectionRules/", made.rule.immutable_id.apply(str),
            f"/streams/{STREAM}?api-version={_API_VERSION}",
        ),
    )  # fmt: skip
