"""Microsoft.KeyVault/vaults"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig
from azure_simulator.types.storage_account import private_endpoint_connections


class Vault(ResourceType):
    pulumi_type = "azure-native:keyvault:Vault"
    path = "…/Microsoft.KeyVault/vaults/{vaultName}"
    source = "learn.microsoft.com/azure/key-vault/general/soft-delete-overview"
    fixed = ("properties.tenantId",)
    name_rule = NameRule(
        r"(?!.*--)[A-Za-z][A-Za-z0-9-]{1,22}[A-Za-z0-9]",
        "3-24 letters, digits and single hyphens, starting with a letter and ending with a letter or digit",
    )
    globally_unique = True
    soft_delete = True
    defaults = given(
        {
            "properties": {
                "accessPolicies": [],
                "enableRbacAuthorization": False,
                "enableSoftDelete": True,
                "enabledForDeployment": False,
                "provisioningState": "Succeeded",
                "publicNetworkAccess": "Enabled",
                "softDeleteRetentionInDays": 90,
            }
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if dig(props, "properties.enablePurgeProtection") is False:
            yield (
                "properties.enablePurgeProtection",
                'The property "enablePurgeProtection" cannot be set to false. Enabling the purge protection '
                "for a vault is an irreversible action.",
            )
        days = dig(props, "properties.softDeleteRetentionInDays")
        if isinstance(days, int) and not 7 <= days <= 90:
            yield "properties.softDeleteRetentionInDays", f"{days} is outside 7 to 90"

    def create(self, put: Put) -> Mapping[str, Any]:
        before = put.old.body if put.old else {}
        days, new = (
            dig(before, "properties.softDeleteRetentionInDays"),
            dig(put.props, "properties.softDeleteRetentionInDays"),
        )
        if days is not None and new is not None and days != new:
            raise ArmError(
                400,
                "BadRequest",
                'The property "softDeleteRetentionInDays" has been set already and it can\'t be modified.',
                seen=LOGS,
            )
        kept: dict[str, Any] = {}
        if dig(before, "properties.enablePurgeProtection"):
            kept["enablePurgeProtection"] = True
        return {"properties": {"vaultUri": f"https://{arm.name_of(put.id).lower()}.vault.azure.net/", **kept}}

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        connections = private_endpoint_connections(cloud, resource)
        return (
            {"properties": {**resource.body["properties"], "privateEndpointConnections": connections}}
            if connections
            else {}
        )

    def name_taken(self, name: str) -> ArmError:
        return ArmError(
            409,
            "VaultAlreadyExists",
            f"The vault name '{name}' is already in use. Vault names are globally unique so it is possible "
            "that the name is already taken. If you are sure that the vault name was not taken then it is "
            "possible that a vault with the same name was recently deleted but not purged after being "
            "placed in a recoverable state. If the vault is in a recoverable state then the vault will need "
            "to be purged before reusing the name. For more information on VaultAlreadyExists, soft delete "
            "and purging a vault follow this link https://go.microsoft.com/fwlink/?linkid=2147740.",
            seen=LOGS,
        )
