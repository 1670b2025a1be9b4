"""A storage account that machines mount with NFS 3.0."""

from collections.abc import Mapping

import pulumi
from pulumi_azure_native import storage

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import PrivateEndpointPlace
from azure_ai_landing_zone.data.blob_cache.settings import BlobCacheAccountCreate
from azure_ai_landing_zone.stores.storage_account import RESOURCE_TYPE, StorageService


def make_nfs_account(
    making: Making,
    settings: BlobCacheAccountCreate,
    endpoints: Mapping[StorageService, PrivateEndpointPlace],
) -> tuple[pulumi.Output[str], "storage.BlobContainer"]:
    """The account's name and its container. Secure transfer has to be off for NFS; there are no keys and no
    public way in. Source: learn.microsoft.com/azure/storage/blobs/
    network-file-system-protocol-known-issues 2024-03-04."""
    is_premium = settings.account_sku.startswith("Premium_")
    account = storage.StorageAccount(
        f"{making.name}-account",
        account_name=making.azure_name("storageAccount"),
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
        opts=making.keeper(),
        **making.place,
    )
    service = storage.BlobServiceProperties(
        f"{making.name}-blob-service",
        blob_services_name="default",
        account_name=account.name,
        delete_retention_policy=storage.DeleteRetentionPolicyArgs(enabled=True, days=7),
        container_delete_retention_policy=storage.DeleteRetentionPolicyArgs(enabled=True, days=7),
        opts=making.child(),
        **making.group,
    )
    container = storage.BlobContainer(
        f"{making.name}-container",
        container_name=settings.container_name,
        account_name=account.name,
        public_access=storage.PublicAccess.NONE,
        opts=making.keeper(depends_on=[service]),
        **making.group,
    )
    making.watch(account.id, RESOURCE_TYPE)
    making.watch(service.id, f"{RESOURCE_TYPE}/blobServices", "blob")
    for kind, place in endpoints.items():
        making.endpoint(place, account.id, kind, role=kind)
    return account.name, container
