"""Whose keys the disks of a Lustre file system are encrypted with."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from azure_ai_landing_zone.matching import matching
from azure_ai_landing_zone.model import Input, Model, refuse, resource_id_of
from azure_ai_landing_zone.planning.problem import Problem

_FORMS = {
    "key_url": matching(
        r"https://[\w.-]+/keys/[\w-]+/\w+",
        "of a version, such as https://<vault>.vault.azure.net/keys/<key>/<version>",
    ),
    "vault_resource_id": resource_id_of("Microsoft.KeyVault/vaults"),
    "identity_resource_id": resource_id_of("Microsoft.ManagedIdentity/userAssignedIdentities"),
}


class LustrePlatformKey(Model):
    """Azure keeps the keys."""

    mode: Literal["platform"]
    """It can't be changed later."""


class LustreCustomerKey(Model):
    """A key of one's own, in a vault of the same region and subscription that has purge protection. Its
    public access must be enabled, for all networks or for selected ones and Azure's trusted services: a vault
    that is closed altogether won't do. Source: learn.microsoft.com/azure/azure-managed-lustre/
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

    @model_validator(mode="after")
    def _check_forms(self) -> "LustreCustomerKey":
        """Of what is known before deployment."""
        problems = []
        for field, form in _FORMS.items():
            value = getattr(self, field)
            if isinstance(value, str):
                try:
                    form.func(value)  # type: ignore[call-arg]
                except ValueError as error:
                    problems.append(Problem((field,), str(error)))
        refuse(LustreCustomerKey, problems)
        return self


LustreEncryption = Annotated[LustrePlatformKey | LustreCustomerKey, Field(discriminator="mode")]
