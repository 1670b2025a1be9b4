"""A storage account that machines mount with NFS 3.0."""

from collections.abc import Mapping

import pulumi
from pulumi_azure_native import storage

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import PrivateEndpointPlace
from azure_ai_landing_zone.data.blob_cache.settings import BlobCacheAccountCreate
from azure_ai_landing_zone.stores.closed_account import blob_service, closed_blob_account, container
from azure_ai_landing_zone.stores.storage_account import StorageService


def make_nfs_account(
    making: Making,
    settings: BlobCacheAccountCreate,
    endpoints: Mapping[StorageService, PrivateEndpointPlace],
    encryption_key: EncryptionKey | None,
) -> tuple[pulumi.Output[str], "storage.BlobContainer"]:
    """The account's name and its container. Secure transfer has to be off for NFS; there are no keys and no
    public way in. Source: learn.microsoft.com/azure/storage/blobs/
    network-file-system-protocol-known-issues 2024-03-04."""
    account = closed_blob_account(
        making,
        settings.account_sku,
        encryption_key=encryption_key,
        enable_https_traffic_only=False,
        enable_nfs_v3=True,
        is_hns_enabled=True,
    )
    made = container(
        making, account, blob_service(making, account), settings.container_name, role="container"
    )
    for kind, place in endpoints.items():
        making.endpoint(place, account.id, kind, role=kind)
    return account.name, made
