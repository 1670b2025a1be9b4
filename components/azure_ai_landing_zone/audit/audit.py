"""InferenceAudit: who asked which model what, where nobody can change it, and in a table for queries."""

import pulumi
from pydantic import Field, model_validator

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.audit.settings import AuditParty, InferenceAuditSettings
from azure_ai_landing_zone.audit.ways import (
    CONTAINER,
    RESOURCE_TYPE,
    make_audit_table,
    make_container,
    make_hub,
    make_store,
)
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.model import AccessGrant, Input, PrivateEndpointPlace, Protection, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.stores.storage_account import lock_command


class InferenceAuditArgs(ComponentArgs, InferenceAuditSettings):
    """What an InferenceAudit is made of."""

    workspace_resource_id: Input[str]
    """The Log Analytics workspace with the table, in the same region."""
    private_endpoint: PrivateEndpointPlace | None = None
    """Of the event hub's namespace; its zone is privatelink.servicebus.windows.net."""
    store_private_endpoint: PrivateEndpointPlace | None = None
    """Of the store; its zone is privatelink.blob.core.windows.net. Left out: readers have no way in."""
    private_link_scope_resource_id: Input[str] | None = None
    """The Azure Monitor private link scope that records for the table come in through."""
    record_senders: list[AuditParty] = Field(default=[])
    """Identities of gateways: Azure Event Hubs Data Sender on the hub, and Monitoring Metrics Publisher on
    the rule."""
    record_readers: list[AuditParty] = Field(default=[])
    """Storage Blob Data Reader on the store's container, and Reader on the table; queries take Log Analytics
    Reader on the workspace or a role that may query it as well."""
    encryption_key: EncryptionKey | None = None
    """A key of the customer's own, for the store. Left out: Microsoft's."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of logs and metrics: who read the store is in StorageBlobLogs."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace what holds records."""

    @model_validator(mode="after")
    def _check_scope(self) -> "InferenceAuditArgs":
        if self.ingestion == "private" and self.private_link_scope_resource_id is None:
            text = "missing, and required with private ingestion: no record would come in"
            refuse(InferenceAuditArgs, [Problem(("private_link_scope_resource_id",), text)])
        return self


class InferenceAudit(Component):
    """Two ways that don't need each other. Records go into an event hub, which stores them into a container
    that takes no changes, as Avro; and through a data collection rule into the table InferenceAudit_CL. With
    the store down they wait in the hub; with the table down they are in the store; with the hub down they are
    in the table. Models answer in any case.
    """

    namespace_resource_id: pulumi.Output[str]
    event_hub_resource_id: pulumi.Output[str]
    event_hub_name: pulumi.Output[str]
    event_hub_host: pulumi.Output[str]
    """Such as <namespace>.servicebus.windows.net."""
    ingestion_url: pulumi.Output[str]
    """Takes a JSON array of records; for tokens of https://monitor.azure.com."""
    rule_resource_id: pulumi.Output[str]
    """The data collection rule."""
    store_account_resource_id: pulumi.Output[str]
    store_container_url: pulumi.Output[str]
    lock_command: pulumi.Output[str]
    """Makes immutability irrevocable: the account can't be deleted then while it holds records."""
    record_bodies: pulumi.Output[str]
    """hash or full, as the gateway has to know."""

    def __init__(
        self, name: str, args: InferenceAuditArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics, protection=args.protection)
        store = make_store(making, args, args.store_private_endpoint, args.protection, args.encryption_key)
        container = make_container(making, store, args)
        namespace, hub = make_hub(making, args, store, container)
        making.watch(namespace.id, RESOURCE_TYPE)
        making.endpoint(args.private_endpoint, namespace.id, "namespace", label="audit")
        table = make_audit_table(
            making, args, args.workspace_resource_id, args.private_link_scope_resource_id
        )
        for role, parties, wanted, scope in (
            ("hub", args.record_senders, BuiltInRole.EVENT_HUBS_DATA_SENDER, hub.id),
            ("rule", args.record_senders, BuiltInRole.MONITORING_METRICS_PUBLISHER, table.rule_resource_id),
            ("store", args.record_readers, BuiltInRole.STORAGE_BLOB_DATA_READER, container.id),
            ("table", args.record_readers, BuiltInRole.READER, table.table_resource_id),
        ):
            making.grant([_granted(one, wanted) for one in parties], scope, role)

        self.namespace_resource_id = namespace.id
        self.event_hub_resource_id = hub.id
        self.event_hub_name = hub.name
        self.event_hub_host = pulumi.Output.concat(namespace.name, ".servicebus.windows.net")
        self.ingestion_url = table.ingestion_url
        self.rule_resource_id = table.rule_resource_id
        self.store_account_resource_id = store.account_resource_id
        self.store_container_url = pulumi.Output.concat(store.blob_endpoint, container.name)
        self.lock_command = lock_command(CONTAINER, store, args.resource_group_name)
        self.record_bodies = pulumi.Output.from_input(args.record_bodies)
        self._end()


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What an InferenceAudit called so names."""
    return [
        ("eventHubNamespace", label),
        ("storageAccount", label),
        ("privateEndpoint", f"{label}-audit"),
        ("privateEndpoint", f"{label}-blob"),
        ("dataCollectionEndpoint", label),
        ("dataCollectionRule", label),
    ]


def _granted(party: AuditParty, role: BuiltInRole) -> AccessGrant:
    return AccessGrant(
        key=party.key, principal_id=party.principal_id, role=role, principal_type=party.principal_type
    )
