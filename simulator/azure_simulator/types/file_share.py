"""Microsoft.Storage/storageAccounts/fileServices/shares"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig


class FileShare(ResourceType):
    pulumi_type = "azure-native:storage:FileShare"
    path = "…/Microsoft.Storage/storageAccounts/{accountName}/fileServices/default/shares/{shareName}"
    source = "learn.microsoft.com/rest/api/storagerp/file-shares/create (2024-01-01)"
    fixed = ("enabledProtocols",)
    name_rule = NameRule(
        r"(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*",
        "3-63 lowercase letters, digits and single hyphens, starting and ending with a letter or digit",
    )
    defaults = given(
        {
            "deleted": False,
            "enabledProtocols": "SMB",
            "leaseState": "available",
            "leaseStatus": "unlocked",
            "remainingRetentionDays": 0,
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        quota = dig(props, "shareQuota")
        if quota is not None and not 1 <= quota <= 102_400:
            yield "shareQuota", f"{quota} is outside 1 to 102400"
        if dig(props, "rootSquash") and dig(props, "enabledProtocols") != "NFS":
            yield "rootSquash", "goes with a share whose enabledProtocols is NFS"

    def create(self, put: Put) -> Mapping[str, Any]:
        account = put.cloud.store.get(put.id[: put.id.lower().index("/fileservices/")])
        kind = dig(account.body, "kind") if account is not None else None
        premium = kind == "FileStorage"
        answer: dict[str, Any] = {"accessTier": "Premium"} if premium else {}
        if put.props.get("enabledProtocols") == "NFS":
            answer["rootSquash"] = put.props.get("rootSquash", "NoRootSquash")
        return answer | {"etag": f'"0x{arm.stable_guid(put.id, "etag").replace("-", "")[:15].upper()}"'}

    def parent_missing(self, id_: str, parent: str) -> ArmError:  # noqa: ARG002
        return arm.not_found(parent.rpartition("/fileServices/")[0])
