"""KeyVault: secrets, keys and certificates behind role assignments and a private endpoint."""

from typing import Annotated, Any, Literal

import pulumi
from pulumi_azure_native import resources
from pydantic import Field, StrictBool, StrictInt, model_validator

from azure_ai_landing_zone.access.encryption_key import KEY_VAULT_API_VERSION, EncryptionKey
from azure_ai_landing_zone.access.identity import ManagedIdentity
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.grants import access_problems, part_access_problems
from azure_ai_landing_zone.core.model import (
    AccessGrant,
    Input,
    Model,
    PrivateEndpointPlace,
    Protection,
    matching,
    refuse,
    resource_id_of,
)
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.address_ranges import AllowedIpRange

RESOURCE_TYPE = "Microsoft.KeyVault/vaults"

VaultName = Annotated[str, matching(r"[A-Za-z][A-Za-z0-9-]{1,22}[A-Za-z0-9]", "a vault's name, not its URL")]

SecretName = Annotated[str, matching(r"[A-Za-z0-9-]{1,127}", "a secret's name")]

_DOMAINS = {"usgov": "vault.usgovcloudapi.net", "usdod": "vault.usgovcloudapi.net", "china": "vault.azure.cn"}
"""Of vaults, by how the regions of a cloud begin; vault.azure.net in all others.
Source: learn.microsoft.com/azure/key-vault/general/about-keys-secrets-certificates, 2026-11-22."""

_FILLED_IN_BY_AZURE = ("hsmPoolResourceId", "privateEndpointConnections", "provisioningState", "vaultUri")
"""Properties that Azure fills in; a refresh takes them for ours, since a general resource has no types, and a
later write sends them back as Azure gave them, as `az resource update` does.
Source: Azure/bicep-types-az generated/keyvault/microsoft.keyvault/2026-02-01, 2026-08-20."""

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
    """RSA keys to encrypt with, such as Pulumi's secrets provider takes. One that is taken out stays in the
    vault: the management API deletes none."""
    key_rotation_days: dict[KeyName, Annotated[StrictInt, Field(ge=7)]] = Field(default={})
    """By name of a key: Azure makes a new version of it after so many days, two years at most by its own
    advice; old versions stay, and open what they closed. Said to Azure when the key is made, and never again:
    of a key that is there `az keyvault key rotation-policy update` changes it. Not for keys of Pulumi's
    secrets provider. Source: MicrosoftDocs/azure-docs:articles/key-vault/keys/
    how-to-configure-key-rotation.md, 2026-11-23."""
    trusted_services: StrictBool = False
    """Lets in Azure's own services on Microsoft's list, such as disk encryption sets."""
    allowed_ip_ranges: list[AllowedIpRange] = Field(default=[], max_length=1000)
    """Public addresses that get in. None: public access is off altogether."""

    @model_validator(mode="after")
    def _check_rotation(self) -> "KeyVaultCreate":
        there = ", ".join(self.keys) or "none"
        found = [
            Problem(("key_rotation_days", name), f"no key is called so: there are {there}")
            for name in self.key_rotation_days
            if name not in self.keys
        ]
        refuse(KeyVaultCreate, found)
        return self


class KeyVaultExisting(Model):
    """A vault that someone else answers for: only role assignments and an endpoint are added."""

    mode: Literal["existing"]
    """Taken over."""
    vault_resource_id: Annotated[str, resource_id_of(RESOURCE_TYPE)]
    """Full id; its data has to be under Azure RBAC. Nothing of it is read."""


KeyVaultChoice = Annotated[KeyVaultCreate | KeyVaultExisting, Field(discriminator="mode")]


class KeyVaultArgs(ComponentArgs):
    """What a KeyVault is made of."""

    vault: KeyVaultChoice = KeyVaultCreate(mode="create")
    """Made here, or taken over."""
    private_endpoint: PrivateEndpointPlace | None = None
    """The way in; its zone is privatelink.vaultcore.azure.net. Left out: something else makes it."""
    access: list[AccessGrant] = Field(default=[])
    """Who may do what: roles on it, nothing wider."""
    secret_access: dict[SecretName, list[AccessGrant]] = Field(default={})
    """Who may do what to one secret of it, by the secret's name: roles on that one alone, for what others
    must not read with it. Azure advises a vault of its own where it is more than that. Source:
    MicrosoftDocs/azure-security-docs:articles/key-vault/general/rbac-guide.md (secret scope role
    assignment), 2026-11-23."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of its logs and metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace what holds data; `locked`: and Azure to delete it."""

    @model_validator(mode="after")
    def _check_access(self) -> "KeyVaultArgs":
        found = [
            *access_problems(self.access, RESOURCE_TYPE),
            *part_access_problems("secret_access", self.secret_access, RESOURCE_TYPE),
        ]
        refuse(KeyVaultArgs, found)
        return self


class KeyVault(Component):
    """A vault whose data is under Azure RBAC, with no access policies and no public way in.

    Written as ARM does, since pulumi-azure-native 3.29 makes vaults with a version of the API that Azure
    retires on 2027-02-27. What a vault may have is the same in the newer one, and all that Azure would choose
    by itself is said here. Keys are made by a deployment: of what lies inside another resource the provider
    can't see whether it exists already, in a version that it doesn't know, and refuses to make it
    (github.com/pulumi/pulumi-azure-native/issues/4109; CanCreate in client_azcore.go, read 2026-11-22); and
    the management API can't delete a key, so that it stays as long as its vault. Sources:
    learn.microsoft.com/azure/key-vault/general/migrate-api-version and access-control-default, 2026-11-22;
    Azure/bicep-types-az generated/keyvault/microsoft.keyvault/2026-02-01, 2026-08-20.
    """

    vault_name: pulumi.Output[str]
    vault_resource_id: pulumi.Output[str]
    vault_uri: pulumi.Output[str]
    """Such as https://<vault>.vault.azure.net/; resolves inside the network."""
    key_resource_ids: pulumi.Output[dict[str, str]]
    """Full ids of the keys made here, by name: the narrowest scope of a role on keys."""

    def __init__(self, name: str, args: KeyVaultArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics, protection=args.protection)
        keys: dict[str, pulumi.Output[str]] = {}
        if isinstance(args.vault, KeyVaultExisting):
            vault_id: Input[str] = args.vault.vault_resource_id
            vault_name = pulumi.Output.from_input(args.vault.vault_resource_id.rsplit("/", 1)[-1])
        else:
            vault = _make_vault(making, args.vault)
            vault_id, vault_name = vault.id, vault.name
            making.lock(vault_id, "vault")
            if args.vault.keys:
                keys = _make_keys(making, vault, args.vault)
            making.watch(vault_id, RESOURCE_TYPE)
        making.endpoint(args.private_endpoint, vault_id, "vault")
        self.roles_assigned_on: list[Input[str]] = [
            one.created_on.apply(str) for one in making.grant(args.access, vault_id)
        ]
        making.grant_parts(args.secret_access, vault_id, "secrets")
        self.vault_name = vault_name
        self.vault_resource_id = pulumi.Output.from_input(vault_id)
        self.vault_uri = vault_name.apply(lambda known: vault_uri(known, args.location))
        self.key_resource_ids = pulumi.Output.all(**keys).apply(dict)  # none of none is a list
        self._end()

    def encryption_key(self, key_name: str, opener: ManagedIdentity) -> EncryptionKey:
        """One of its keys, for what is encrypted with it; its roles are part of the vault."""
        return EncryptionKey(
            key_vault_uri=self.vault_uri,
            key_vault_resource_id=self.vault_resource_id,
            key_name=key_name,
            identity_resource_id=opener.identity_resource_id,
            client_id=opener.client_id,
            roles_assigned_on=[*self.roles_assigned_on],
        )


def _make_vault(making: Making, vault: KeyVaultCreate) -> "resources.Resource":
    properties: dict[str, Any] = {
        "tenantId": making.tenant_id,
        "sku": {"family": "A", "name": vault.sku},
        "accessPolicies": [],
        "enableRbacAuthorization": True,
        "enableSoftDelete": True,
        "softDeleteRetentionInDays": vault.soft_delete_days,
        "enabledForDeployment": False,
        "enabledForDiskEncryption": False,
        "enabledForTemplateDeployment": False,
        "networkAcls": {
            "defaultAction": "Deny",
            "bypass": "AzureServices" if vault.trusted_services else "None",
            "ipRules": [{"value": one} for one in vault.allowed_ip_ranges],
            "virtualNetworkRules": [],
        },
        "publicNetworkAccess": "enabled" if vault.allowed_ip_ranges else "disabled",
    }
    if vault.purge_protection:  # Azure takes true or nothing; an explicit false is refused
        properties["enablePurgeProtection"] = True
    return resources.Resource(
        f"{making.name}-vault",
        resource_provider_namespace="Microsoft.KeyVault",
        parent_resource_path="",
        resource_type="vaults",
        resource_name_=making.azure_name("keyVault"),
        api_version=KEY_VAULT_API_VERSION,
        properties=properties,
        opts=making.keeper(ignore_changes=[f"properties.{one}" for one in _FILLED_IN_BY_AZURE]),
        **making.place,
    )


def _make_keys(
    making: Making, vault: "resources.Resource", settings: KeyVaultCreate
) -> dict[str, pulumi.Output[str]]:
    """Full ids by name. Made through the management API, which needs no access to the vault's data, makes
    the first version of a key, and writes nothing to one that is there: learn.microsoft.com/rest/api/
    keyvault/keyvault/keys/create-if-not-exist."""
    azure_name = making.azure_name("keyVault")
    made: list[dict[str, Any]] = [
        {
            "type": f"{RESOURCE_TYPE}/keys",
            "apiVersion": KEY_VAULT_API_VERSION,
            "name": f"{azure_name}/{key}",
            "tags": making.tags or {},
            "properties": {
                "kty": "RSA",
                "keySize": 3072,
                "keyOps": ["encrypt", "decrypt", "wrapKey", "unwrapKey"],
                **_rotation(settings.key_rotation_days.get(key)),
            },
        }
        for key in settings.keys
    ]
    deployment = making.deployment("keys", "keyVault", made, depends_on=[vault])
    holder = pulumi.Output.all(vault.id, deployment.id).apply(lambda ids: str(ids[0]))
    return {key: pulumi.Output.concat(holder, "/keys/", key) for key in settings.keys}


def _rotation(days: int | None) -> dict[str, Any]:
    """Versions don't expire: one that nobody renewed in time would close what it opens."""
    if days is None:
        return {}
    trigger = {"timeAfterCreate": f"P{days}D"}
    return {"rotationPolicy": {"lifetimeActions": [{"trigger": trigger, "action": {"type": "rotate"}}]}}


def vault_uri(vault_name: str, location: str) -> str:
    """Such as https://<vault>.vault.azure.net/, in the cloud that the region belongs to."""
    domain = next((one for start, one in _DOMAINS.items() if location.startswith(start)), "vault.azure.net")
    return f"https://{vault_name.lower()}.{domain}/"


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a KeyVault called so names."""
    return [("keyVault", label), ("privateEndpoint", f"{label}-vault")]
