"""KeyVault: secrets, keys and certificates behind role assignments and a private endpoint."""

from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import authorization, keyvault
from pydantic import Field, StrictBool, StrictInt, model_validator

from azure_ai_landing_zone.access.grants import access_problems, grant_access
from azure_ai_landing_zone.core.component import Component, ComponentArgs, check_names
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff, diagnose
from azure_ai_landing_zone.core.model import (
    AccessGrant,
    Model,
    PrivateEndpointPlace,
    Protection,
    matching,
    refuse,
    resource_id_of,
)
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.endpoints.endpoint import private_endpoint
from azure_ai_landing_zone.network.address_ranges import AllowedIpRange

RESOURCE_TYPE = "Microsoft.KeyVault/vaults"

KeyName = Annotated[str, matching(r"[A-Za-z0-9-]{1,127}", "1 to 127 letters, digits and hyphens")]


class KeyVaultCreate(Model):
    """A vault of the zone's own. Its name stays taken after a delete, for as long as it can be recovered."""

    mode: Literal["create"]
    """Made here."""
    sku: Literal["standard", "premium"] = "standard"
    """premium keeps keys in hardware."""
    soft_delete_days: StrictInt = Field(default=90, ge=7, le=90)
    """A deleted vault, or what was in it, can be brought back for so long. It can't be changed later."""
    purge_protection: StrictBool = True
    """Nobody can purge before that time. It can't be taken back; a name is then blocked for all that time."""
    keys: list[KeyName] = Field(default=[])
    """RSA keys to encrypt with, such as Pulumi's secrets provider takes."""
    trusted_services: StrictBool = False
    """Lets in Azure's own services on Microsoft's list, such as disk encryption sets."""
    allowed_ip_ranges: list[AllowedIpRange] = Field(default=[], max_length=1000)
    """Public addresses that get in. None: public access is off altogether."""


class KeyVaultExisting(Model):
    """A vault that someone else answers for: only role assignments and an endpoint are added."""

    mode: Literal["existing"]
    """Taken over."""
    vault_resource_id: Annotated[str, resource_id_of(RESOURCE_TYPE)]
    """Full id; the deployer has to be able to read it, and its data has to be under Azure RBAC."""


KeyVaultSettings = Annotated[KeyVaultCreate | KeyVaultExisting, Field(discriminator="mode")]


class KeyVaultArgs(ComponentArgs):
    """What a KeyVault is made of."""

    vault: KeyVaultSettings = KeyVaultCreate(mode="create")
    """Made here, or taken over."""
    private_endpoint: PrivateEndpointPlace | None = None
    """The way in; its zone is privatelink.vaultcore.azure.net. Left out: something else makes it."""
    access: list[AccessGrant] = Field(default=[])
    """Who may do what: roles on it, nothing wider."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of its logs and metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace what holds data."""

    @model_validator(mode="after")
    def _check_access(self) -> "KeyVaultArgs":
        refuse(KeyVaultArgs, list(access_problems(self.access, RESOURCE_TYPE)))
        return self


class KeyVault(Component):
    """A vault whose data is under Azure RBAC, with no access policies and no public way in.

    Azure retires the management API versions before 2026-02-01 on 2027-02-27; pulumi-azure-native 3.29 uses
    2024-11-01. Everything whose default changed in between is said here, so that the newer one changes
    nothing. Source: learn.microsoft.com/azure/key-vault/general/access-control-default and
    migrate-api-version, 2026-11-21.
    """

    vault_name: pulumi.Output[str]
    vault_resource_id: pulumi.Output[str]
    vault_uri: pulumi.Output[str]
    """Such as https://<vault>.vault.azure.net/; resolves inside the network."""
    key_resource_ids: pulumi.Output[dict[str, str]]
    """Full ids of the keys made here, by name: the narrowest scope of a role on keys."""

    def __init__(self, name: str, args: KeyVaultArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        label = args.label or name
        check_names(KeyVault, args.naming, azure_names(label))
        super().__init__(name, opts)
        names = self._names(args.naming)
        keys: dict[str, pulumi.Output[str]] = {}
        if isinstance(args.vault, KeyVaultExisting):
            vault = keyvault.Vault.get(f"{name}-vault", args.vault.vault_resource_id, self._child())
            subscription_id = args.vault.vault_resource_id.split("/")[2]
        else:
            vault = self._make_vault(name, names.of("keyVault", label), args.vault, args)
            keys = {key: self._make_key(name, key, vault, args).id for key in args.vault.keys}
            diagnose(
                name,
                args.diagnostics,
                resource_id=vault.id,
                resource_type=RESOURCE_TYPE,
                opts=self._child(),
            )
            subscription_id = self._subscription_id()
        if args.private_endpoint is not None:
            private_endpoint(
                name,
                azure_name=names.of("privateEndpoint", f"{label}-vault"),
                resource_group_name=args.resource_group_name,
                location=args.location,
                subnet_resource_id=args.private_endpoint.subnet_resource_id,
                target_resource_id=vault.id,
                group_id="vault",
                private_dns_zone_resource_ids=args.private_endpoint.private_dns_zone_resource_ids,
                tags=args.tags.as_azure() if args.tags else None,
                opts=self._child(),
            )
        grant_access(name, args.access, scope=vault.id, subscription_id=subscription_id, opts=self._child())

        self.vault_name = vault.name
        self.vault_resource_id = vault.id
        self.vault_uri = vault.properties.vault_uri.apply(str)
        self.key_resource_ids = pulumi.Output.all(**keys)
        self.register_outputs(
            {
                "vault_name": self.vault_name,
                "vault_resource_id": self.vault_resource_id,
                "vault_uri": self.vault_uri,
                "key_resource_ids": self.key_resource_ids,
            }
        )

    def _make_vault(
        self, name: str, azure_name: str, vault: KeyVaultCreate, args: KeyVaultArgs
    ) -> "keyvault.Vault":
        return keyvault.Vault(
            f"{name}-vault",
            vault_name=azure_name,
            resource_group_name=args.resource_group_name,
            location=args.location,
            properties=keyvault.VaultPropertiesArgs(
                tenant_id=authorization.get_client_config(pulumi.InvokeOptions(parent=self)).tenant_id,
                sku=keyvault.SkuArgs(family="A", name=keyvault.SkuName(vault.sku)),
                enable_rbac_authorization=True,
                enable_soft_delete=True,
                soft_delete_retention_in_days=vault.soft_delete_days,
                # Azure takes true or nothing; an explicit false is refused.
                enable_purge_protection=True if vault.purge_protection else None,
                enabled_for_deployment=False,
                enabled_for_disk_encryption=False,
                enabled_for_template_deployment=False,
                network_acls=keyvault.NetworkRuleSetArgs(
                    default_action="Deny",
                    bypass="AzureServices" if vault.trusted_services else "None",
                    ip_rules=[keyvault.IPRuleArgs(value=one) for one in vault.allowed_ip_ranges] or None,
                ),
                public_network_access="enabled" if vault.allowed_ip_ranges else "disabled",
            ),
            tags=args.tags.as_azure() if args.tags else None,
            opts=self._child(protect=args.protection == "on"),
        )

    def _make_key(self, name: str, key: str, vault: "keyvault.Vault", args: KeyVaultArgs) -> "keyvault.Key":
        """Made through the management API, which needs no access to the vault's data."""
        return keyvault.Key(
            f"{name}-{key}-key",
            key_name=key,
            vault_name=vault.name,
            resource_group_name=args.resource_group_name,
            properties=keyvault.KeyPropertiesArgs(
                kty="RSA", key_size=3072, key_ops=["encrypt", "decrypt", "wrapKey", "unwrapKey"]
            ),
            tags=args.tags.as_azure() if args.tags else None,
            opts=self._child(protect=args.protection == "on"),
        )


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a KeyVault called so names."""
    return [("keyVault", label), ("privateEndpoint", f"{label}-vault")]
