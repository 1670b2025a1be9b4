"""Microsoft.StorageCache/amlFilesystems/importJobs"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.types.shared.lustre_jobs import JOB_NAME, JOB_NAME_TEXT, check_job


class LustreImportJob(ResourceType):
    pulumi_type = "azure-native:storagecache:ImportJob"
    path = "…/Microsoft.StorageCache/amlFilesystems/{amlFilesystemName}/importJobs/{importJobName}"
    source = "learn.microsoft.com/azure/azure-managed-lustre/create-import-job"
    replaces = frozenset({"location"})
    fixed = ("importPrefixes", "conflictResolutionMode", "maximumErrors")
    name_rule = NameRule(JOB_NAME, JOB_NAME_TEXT)
    defaults = given({"conflictResolutionMode": "Fail", "maximumErrors": 0})

    def create(self, put: Put) -> Mapping[str, Any]:
        check_job(put)
        return {"provisioningState": "Succeeded", "state": "Completed"}
