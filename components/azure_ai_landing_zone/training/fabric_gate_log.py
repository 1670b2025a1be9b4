"""FabricGateLog: a table of what the gates of nodes found, and the way into it."""

from typing import Literal

import pulumi
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import AccessGrant, Input, Model, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.node_setup.plan_hardware import REPORT_COLUMNS
from azure_ai_landing_zone.operations.ingested_table import RULE_TYPE, make_ingested_table

TABLE = "FabricGate_CL"


class FabricGateLogSettings(Model):
    """How long results are kept, and where nodes send them from."""

    kept_days: StrictInt = Field(default=90, ge=4, le=730)
    """How long queries see them."""
    ingestion: Literal["private", "public"] = "private"
    """Where nodes may send from: `private` takes a monitor private link that has the endpoint as a member."""


class FabricGateLogArgs(ComponentArgs, FabricGateLogSettings):
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
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics)
        made = make_ingested_table(
            making,
            table_name=TABLE,
            columns=REPORT_COLUMNS,
            query_days=args.kept_days,
            table_days=args.kept_days,
            workspace_resource_id=args.workspace_resource_id,
            is_private=args.ingestion == "private",
            private_link_scope_resource_id=args.private_link_scope_resource_id,
            member_role="endpoint-member",
            member_name=making.azure_name("monitorScopedResource"),
        )
        rule = made.rule
        making.watch(rule.id, RULE_TYPE)
        making.grant(args.access, rule.id)
        self.rule_resource_id = rule.id
        self.rule_immutable_id = rule.immutable_id
        self.logs_ingestion_endpoint = made.logs_ingestion_endpoint
        self.data_collection_endpoint_resource_id = made.endpoint.id
        self._end()


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a FabricGateLog called so names."""
    return [
        ("dataCollectionEndpoint", label),
        ("dataCollectionRule", label),
        ("monitorScopedResource", label),
    ]
