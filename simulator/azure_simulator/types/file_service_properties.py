"""Microsoft.Storage/storageAccounts/fileServices"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig


class FileServiceProperties(ResourceType):
    pulumi_type = "azure-native:storage:FileServiceProperties"
    path = "…/Microsoft.Storage/storageAccounts/{accountName}/fileServices/{fileServicesName}"
    source = "learn.microsoft.com/rest/api/storagerp/file-services/set-service-properties (2024-01-01)"
    name_rule = NameRule("default", "File Service Name must be 'default'")
    always_there = True
    defaults = given(
        {"cors": {"corsRules": []}, "shareDeleteRetentionPolicy": {"enabled": True, "days": 7}},
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        policy = dig(props, "shareDeleteRetentionPolicy") or {}
        days = dig(policy, "days")
        if dig(policy, "enabled") and "days" not in policy:
            yield "shareDeleteRetentionPolicy.days", "an enabled retention policy needs days, 1 to 365"
        if days is not None and not 1 <= days <= 365:
            yield "shareDeleteRetentionPolicy.days", f"{days} is outside 1 to 365"

    def create(self, put: Put) -> Mapping[str, Any]:
        account = put.cloud.store.get(arm.parent_of(put.id) or "")
        return {"sku": account.body.get("sku")} if account else {}
