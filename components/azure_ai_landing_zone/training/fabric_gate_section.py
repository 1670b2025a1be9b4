"""Logs of fabric gates in a landing zone."""

from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import AccessGrant, Key
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.operations.ingested_table import RULE_TYPE
from azure_ai_landing_zone.operations.ingestion_section import ingestion_problems, ingestion_scope
from azure_ai_landing_zone.sections.section import Part, Section
from azure_ai_landing_zone.sections.site import fields_of
from azure_ai_landing_zone.training import fabric_gate_log
from azure_ai_landing_zone.training.cluster_names import cluster_name_problems
from azure_ai_landing_zone.training.fabric_gate_log import FabricGateLog, FabricGateLogArgs, FabricGateTable

if TYPE_CHECKING:
    from azure_ai_landing_zone.zone.made import Made
    from azure_ai_landing_zone.zone.parts import Parts


class FabricGateLogSettings(FabricGateTable, Section):
    """Where nodes of training clusters report what their fabric gate found; one of a workspace."""

    stage: ClassVar[Literal["data", "compute"]] = "data"

    clusters: list[Key] = Field(default=[])
    """Training clusters whose nodes report, by name."""

    def azure_names(self) -> list[tuple[Kind, str]]:
        return fabric_gate_log.azure_names(self.name)

    def problems(self, parts: "Parts") -> list[Problem]:
        found = list(cluster_name_problems(self.clusters, parts))
        return [*found, *ingestion_problems(self.ingestion, parts, row="result")]

    def make(self, made: "Made") -> Part:
        site, workspace = made.site, made.workspace
        if workspace is None:
            raise ValueError("a table without a workspace, which the settings' checks refuse")
        scope = ingestion_scope(self.ingestion, made)
        component = FabricGateLog(
            f"{site.name}-{self.name}",
            FabricGateLogArgs(
                **site.common,
                **fields_of(self, FabricGateTable),
                label=self.name,
                workspace_resource_id=workspace.workspace_resource_id,
                private_link_scope_resource_id=scope,
                access=[
                    AccessGrant(
                        key=name,
                        principal_id=made.identities[name].principal_id,
                        role=BuiltInRole.MONITORING_METRICS_PUBLISHER,
                    )
                    for name in self.clusters
                ],
                diagnostics=site.diagnostics,
            ),
            site.child(),
        )
        rule = AlertTarget(
            key=self.name,
            resource_type=RULE_TYPE,
            target_resource_id=component.rule_resource_id,
        )
        outputs = {
            "ruleImmutableId": component.rule_immutable_id,
            "logsIngestionEndpoint": component.logs_ingestion_endpoint,
        }
        return Part(component=component, outputs=outputs, alert_targets=[rule])
