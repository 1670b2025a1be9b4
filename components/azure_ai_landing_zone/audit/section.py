"""Audits of a landing zone: what its gateways write down of calls to models."""

from typing import TYPE_CHECKING

from pydantic import Field

from azure_ai_landing_zone.audit import audit as inference_audit
from azure_ai_landing_zone.audit.audit import InferenceAudit, InferenceAuditArgs
from azure_ai_landing_zone.audit.settings import AuditParty, InferenceAuditPlan
from azure_ai_landing_zone.audit.ways import RESOURCE_TYPE
from azure_ai_landing_zone.core.model import Key
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.models.section import caller_problems
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.operations.ingestion_section import ingestion_problems, ingestion_scope
from azure_ai_landing_zone.sections.section import Part, Section, SectionEndpoint
from azure_ai_landing_zone.sections.site import fields_of

if TYPE_CHECKING:
    from azure_ai_landing_zone.zone.made import Made
    from azure_ai_landing_zone.zone.parts import Parts


class InferenceAuditSettings(InferenceAuditPlan, Section):
    """An audit of the zone. Gateways name it as their `inferenceAudit`; `people.auditors` read it."""

    sender_names: list[Key] = Field(min_length=1)
    """Identities of the zone that write to it: <name>-gateway of each gateway."""

    def endpoints(self) -> list[SectionEndpoint]:
        return [
            SectionEndpoint(f"{self.name}-audit", "eventHubs", "namespace"),
            SectionEndpoint(f"{self.name}-store", "storage", "blob"),
        ]

    def azure_names(self) -> list[tuple[Kind, str]]:
        return inference_audit.azure_names(self.name)

    def problems(self, parts: "Parts") -> list[Problem]:
        found = [
            Problem(("sender_names", *problem.path[1:]), problem.message)
            for problem in caller_problems(self.sender_names, parts)
        ]
        return [*found, *ingestion_problems(self.ingestion, parts, row="record")]

    def make(self, made: "Made") -> Part:
        site, workspace, observability = made.site, made.workspace, made.observability
        if workspace is None:
            raise ValueError("an audit without a workspace, which the settings' checks refuse")
        auditors = site.people.auditors
        scope = ingestion_scope(self.ingestion, made)
        component = InferenceAudit(
            f"{site.name}-{self.name}-audit",
            InferenceAuditArgs(
                **site.common,
                **fields_of(self, InferenceAuditPlan),
                label=self.name,
                workspace_resource_id=workspace.workspace_resource_id,
                private_endpoint=made.zones.place("eventHubs", "namespace"),
                store_private_endpoint=made.zones.place("storage", "blob"),
                private_link_scope_resource_id=scope,
                record_senders=[
                    AuditParty(key=name, principal_id=made.identities[name].principal_id)
                    for name in self.sender_names
                ],
                record_readers=[AuditParty(key="auditors", principal_id=auditors, principal_type="Group")]
                if auditors is not None
                else [],
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            # A scope changes one member at a time.
            site.child(depends_on=[observability] if observability is not None else []),
        )
        outputs = {
            "storeContainerUrl": component.store_container_url,
            "eventHubHost": component.event_hub_host,
            "ingestionUrl": component.ingestion_url,
            "lockCommand": component.lock_command,
        }
        watched = AlertTarget(
            key=self.name,
            resource_type=RESOURCE_TYPE,
            target_resource_id=component.namespace_resource_id,
        )
        return Part(component=component, outputs=outputs, alert_targets=[watched])
