"""What managed disks are encrypted with, where that is a key of the customer's own."""

import pulumi
from pulumi_azure_native import compute

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.own_state import saved_resources

_SET = "azure-native:compute:DiskEncryptionSet"


def disk_encryption_set(making: Making, key: EncryptionKey | None) -> "compute.DiskEncryptionSet | None":
    """A set that opens the key as its identity, after that has its role, and before any disk. None without.

    Disks, set and vault are in one region; disks and set in one subscription. Azure wants a version of the
    key, and takes each new one within an hour by itself. A set that is there keeps what the state says:
    after a refresh that is a newer version of the key than the deployment answered with. Sources:
    MicrosoftDocs/azure-compute-docs@0a269cb:articles/virtual-machines/disk-encryption.md, 2026-04-02, and its
    include on restrictions, 2025-02-18; Azure/bicep-types-az, KeyForDiskEncryptionSet.keyUrl, 2026-11-23.
    """
    if key is None:
        return None
    name, azure_name = f"{making.name}-disk-encryption", making.azure_name("diskEncryptionSet")
    asked, there = key.version_url(making, "disk-key", "diskEncryptionSet"), _url_of(name, azure_name)
    return compute.DiskEncryptionSet(
        name,
        disk_encryption_set_name=azure_name,
        encryption_type=compute.DiskEncryptionSetType.ENCRYPTION_AT_REST_WITH_CUSTOMER_KEY,
        identity=compute.EncryptionSetIdentityArgs(
            type=compute.DiskEncryptionSetIdentityType.USER_ASSIGNED,
            user_assigned_identities=[key.identity_resource_id],
        ),
        active_key=compute.KeyForDiskEncryptionSetArgs(
            key_url=asked.apply(lambda url: _kept(there, url)),
        ),
        rotation_to_latest_key_version_enabled=True,
        opts=pulumi.ResourceOptions.merge(making.child(), key.ready()),
        **making.place,
    )


def _url_of(name: str, azure_name: str) -> str | None:
    """Of the key that a set has by the stack's state, with its version."""
    sets = (one.outputs for one in saved_resources(_SET) if one.name == name)
    return next((str(one["activeKey"]["keyUrl"]) for one in sets if one.get("name") == azure_name), None)


def _kept(there: str | None, asked: str) -> str:
    """That of the state, while it is the same key."""
    if there is None or there.rpartition("/")[0] != asked.rpartition("/")[0]:
        return asked
    return there


def set_of(
    encryption: "compute.DiskEncryptionSet | None",
) -> "compute.DiskEncryptionSetParametersArgs | None":
    """As a disk of a machine names it."""
    return None if encryption is None else compute.DiskEncryptionSetParametersArgs(id=encryption.id)


def set_names(label: str, *, has_key: bool) -> list[tuple[Kind, str]]:
    """What it names for a component called so."""
    return [("diskEncryptionSet", label)] if has_key else []
