"""Audits of a landing zone: what its gateways write down of calls to models."""

from typing import ClassVar

from pydantic import Field

from azure_ai_landing_zone.access.section import identity_problems
from azure_ai_landing_zone.audit import audit
from azure_ai_landing_zone.audit.audit import InferenceAudit, InferenceAuditArgs
from azure_ai_landing_zone.audit.settings import AuditParty, InferenceAuditSettings
from azure_ai_landing_zone.audit.ways import RESOURCE_TYPE, TABLE
from azure_ai_landing_zone.core.model import IdentityName, fields_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
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
from azure_ai_landing_zone.sections.needs import NeededEndpoint, NeededIdentity, Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import Item
from azure_ai_landing_zone.stores.key_vault_section import KeyVaultItem, WithEncryptionKey


class InferenceAuditItem(InferenceAuditSettings, WithEncryptionKey, Item):
    """The audit of a zone, which has one. Gateways name it as their `inferenceAudit`; `people.auditors` read
    it."""

    makes: ClassVar[type[object]] = InferenceAudit
    after: ClassVar[tuple[type[Needs], ...]] = (KeyVaultItem, ObservabilityItem)

    sender_names: list[IdentityName] = Field(min_length=1)
    """Identities of the zone that write to it: <name>-gateway of each gateway."""

    def endpoints(self) -> list[NeededEndpoint]:
        return [NeededEndpoint("audit", "eventHubs", "namespace"), NeededEndpoint("store", "storage", "blob")]

    def identities(self) -> list[NeededIdentity]:
        return self.key_identities()

    def keeps_questions(self) -> bool:
        return True

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return audit.azure_names(self.key)

    def problems(self, others: Others) -> list[Problem]:
        have = "all gateways' identities in its `sender_names`"
        return [
            *identity_problems("sender_names", self.sender_names, others),
            *table_problems(self, others, table=TABLE, have=have),
            *ingestion_problems(self.ingestion, others, row="record"),
            *self.key_problems(others),
        ]

    def make(self, made: Made) -> Part:
        site, auditors = made.site, made.site.people.auditors
        component = InferenceAudit(
            f"{site.name}-{self.key}-audit",
            InferenceAuditArgs(
                **site.common,
                **fields_of(self, InferenceAuditSettings),
                label=self.key,
                workspace_resource_id=made.the(LogAnalyticsWorkspace).workspace_resource_id,
                private_endpoint=made.place(self, "audit"),
                store_private_endpoint=made.place(self, "store"),
                private_link_scope_resource_id=ingestion_scope(self.ingestion, made),
                record_senders=[
                    AuditParty(key=made.key_of(name), principal_id=made.identities[name].principal_id)
                    for name in self.sender_names
                ],
                record_readers=[AuditParty(key="auditors", principal_id=auditors, principal_type="Group")]
                if auditors is not None
                else [],
                encryption_key=self.encryption_key(made),
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(depends_on=[*before_ingestion(made), *self.key_vaults(made)]),
        )
        outputs = {
            "storeContainerUrl": component.store_container_url,
            "eventHubHost": component.event_hub_host,
            "ingestionUrl": component.ingestion_url,
            "lockCommand": component.lock_command,
        }
        watched = AlertTarget(
            key=self.key,
            resource_type=RESOURCE_TYPE,
            target_resource_id=component.namespace_resource_id,
        )
        further = scope_member(self.ingestion, component)
        return Part(component=component, outputs=outputs, further=further, alert_targets=[watched])
