"""What managed disks are encrypted with, where that is a key of the customer's own."""

import pulumi
from pulumi_azure_native import compute

from azure_ai_landing_zone.access.encryption_key import KEY_VAULT_API_VERSION, EncryptionKey
from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.naming import Kind


def disk_encryption_set(making: Making, key: EncryptionKey | None) -> "compute.DiskEncryptionSet | None":
    """A set that opens the key as its identity, after that has its role, and before any disk. None without.

    Disks, set and vault are in one region; disks and set in one subscription. Azure wants a version of the
    key, and takes each new one within an hour by itself; which one there is a deployment asks when it is
    made, since nobody knows it before. Sources: MicrosoftDocs/azure-compute-docs@0a269cb:articles/
    virtual-machines/disk-encryption.md, 2026-04-02, and its include on restrictions, 2025-02-18;
    Azure/bicep-types-az, KeyForDiskEncryptionSet.keyUrl, 2026-11-23.
    """
    if key is None:
        return None
    key_id = pulumi.Output.concat(key.key_vault_resource_id, "/keys/", key.key_name)
    version = making.deployment(
        "disk-key",
        "diskEncryptionSet",
        [],
        template_outputs={
            "keyUrl": pulumi.Output.format(
                "[reference('{0}', '{1}').keyUriWithVersion]", key_id, KEY_VAULT_API_VERSION
            )
        },
    )
    return compute.DiskEncryptionSet(
        f"{making.name}-disk-encryption",
        disk_encryption_set_name=making.azure_name("diskEncryptionSet"),
        encryption_type=compute.DiskEncryptionSetType.ENCRYPTION_AT_REST_WITH_CUSTOMER_KEY,
        identity=compute.EncryptionSetIdentityArgs(
            type=compute.DiskEncryptionSetIdentityType.USER_ASSIGNED,
            user_assigned_identities=[key.identity_resource_id],
        ),
        active_key=compute.KeyForDiskEncryptionSetArgs(
            key_url=version.properties.apply(lambda made: str(made.outputs["keyUrl"]["value"]))
        ),
        rotation_to_latest_key_version_enabled=True,
        opts=pulumi.ResourceOptions.merge(making.child(), key.ready()),
        **making.place,
    )


def set_of(
    encryption: "compute.DiskEncryptionSet | None",
) -> "compute.DiskEncryptionSetParametersArgs | None":
    """As a disk of a machine names it."""
    return None if encryption is None else compute.DiskEncryptionSetParametersArgs(id=encryption.id)


def set_names(label: str, *, has_key: bool) -> list[tuple[Kind, str]]:
    """What it names for a component called so."""
    return [("diskEncryptionSet", label)] if has_key else []
