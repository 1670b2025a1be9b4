"""Microsoft.KeyVault/vaults/secrets"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig


class KeyVaultSecret(ResourceType):
    """The value is never given back, so a refresh sees no change of it. The provider deletes a secret over
    the vault's own door, and its name stays taken until it is purged."""

    pulumi_type = "azure-native:keyvault:Secret"
    path = "…/Microsoft.KeyVault/vaults/{vaultName}/secrets/{secretName}"
    source = "learn.microsoft.com/rest/api/keyvault/keyvault/secrets/create-or-update (2024-11-01)"
    name_rule = NameRule(r"[A-Za-z0-9-]{1,127}", "1-127 letters, digits and hyphens")
    soft_delete = True
    defaults = given({"properties": {"attributes": {"enabled": True}}})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        begin, end = (
            dig(props, "properties.attributes.notBefore"),
            dig(props, "properties.attributes.expires"),
        )
        if isinstance(begin, int) and isinstance(end, int) and end <= begin:
            yield "properties.attributes.expires", f"{end} is not after notBefore, {begin}"

    def create(self, put: Put) -> Mapping[str, Any]:
        name = arm.name_of(put.id)
        if put.old is None and any(
            arm.same_id(old.id, put.id) for old in put.cloud.store.buried(self.pulumi_type)
        ):
            raise ArmError(
                409,
                "Conflict",
                f"Secret {name} is currently in a deleted but recoverable state, and its name cannot be "
                "reused; in this state, the secret can only be recovered or purged.",
                seen=LOGS,
            )
        put.props["properties"] = {
            key: value for key, value in put.props["properties"].items() if key != "value"
        }
        address = f"https://{arm.name_of(arm.parent_of(put.id) or '').lower()}.vault.azure.net/secrets/{name}"
        revision = put.old.revision if put.old else 0
        version = arm.stable_guid(put.id, "version", str(revision)).replace("-", "")
        return {"properties": {"secretUri": address, "secretUriWithVersion": f"{address}/{version}"}}
