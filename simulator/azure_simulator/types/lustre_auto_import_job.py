"""Microsoft.StorageCache/amlFilesystems/autoImportJobs"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone.catalog import single_facts
from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.lustre_jobs import JOB_NAME, JOB_NAME_TEXT, check_job

_MOST_PREFIXES = single_facts.whole("lustreImportPrefixes")
_LEAST_DAYS = 7


class LustreAutoImportJob(ResourceType):
    pulumi_type = "azure-native:storagecache:AutoImportJob"
    path = "…/Microsoft.StorageCache/amlFilesystems/{amlFilesystemName}/autoImportJobs/{autoImportJobName}"
    source = "learn.microsoft.com/azure/azure-managed-lustre/auto-import (2026-01-21)"
    replaces = frozenset({"location"})
    fixed = ("autoImportPrefixes", "conflictResolutionMode", "enableDeletions", "maximumErrors")
    name_rule = NameRule(JOB_NAME, JOB_NAME_TEXT)
    defaults = given({"adminStatus": "Enable", "conflictResolutionMode": "Skip", "enableDeletions": False})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        prefixes = props.get("autoImportPrefixes")
        if isinstance(prefixes, list) and len(prefixes) > _MOST_PREFIXES:
            yield "autoImportPrefixes", f"{len(prefixes)} prefixes; Azure takes {_MOST_PREFIXES}"

    def create(self, put: Put) -> Mapping[str, Any]:
        check_job(put)
        file_system = put.cloud.store.get(arm.parent_of(put.id) or "")
        container = str(dig(file_system.body if file_system else {}, "hsm.settings.container"))
        account_id = container.lower().partition("/blobservices/")[0]
        service = put.cloud.get(f"{account_id}/blobServices/default")
        feed = dig(service.body if service else {}, "changeFeed") or {}
        days = feed.get("retentionInDays")
        if not feed.get("enabled") or (days is not None and days < _LEAST_DAYS):
            text = (
                f"The change feed of {arm.name_of(account_id)} has to be on and to keep its logs for at "
                f"least {_LEAST_DAYS} days."
            )
            raise ArmError(400, "BadRequest", text, seen=OURS)
        return {"provisioningState": "Succeeded", "state": "InProgress"}
