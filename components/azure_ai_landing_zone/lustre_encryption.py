"""Whose keys the disks of a Lustre file system are encrypted with."""

from typing import Annotated, Literal

from pydantic import Field

from azure_ai_landing_zone.model import Input, Model


class LustrePlatformKey(Model):
    """Azure keeps the keys."""

    mode: Literal["platform"]
    """It can't be changed later."""


class LustreCustomerKey(Model):
    """A key of one's own in a vault that lets Azure's trusted services in: same region, same subscription,
    with purge protection. Source: learn.microsoft.com/azure/azure-managed-lustre/
    customer-managed-encryption-keys 2024-11-11."""

    mode: Literal["customer"]
    """It can't be changed later."""
    key_url: Input[str]
    """Of a version of an RSA key of 2 048 bits, such as https://<vault>.vault.azure.net/keys/<key>/<version>.
    The key itself can be changed."""
    vault_resource_id: Input[str]
    """Of the vault that it is in."""
    identity_resource_id: Input[str]
    """A user-assigned identity that holds Key Vault Crypto Service Encryption User on it."""


LustreEncryption = Annotated[LustrePlatformKey | LustreCustomerKey, Field(discriminator="mode")]
