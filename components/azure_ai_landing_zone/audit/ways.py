"""Where audit records are kept so that nobody can change them."""

from dataclasses import dataclass

import pulumi
from pulumi_azure_native import eventhub, storage

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.access.role_wait import ROLE_WAIT_SECONDS, after_roles
from azure_ai_landing_zone.audit.plan import RECORD
from azure_ai_landing_zone.audit.settings import InferenceAuditSettings
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import AccessGrant, Input, PrivateEndpointPlace, Protection
from azure_ai_landing_zone.operations.ingested_table import RULE_TYPE, make_ingested_table
from azure_ai_landing_zone.stores.storage_account import (
    StorageAccount,
    StorageAccountArgs,
    StorageAccountCreate,
)

CONTAINER = "inference-audit"


def make_store(
    making: Making,
    plan: InferenceAuditSettings,
    place: PrivateEndpointPlace | None,
    protection: Protection,
    encryption_key: EncryptionKey | None,
) -> StorageAccount:
    """The account, which lets Event Hubs in with its namespace's identity, as a trusted service."""
    return StorageAccount(
        f"{making.name}-store",
        StorageAccountArgs(
            **making.common,
            label=making.label,
            account=StorageAccountCreate(
                mode="create",
                account_sku=plan.store_sku,
                soft_delete_days=1,
                trusted_services=True,
            ),
            private_endpoints={"blob": place} if place is not None else {},
            encryption_key=encryption_key,
            diagnostics=making.diagnostics,
            protection=protection,
        ),
        making.child(),
    )


def make_container(
    making: Making, store: StorageAccount, plan: InferenceAuditSettings
) -> "storage.BlobContainer":
    """A container that takes no changes, and deletes what may go."""
    container = storage.BlobContainer(
        f"{making.name}-container",
        container_name=CONTAINER,
        account_name=store.account_name,
        public_access=storage.PublicAccess.NONE,
        opts=making.keeper(depends_on=store.blob_service),
        **making.group,
    )
    policy = storage.BlobContainerImmutabilityPolicy(
        f"{making.name}-immutability",
        immutability_policy_name="default",
        account_name=store.account_name,
        container_name=container.name,
        immutability_period_since_creation_in_days=plan.store_days,
        # A record is stored in several blocks: further ones are let in, what is there stays.
        allow_protected_append_writes_all=True,
        # The provider's delete lacks the etag that Azure asks for (pulumi/pulumi-azure-native#2156,
        # open on 2026-11-21); the policy goes with its container.
        opts=making.child(retain_on_delete=True),
        **making.group,
    )
    policy.state.apply(_say_if_unlocked)
    delete = storage.DateAfterModificationArgs(days_after_creation_greater_than=plan.store_days)
    storage.ManagementPolicy(
        f"{making.name}-lifecycle",
        management_policy_name="default",
        account_name=store.account_name,
        policy=storage.ManagementPolicySchemaArgs(
            rules=[
                storage.ManagementPolicyRuleArgs(
                    name="delete-what-may-go",
                    type=storage.RuleType.LIFECYCLE,
                    enabled=True,
                    definition=storage.ManagementPolicyDefinitionArgs(
                        actions=storage.ManagementPolicyActionArgs(
                            base_blob=storage.ManagementPolicyBaseBlobArgs(delete=delete)
                        ),
                        filters=storage.ManagementPolicyFilterArgs(
                            blob_types=["blockBlob"], prefix_match=[f"{CONTAINER}/"]
                        ),
                    ),
                )
            ]
        ),
        opts=making.child(depends_on=[container]),
        **making.group,
    )
    return container


def _say_if_unlocked(state: str | None) -> None:
    """As the stack knows it: Azure's own word comes with a refresh."""
    if state != "Locked":
        pulumi.log.warn(
            f"the container {CONTAINER} isn't locked: an administrator could take its records away. Run "
            "`lockCommand`, then `pulumi refresh`"
        )


RESOURCE_TYPE = "Microsoft.EventHub/namespaces"
HUB = "inference-audit"

_BLOB_NAMES = "{Namespace}/{EventHub}/{PartitionId}/{Year}/{Month}/{Day}/{Hour}/{Minute}/{Second}"


def make_hub(
    making: Making, plan: InferenceAuditSettings, store: StorageAccount, container: "storage.BlobContainer"
) -> "tuple[eventhub.Namespace, eventhub.EventHub]":
    """The namespace with its hub, which stores as Avro all that comes in.

    Source: learn.microsoft.com/azure/event-hubs/event-hubs-capture-overview, 2023-05-16, and
    event-hubs-capture-managed-identity.
    """
    grows = plan.most_throughput_units > plan.throughput_units
    namespace = eventhub.Namespace(
        f"{making.name}-namespace",
        namespace_name=making.azure_name("eventHubNamespace"),
        sku=eventhub.SkuArgs(name="Standard", tier="Standard", capacity=plan.throughput_units),
        identity=eventhub.IdentityArgs(type=eventhub.ManagedServiceIdentityType.SYSTEM_ASSIGNED),
        disable_local_auth=True,
        is_auto_inflate_enabled=grows,
        maximum_throughput_units=plan.most_throughput_units if grows else 0,
        minimum_tls_version="1.2",
        public_network_access="Disabled",
        opts=making.keeper(),
        **making.place,
    )
    itself = namespace.identity.apply(lambda own: (own.principal_id if own else None) or "")
    itself_stores = AccessGrant(
        key="self", principal_id=itself, role=BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR
    )
    stores = making.grant([itself_stores], container.id, "namespace")
    hub = eventhub.EventHub(
        f"{making.name}-hub",
        event_hub_name=HUB,
        namespace_name=namespace.name,
        partition_count=4,
        message_retention_in_days=plan.waiting_days,
        capture_description=eventhub.CaptureDescriptionArgs(
            enabled=True,
            encoding=eventhub.EncodingCaptureDescription.AVRO,
            interval_in_seconds=60,
            size_limit_in_bytes=104_857_600,
            skip_empty_archives=True,
            destination=eventhub.DestinationArgs(
                name="EventHubArchive.AzureBlockBlob",
                archive_name_format=_BLOB_NAMES,
                blob_container=container.name,
                storage_account_resource_id=store.account_resource_id,
                identity=eventhub.CaptureIdentityArgs(type=eventhub.CaptureIdentityType.SYSTEM_ASSIGNED),
            ),
        ),
        # Azure refuses a hub that can't store.
        opts=pulumi.ResourceOptions.merge(
            making.keeper(depends_on=stores),
            after_roles([one.created_on for one in stores], ROLE_WAIT_SECONDS),
        ),
        **making.group,
    )
    return namespace, hub


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
    making: Making,
    plan: InferenceAuditSettings,
    workspace_resource_id: Input[str],
    private_link_scope_resource_id: Input[str] | None,
) -> AuditTable:
    """The table and what leads to it."""
    made = make_ingested_table(
        making,
        table_name=TABLE,
        columns={column: said.column_type for column, said in RECORD.items()},
        query_days=plan.query_days,
        table_days=plan.table_days,
        workspace_resource_id=workspace_resource_id,
        is_private=plan.ingestion == "private",
        private_link_scope_resource_id=private_link_scope_resource_id,
        member_role="member",
        member_name=making.azure_name("monitorScopedResource", "audit"),
    )
    making.watch(made.rule.id, RULE_TYPE, "rule")
    return AuditTable(
        table_resource_id=made.table.id,
        rule_resource_id=made.rule.id,
        ingestion_url=pulumi.Output.concat(
            made.logs_ingestion_endpoint, "/dataCollectionRules/", made.rule.immutable_id.apply(str),
            f"/streams/{STREAM}?api-version={_API_VERSION}",
        ),
    )  # fmt: skip
