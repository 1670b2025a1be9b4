"""Microsoft.Compute/diskEncryptionSets"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import USED, NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.role_holders import has_role

_VERSION = re.compile(r"(https://[^/]+/keys/[^/]+)/[0-9a-f]{32}")
_OPENS = (
    BuiltInRole.KEY_VAULT_ADMINISTRATOR.guid,
    BuiltInRole.KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER.guid,
    BuiltInRole.KEY_VAULT_CRYPTO_USER.guid,
)
"""Roles that get, wrap and unwrap keys."""


class DiskEncryptionSet(ResourceType):
    """With the version of a key that it names; no later one comes by itself."""

    pulumi_type = "azure-native:compute:DiskEncryptionSet"
    path = "…/Microsoft.Compute/diskEncryptionSets/{diskEncryptionSetName}"
    source = "learn.microsoft.com/rest/api/compute/disk-encryption-sets/create-or-update (2024-03-02)"
    fixed = ("encryptionType",)
    name_rule = NameRule(r"[\w-]{1,80}", "1-80 letters, digits, underscores and hyphens")
    defaults = given(
        {"encryptionType": "EncryptionAtRestWithCustomerKey", "rotationToLatestKeyVersionEnabled": False}
    )
    in_use = USED

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        url = dig(props, "activeKey.keyUrl")
        if isinstance(url, str) and not _VERSION.fullmatch(url):
            yield "activeKey.keyUrl", f"{url} names no version of a key, and has to"

    def create(self, put: Put) -> Mapping[str, Any]:
        url = str(dig(put.props, "activeKey.keyUrl"))
        for key in put.cloud.store.of_token("azure-native:keyvault:Key"):
            if f"{dig(key.body, 'keyUri')}/" == f"{url.rpartition('/')[0]}/":
                _check_access(put, url, key.id)
        return {}


def _check_access(put: Put, url: str, key_id: str) -> None:
    """By its vault's network, and by the roles of who opens it."""
    vault = put.cloud.store.get(arm.parent_of(key_id) or "")
    network = dig(vault.body, "properties.networkAcls") if vault is not None else None
    is_closed = dig(network or {}, "defaultAction") == "Deny" and dig(network, "bypass") != "AzureServices"
    for identity in dig(put.props, "identity.userAssignedIdentities") or ():
        if is_closed or not has_role(put.cloud, str(identity), key_id, _OPENS):
            raise ArmError(
                400,
                "KeyVaultAccessForbidden",
                f"Unable to access key vault resource '{url}' to enable encryption at rest. Please grant "
                f"get, wrap and unwrap key permissions to user-assigned identity '{identity}'. Please visit "
                "https://aka.ms/keyvaultaccessssecmk for more information.",
                seen=LOGS,
            )
