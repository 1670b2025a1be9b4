"""Microsoft.KeyVault/vaults/keys"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig

_CURVES = ("P-256", "P-256K", "P-384", "P-521")


class KeyVaultKey(ResourceType):
    """The management API makes the first version of a key and writes nothing to one that exists: a PUT then
    answers 200 with the key as it is."""

    pulumi_type = "azure-native:keyvault:Key"
    path = "…/Microsoft.KeyVault/vaults/{vaultName}/keys/{keyName}"
    source = "learn.microsoft.com/rest/api/keyvault/keyvault/keys/create-if-not-exist (2024-11-01)"
    name_rule = NameRule(r"[A-Za-z0-9-]{1,127}", "1-127 letters, digits and hyphens")
    defaults = given({"attributes": {"enabled": True, "exportable": False}})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        kind = dig(props, "properties.kty")
        size, curve = dig(props, "properties.keySize"), dig(props, "properties.curveName")
        if kind is not None and kind.startswith("RSA") and size not in (None, 2048, 3072, 4096):
            yield "properties.keySize", f"{size} is no size of an RSA key: 2048, 3072 or 4096"
        if kind is not None and kind.startswith("EC") and curve not in (None, *_CURVES):
            yield "properties.curveName", f"'{curve}' is none of {', '.join(_CURVES)}"

    def create(self, put: Put) -> Mapping[str, Any]:
        vault = put.cloud.store.get(arm.parent_of(put.id) or "")
        kind = str(dig(put.props, "properties.kty"))
        if (
            vault is not None
            and kind.endswith("-HSM")
            and dig(vault.body, "properties.sku.name") != "premium"
        ):
            text = "Hardware key operation not allowed on standard vault"
            seen = "Azure/azure-sdk-for-net#6551 (2019-06-12); the code is ours"
            raise ArmError(400, "BadParameter", text, seen=seen)
        if put.old is not None:
            put.props.update({"properties": put.old.inputs["properties"], "tags": put.old.inputs.get("tags")})
        return addresses(put.id)


def addresses(id_: str) -> dict[str, str]:
    """Of a key, without and with its one version."""
    address = (
        f"https://{arm.name_of(arm.parent_of(id_) or '').lower()}.vault.azure.net/keys/{arm.name_of(id_)}"
    )
    version = arm.stable_guid(id_, "version").replace("-", "")
    return {"keyUri": address, "keyUriWithVersion": f"{address}/{version}"}
