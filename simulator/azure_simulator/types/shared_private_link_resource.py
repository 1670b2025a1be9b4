"""Microsoft.Search/searchServices/sharedPrivateLinkResources"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig

_GROUPS: Mapping[str, tuple[str, ...]] = {
    "microsoft.storage/storageaccounts": ("blob", "table", "dfs", "file"),
    "microsoft.documentdb/databaseaccounts": ("Sql",),
    "microsoft.sql/servers": ("sqlServer",),
    "microsoft.keyvault/vaults": ("vault",),
    "microsoft.web/sites": ("sites",),
    "microsoft.cognitiveservices/accounts": ("openai_account", "cognitiveservices_account"),
}


class SharedPrivateLinkResource(ResourceType):
    pulumi_type = "azure-native:search:SharedPrivateLinkResource"
    path = (
        "…/Microsoft.Search/searchServices/{searchServiceName}/sharedPrivateLinkResources/"
        "{sharedPrivateLinkResourceName}"
    )
    source = "learn.microsoft.com/azure/search/search-indexer-howto-access-private"
    name_rule = NameRule(r"[A-Za-z0-9][\w.-]{0,59}", "1-60 letters, digits, hyphens, periods, underscores")
    defaults = given({"properties": {"provisioningState": "Succeeded", "status": "Pending"}})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        target, group = (dig(props, f"properties.{name}") for name in ("privateLinkResourceId", "groupId"))
        allowed = _GROUPS.get(arm.type_of(target).lower()) if target else None
        if allowed and group and group not in allowed:
            text = f"'{group}' is no group id of {arm.type_of(target)}: {', '.join(allowed)}"
            yield "properties.groupId", text

    def create(self, put: Put) -> Mapping[str, Any]:
        target, group = _reached(put.props)
        for other in put.cloud.children(arm.parent_of(put.id) or "", self.pulumi_type):
            if not arm.same_id(other.id, put.id) and _reached(other.body) == (target, group):
                text = f"'{arm.name_of(other.id)}' is a shared private link of that resource and group id."
                raise ArmError(409, "Conflict", text, seen=OURS)
        return {}

    def serial_with(self, id_: str) -> str | None:
        """The page and Azure/bicep-registry-modules avm/res/search/search-service make them one by one."""
        return arm.parent_of(id_)


def _reached(props: Mapping[str, Any]) -> tuple[str, str]:
    target, group = (str(dig(props, f"properties.{name}")) for name in ("privateLinkResourceId", "groupId"))
    return target.lower(), group.lower()
