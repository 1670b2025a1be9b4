"""Microsoft.StorageCache/amlFilesystems/autoExportJobs"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.types.shared.lustre_jobs import JOB_NAME, JOB_NAME_TEXT, check_job


class LustreAutoExportJob(ResourceType):
    pulumi_type = "azure-native:storagecache:AutoExportJob"
    path = "…/Microsoft.StorageCache/amlFilesystems/{amlFilesystemName}/autoExportJobs/{autoExportJobName}"
    source = "learn.microsoft.com/azure/azure-managed-lustre/auto-export (2026-01-21)"
    replaces = frozenset({"location"})
    fixed = ("autoExportPrefixes",)
    name_rule = NameRule(JOB_NAME, JOB_NAME_TEXT)
    defaults = given({"adminStatus": "Enable"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        prefixes = props.get("autoExportPrefixes")
        if isinstance(prefixes, list) and len(prefixes) > 1:
            yield "autoExportPrefixes", f"{len(prefixes)} prefixes; Azure takes one"

    def create(self, put: Put) -> Mapping[str, Any]:
        check_job(put)
        return {"provisioningState": "Succeeded", "state": "InProgress"}
