"""The event hub that audit records come in through."""

from collections.abc import Callable
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import eventhub, storage

from azure_ai_landing_zone.access import grant_access
from azure_ai_landing_zone.inference_audit_plan import InferenceAuditPlan
from azure_ai_landing_zone.model import AccessGrant, Input
from azure_ai_landing_zone.roles import BuiltInRole
from azure_ai_landing_zone.storage_account import StorageAccount

RESOURCE_TYPE = "Microsoft.EventHub/namespaces"
HUB = "inference-audit"

_BLOB_NAMES = "{Namespace}/{EventHub}/{PartitionId}/{Year}/{Month}/{Day}/{Hour}/{Minute}/{Second}"


@dataclass(frozen=True, slots=True)
class AuditHub:
    """What has been made."""

    namespace: "eventhub.Namespace"
    hub: "eventhub.EventHub"


def make_hub(
    name: str,
    *,
    azure_name: str,
    location: str,
    resource_group_name: Input[str],
    subscription_id: str,
    plan: InferenceAuditPlan,
    store: StorageAccount,
    container: "storage.BlobContainer",
    tags: dict[str, str] | None,
    protect: bool,
    child: Callable[..., pulumi.ResourceOptions],
) -> AuditHub:
    """The namespace with its hub, which stores as Avro all that comes in.

    Source: learn.microsoft.com/azure/event-hubs/event-hubs-capture-overview, 2023-05-16, and
    event-hubs-capture-managed-identity.
    """
    grows = plan.most_throughput_units > plan.throughput_units
    namespace = eventhub.Namespace(
        f"{name}-namespace",
        namespace_name=azure_name,
        resource_group_name=resource_group_name,
        location=location,
        sku=eventhub.SkuArgs(name="Standard", tier="Standard", capacity=plan.throughput_units),
        identity=eventhub.IdentityArgs(type=eventhub.ManagedServiceIdentityType.SYSTEM_ASSIGNED),
        disable_local_auth=True,
        is_auto_inflate_enabled=grows,
        maximum_throughput_units=plan.most_throughput_units if grows else 0,
        minimum_tls_version="1.2",
        public_network_access="Disabled",
        tags=tags,
        opts=child(protect=protect),
    )
    itself = namespace.identity.apply(lambda own: (own.principal_id if own else None) or "")
    stores = grant_access(
        f"{name}-namespace",
        [AccessGrant(key="self", principal_id=itself, role=BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR)],
        scope=container.id,
        subscription_id=subscription_id,
        opts=child(),
    )
    hub = eventhub.EventHub(
        f"{name}-hub",
        event_hub_name=HUB,
        namespace_name=namespace.name,
        resource_group_name=resource_group_name,
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
        opts=child(protect=protect, depends_on=stores),
    )
    return AuditHub(namespace=namespace, hub=hub)
