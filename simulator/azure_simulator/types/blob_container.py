"""Microsoft.Storage/storageAccounts/blobServices/containers"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig


class BlobContainer(ResourceType):
    pulumi_type = "azure-native:storage:BlobContainer"
    path = "…/Microsoft.Storage/storageAccounts/{accountName}/blobServices/default/containers/{containerName}"
    source = "learn.microsoft.com/rest/api/storagerp/blob-containers/create (2024-01-01)"
    fixed = ("immutableStorageWithVersioning.enabled",)
    name_rule = NameRule(
        r"(?=.{3,63}$)(\$root|\$web|[a-z0-9]+(-[a-z0-9]+)*)",
        "3-63 lowercase letters, digits and single hyphens, starting and ending with a letter or digit",
    )
    defaults = given(
        {
            "defaultEncryptionScope": "$account-encryption-key",
            "deleted": False,
            "denyEncryptionScopeOverride": False,
            "hasImmutabilityPolicy": False,
            "hasLegalHold": False,
            "leaseState": "Available",
            "leaseStatus": "Unlocked",
            "legalHold": {"hasLegalHold": False, "tags": []},
            "publicAccess": "None",
            "remainingRetentionDays": 0,
        }
    )

    def create(self, put: Put) -> Mapping[str, Any]:
        account = put.cloud.store.get(put.id[: put.id.lower().index("/blobservices/")])
        public = str(put.props.get("publicAccess", "None")) != "None"
        if account is not None and public and not dig(account.body, "allowBlobPublicAccess"):
            raise ArmError(
                409,
                "PublicAccessNotPermitted",
                "Public access is not permitted on this storage account.",
                seen=f"{LOGS}, of reading a blob",
            )
        return {"etag": f'"0x{arm.stable_guid(put.id, "etag").replace("-", "")[:15].upper()}"'}

    def parent_missing(self, id_: str, parent: str) -> ArmError:  # noqa: ARG002
        return arm.not_found(parent.rpartition("/blobServices/")[0])
