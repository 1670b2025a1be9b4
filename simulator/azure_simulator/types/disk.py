"""Microsoft.Compute/disks"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import InUse, NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig


class Disk(ResourceType):
    pulumi_type = "azure-native:compute:Disk"
    path = "…/Microsoft.Compute/disks/{diskName}"
    source = "learn.microsoft.com/rest/api/compute/disks/create-or-update (2024-03-02)"
    fixed = ("zones", "creationData.createOption", "hyperVGeneration")
    name_rule = NameRule(r"\w[\w.-]{0,79}", "1-80 letters, digits, underscores, periods and hyphens")
    defaults = given(
        {"diskState": "Unattached", "networkAccessPolicy": "AllowAll", "publicNetworkAccess": "Enabled"}
    )
    in_use = InUse(409, "OperationNotAllowed", "Disk {name} is attached to VM {user}.", LOGS)

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if dig(props, "creationData.createOption") == "Empty" and "diskSizeGB" not in props:
            yield "diskSizeGB", "Required parameter 'disk.diskSizeGB' is missing (null)."

    def create(self, put: Put) -> Mapping[str, Any]:
        size = dig(put.props, "diskSizeGB")
        before = dig(put.old.body, "diskSizeGB") if put.old else None
        if isinstance(size, int) and isinstance(before, int) and size < before:
            raise ArmError(
                409,
                "OperationNotAllowed",
                f"The disk/snapshot resource with id {put.id} cannot be resized down. Reducing disk/snapshot "
                "size is not supported in Azure to prevent data loss. If you do need to reduce the size of "
                "the disk, please create new snapshot/disks with the appropriate size. More information is "
                "available at https://aka.ms/AzureDisksFAQ",
                seen="MicrosoftDocs/azure-docs#57951 (2020-06-26); the code is ours",
            )
        return {
            "uniqueId": arm.stable_guid(put.id, "disk"),
        }
