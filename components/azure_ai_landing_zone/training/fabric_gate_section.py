"""Logs of fabric gates in a landing zone."""

from typing import ClassVar

from pydantic import Field

from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import Key, fields_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.node_setup.services import FabricReports
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.operations.ingested_table import RULE_TYPE
from azure_ai_landing_zone.operations.ingestion_section import (
    before_ingestion,
    ingestion_problems,
    ingestion_scope,
    scope_member,
    table_problems,
)
from azure_ai_landing_zone.operations.logs import LogAnalyticsWorkspace
from azure_ai_landing_zone.operations.section import ObservabilityItem
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import ForNodes, ServesNodes
from azure_ai_landing_zone.training import fabric_gate_log
from azure_ai_landing_zone.training.fabric_gate_log import (
    FabricGateLog,
    FabricGateLogArgs,
    FabricGateLogSettings,
)
from azure_ai_landing_zone.training.section import cluster_name_problems


class FabricGateLogItem(FabricGateLogSettings, ServesNodes):
    """Where nodes of training clusters report what their fabric gate found; one of a zone."""

    makes: ClassVar[type[object]] = FabricGateLog
    after: ClassVar[tuple[type[Needs], ...]] = (ObservabilityItem,)

    clusters: list[Key] = Field(default=[])
    """Training clusters whose nodes report, by name."""

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return fabric_gate_log.azure_names(self.key)

    def problems(self, others: Others) -> list[Problem]:
        have = "all that report in its `clusters`"
        return [
            *cluster_name_problems(self.clusters, others),
            *table_problems(self, others, table=fabric_gate_log.TABLE, have=have),
            *ingestion_problems(self.ingestion, others, row="result"),
        ]

    def for_nodes(self, cluster: Needs, made: Made) -> ForNodes | None:
        if cluster.title not in self.clusters:
            return None
        component = made.of(FabricGateLog, self.name)
        reports = FabricReports(
            logs_ingestion_endpoint=component.logs_ingestion_endpoint,
            rule_immutable_id=component.rule_immutable_id,
        )
        return ForNodes(after=component, fabric_reports=reports)

    def make(self, made: Made) -> Part:
        site = made.site
        component = FabricGateLog(
            f"{site.name}-{self.key}",
            FabricGateLogArgs(
                **site.common,
                **fields_of(self, FabricGateLogSettings),
                label=self.key,
                workspace_resource_id=made.the(LogAnalyticsWorkspace).workspace_resource_id,
                private_link_scope_resource_id=ingestion_scope(self.ingestion, made),
                access=[made.grant(name, BuiltInRole.MONITORING_METRICS_PUBLISHER) for name in self.clusters],
                diagnostics=site.diagnostics,
            ),
            site.child(depends_on=before_ingestion(made)),
        )
        rule = AlertTarget(
            key=self.key,
            resource_type=RULE_TYPE,
            target_resource_id=component.rule_resource_id,
        )
        outputs = {
            "ruleImmutableId": component.rule_immutable_id,
            "logsIngestionEndpoint": component.logs_ingestion_endpoint,
        }
        further = scope_member(self.ingestion, component)
        return Part(component=component, outputs=outputs, further=further, alert_targets=[rule])
