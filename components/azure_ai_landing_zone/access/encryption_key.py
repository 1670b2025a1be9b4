"""A key of the customer's own, that a service of Azure opens as an identity."""

import pulumi
from pydantic import Field

from azure_ai_landing_zone.access.role_wait import ROLE_WAIT_SECONDS, after_roles
from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Input, Model
from azure_ai_landing_zone.core.naming import Kind

KEY_VAULT_API_VERSION = "2026-02-01"
"""Azure retires the versions before it (catalog/api_versions.csv); pulumi-azure-native 3.29 has no class with
it."""


class EncryptionKey(Model):
    """A key of the customer's own, of which Azure takes the newest version by itself.

    The vault lies in the region of what is encrypted, has purge protection, and lets in trusted services.
    Sources: learn.microsoft.com/azure/foundry/concepts/encryption-keys-portal, 2026-08-24;
    MicrosoftDocs/azure-docs:articles/storage/common/customer-managed-keys-overview.md and
    articles/key-vault/general/overview-vnet-service-endpoints.md, trusted services, 2026-11-23.
    """

    key_vault_uri: Input[str]
    """Such as https://<vault>.vault.azure.net/."""
    key_vault_resource_id: Input[str]
    """The full id of the same vault. Whoever deploys what has disks reads its keys."""
    key_name: str = Field(min_length=1, max_length=127)
    """An RSA key of 2048 bits or more."""
    identity_resource_id: Input[str]
    """Full id of the identity that opens the vault: Key Vault Crypto Service Encryption User, before anything
    is encrypted."""
    client_id: Input[str]
    """The client id of the same identity."""
    roles_assigned_on: list[Input[str]] = Field(default=[])
    """When the vault's roles were assigned, `created_on` of each: what is encrypted is made ten minutes after
    the youngest, when Azure knows them everywhere. Left out: at once."""

    def ready(self) -> pulumi.ResourceOptions | None:
        """Options of what is made with it."""
        return after_roles(self.roles_assigned_on, ROLE_WAIT_SECONDS) if self.roles_assigned_on else None

    def version_url(self, making: Making, role: str, kind: Kind) -> pulumi.Output[str]:
        """Of the newest version, for a `kind` that Azure wants one for: a deployment asks it when it is made,
        since nobody knows it before. Source: Azure/bicep-types-az, KeyProperties.keyUriWithVersion,
        2026-11-23."""
        key_id = pulumi.Output.concat(self.key_vault_resource_id, "/keys/", self.key_name)
        asked = making.deployment(
            role,
            kind,
            [],
            template_outputs={
                "keyUrl": pulumi.Output.format(
                    "[reference('{0}', '{1}').keyUriWithVersion]", key_id, KEY_VAULT_API_VERSION
                )
            },
        )
        return asked.properties.apply(lambda made: str(made.outputs["keyUrl"]["value"]))
