"""Microsoft.Storage/storageAccounts/blobServices"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.storage_features import not_supported

_NOT_WITH_HNS = {
    "isVersioningEnabled": "Versioning",
    "changeFeed": "ChangeFeed",
    "restorePolicy": "RestorePolicy",
}


class BlobServiceProperties(ResourceType):
    pulumi_type = "azure-native:storage:BlobServiceProperties"
    path = "…/Microsoft.Storage/storageAccounts/{accountName}/blobServices/{blobServicesName}"
    source = (
        "learn.microsoft.com/azure/storage/blobs/storage-feature-support-in-storage-accounts (2023-07-28)"
    )
    name_rule = NameRule("default", "Blob Service Name must be 'default'")
    always_there = True
    defaults = given(
        {
            "cors": {"corsRules": []},
            "deleteRetentionPolicy": {"allowPermanentDelete": False, "enabled": False},
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        for name in ("deleteRetentionPolicy", "containerDeleteRetentionPolicy"):
            policy = dig(props, name) or {}
            days = dig(policy, "days")
            if dig(policy, "enabled") and "days" not in policy:
                yield f"{name}.days", "an enabled retention policy needs days, 1 to 365"
            if days is not None and not 1 <= days <= 365:
                yield f"{name}.days", f"{days} is outside 1 to 365"
        if dig(props, "restorePolicy.enabled"):
            yield from _restore_problems(props)

    def create(self, put: Put) -> Mapping[str, Any]:
        account = put.cloud.store.get(arm.parent_of(put.id) or "")
        if account is not None and dig(account.body, "isHnsEnabled"):
            for name, feature in _NOT_WITH_HNS.items():
                sent = put.props.get(name)
                if sent is True or dig(sent, "enabled") is True:
                    raise not_supported(feature)
        return {"sku": account.body.get("sku")} if account else {}


def _restore_problems(props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if not props.get("isVersioningEnabled", False) or not dig(props, "changeFeed.enabled"):
        yield "restorePolicy", "point-in-time restore needs versioning and the change feed"
    restore, delete = dig(props, "restorePolicy.days"), dig(props, "deleteRetentionPolicy.days")
    if restore is not None and delete is not None and restore >= delete:
        yield (
            "restorePolicy.days",
            f"{restore} must be less than the {delete} days that deleted blobs are kept",
        )
