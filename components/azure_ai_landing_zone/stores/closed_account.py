"""Storage accounts that only Entra identities reach, inside the network: what all of ours share."""

from typing import Any

import pulumi
from pulumi_azure_native import storage

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.core.component import Making

RESOURCE_TYPE = "Microsoft.Storage/storageAccounts"


def closed_account(
    making: Making,
    *,
    account_kind: str,
    account_sku: str,
    role: str = "",
    encryption_key: EncryptionKey | None = None,
    **exceptions: Any,
) -> "storage.StorageAccount":
    """Without keys, without anonymous access, without a public way in and with TLS 1.2 at least, but for the
    `exceptions`, arguments of the SDK's, which whoever gives them has to justify."""
    closed: dict[str, Any] = _encryption(encryption_key) | {
        "allow_blob_public_access": False,
        "allow_cross_tenant_replication": False,
        "allow_shared_key_access": False,
        "default_to_o_auth_authentication": True,
        "enable_https_traffic_only": True,
        "minimum_tls_version": "TLS1_2",
        "network_rule_set": storage.NetworkRuleSetArgs(
            default_action=storage.DefaultAction.DENY, bypass="None"
        ),
        "public_network_access": "Disabled",
    }
    account = storage.StorageAccount(
        f"{making.name}-account",
        account_name=making.azure_name("storageAccount", role),
        kind=account_kind,
        sku=storage.SkuArgs(name=account_sku),
        opts=pulumi.ResourceOptions.merge(
            making.keeper(), encryption_key.ready() if encryption_key is not None else None
        ),
        **closed | exceptions,
        **making.place,
    )
    making.lock(account.id, "account")
    return account


def _encryption(key: EncryptionKey | None) -> dict[str, Any]:
    """No version: Azure looks for a new one every day. Source: MicrosoftDocs/azure-docs:articles/storage/
    common/customer-managed-keys-configure-new-account.md, 2026-11-23. Without a key nothing is said, and an
    account that had one keeps it (StorageAccountPropertiesCreateParameters of Azure/bicep-types-az, "will
    remain the same"): docs/encryption.md has the order."""
    if key is None:
        return {}
    return {
        "identity": storage.IdentityArgs(
            type=storage.IdentityType.USER_ASSIGNED, user_assigned_identities=[key.identity_resource_id]
        ),
        "encryption": storage.EncryptionArgs(
            key_source=storage.KeySource.MICROSOFT_KEYVAULT,
            key_vault_properties=storage.KeyVaultPropertiesArgs(
                key_name=key.key_name, key_vault_uri=key.key_vault_uri
            ),
            encryption_identity=storage.EncryptionIdentityArgs(
                encryption_user_assigned_identity=key.identity_resource_id
            ),
        ),
    }


def closed_blob_account(
    making: Making, account_sku: str, *, role: str = "", **exceptions: Any
) -> "storage.StorageAccount":
    """The same for blobs alone, without users of its own and without SFTP."""
    is_premium = account_sku.startswith("Premium_")
    return closed_account(
        making,
        account_kind="BlockBlobStorage" if is_premium else "StorageV2",
        account_sku=account_sku,
        role=role,
        access_tier=None if is_premium else storage.AccessTier.HOT,
        is_local_user_enabled=False,
        is_sftp_enabled=False,
        **exceptions,
    )


def blob_service(
    making: Making,
    account: "storage.StorageAccount",
    *,
    soft_delete_days: int = 7,
    is_versioning_enabled: bool | None = None,
    change_feed: "storage.ChangeFeedArgs | None" = None,
) -> "storage.BlobServiceProperties":
    """What is deleted can be had back for days; with what account and service tell."""
    service = storage.BlobServiceProperties(
        f"{making.name}-blob-service",
        blob_services_name="default",
        account_name=account.name,
        change_feed=change_feed,
        delete_retention_policy=storage.DeleteRetentionPolicyArgs(enabled=True, days=soft_delete_days),
        container_delete_retention_policy=storage.DeleteRetentionPolicyArgs(enabled=True, days=7),
        is_versioning_enabled=is_versioning_enabled,
        opts=making.child(),
        **making.group,
    )
    making.watch(account.id, RESOURCE_TYPE)
    making.watch(service.id, f"{RESOURCE_TYPE}/blobServices", "blob")
    return service


def container(
    making: Making,
    account: "storage.StorageAccount",
    service: "storage.BlobServiceProperties",
    name: str,
    *,
    role: str,
) -> "storage.BlobContainer":
    """A container that nobody reads anonymously. It waits for the service's settings: whatever outlives the
    rest then keeps only those."""
    return storage.BlobContainer(
        f"{making.name}-{role}",
        container_name=name,
        account_name=account.name,
        public_access=storage.PublicAccess.NONE,
        opts=making.keeper(depends_on=[service]),
        **making.group,
    )
