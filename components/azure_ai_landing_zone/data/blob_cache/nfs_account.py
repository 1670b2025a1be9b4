"""A storage account that machines mount with NFS 3.0."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import storage

from azure_ai_landing_zone.core.diagnostics import Diagnostics, diagnose
from azure_ai_landing_zone.core.model import Input, PrivateEndpointPlace, Protection, Region
from azure_ai_landing_zone.core.private_endpoint import private_endpoint
from azure_ai_landing_zone.data.blob_cache.settings import BlobCacheAccountCreate
from azure_ai_landing_zone.stores.storage_account import RESOURCE_TYPE


@dataclass(frozen=True, slots=True, kw_only=True)
class NfsAccountPlace:
    """Where the account goes and who hears of it."""

    account_name: str
    endpoint_names: Mapping[str, str]
    endpoints: Mapping[str, PrivateEndpointPlace]
    """By service."""
    location: Region
    resource_group_name: Input[str]
    tags: dict[str, str] | None
    diagnostics: Diagnostics
    protection: Protection
    child: Callable[..., pulumi.ResourceOptions]
    """Options of a child of the component."""


def make_nfs_account(
    name: str, settings: BlobCacheAccountCreate, place: NfsAccountPlace
) -> tuple[pulumi.Output[str], "storage.BlobContainer"]:
    """The account's name and its container. Secure transfer has to be off for NFS; there are no keys and no
    public way in. Source: learn.microsoft.com/azure/storage/blobs/
    network-file-system-protocol-known-issues 2024-03-04."""
    is_premium = settings.account_sku.startswith("Premium_")
    account = storage.StorageAccount(
        f"{name}-account",
        account_name=place.account_name,
        resource_group_name=place.resource_group_name,
        location=place.location,
        kind="BlockBlobStorage" if is_premium else "StorageV2",
        sku=storage.SkuArgs(name=settings.account_sku),
        access_tier=None if is_premium else storage.AccessTier.HOT,
        allow_blob_public_access=False,
        allow_cross_tenant_replication=False,
        allow_shared_key_access=False,
        default_to_o_auth_authentication=True,
        enable_https_traffic_only=False,
        enable_nfs_v3=True,
        is_hns_enabled=True,
        is_local_user_enabled=False,
        is_sftp_enabled=False,
        minimum_tls_version="TLS1_2",
        network_rule_set=storage.NetworkRuleSetArgs(default_action=storage.DefaultAction.DENY, bypass="None"),
        public_network_access="Disabled",
        tags=place.tags,
        opts=place.child(protect=place.protection == "on"),
    )
    service = storage.BlobServiceProperties(
        f"{name}-blob-service",
        blob_services_name="default",
        account_name=account.name,
        resource_group_name=place.resource_group_name,
        delete_retention_policy=storage.DeleteRetentionPolicyArgs(enabled=True, days=7),
        container_delete_retention_policy=storage.DeleteRetentionPolicyArgs(enabled=True, days=7),
        opts=place.child(),
    )
    container = storage.BlobContainer(
        f"{name}-container",
        container_name=settings.container_name,
        account_name=account.name,
        resource_group_name=place.resource_group_name,
        public_access=storage.PublicAccess.NONE,
        opts=place.child(protect=place.protection == "on", depends_on=[service]),
    )
    for part, resource, type_ in (
        (name, account, RESOURCE_TYPE),
        (f"{name}-blob", service, f"{RESOURCE_TYPE}/blobServices"),
    ):
        diagnose(part, place.diagnostics, resource_id=resource.id, resource_type=type_, opts=place.child())
    for kind, endpoint in place.endpoints.items():
        private_endpoint(
            f"{name}-{kind}",
            azure_name=place.endpoint_names[kind],
            resource_group_name=place.resource_group_name,
            location=place.location,
            subnet_resource_id=endpoint.subnet_resource_id,
            target_resource_id=account.id,
            group_id=kind,
            private_dns_zone_resource_ids=endpoint.private_dns_zone_resource_ids,
            tags=place.tags,
            opts=place.child(),
        )
    return account.name, container
