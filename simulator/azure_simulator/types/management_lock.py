"""Microsoft.Authorization/locks: gate.py refuses what they stop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.cloud.values import dig


class ManagementLock(ResourceType):
    pulumi_type = "azure-native:authorization:ManagementLockByScope"
    path = "/{scope}/providers/Microsoft.Authorization/locks/{lockName}"
    source = "learn.microsoft.com/azure/azure-resource-manager/management/lock-resources"
    auto_name = "random"
    ignored_references = frozenset({"scope"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        notes = dig(props, "notes")
        if isinstance(notes, str) and len(notes) > 512:
            yield "notes", f"has {len(notes)} characters: 512 at most"

    def create(self, put: Put) -> Mapping[str, Any]:
        target = arm.parent_of(put.id) or ""
        if not put.cloud.exists(target):
            raise self.parent_missing(put.id, target)
        return {"name": arm.name_of(put.id), "type": "Microsoft.Authorization/locks"}

    def parent_missing(self, id_: str, parent: str) -> ArmError:  # noqa: ARG002
        return arm.not_found(parent)
