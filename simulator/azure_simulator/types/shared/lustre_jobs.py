"""What Azure refuses of every job between a Lustre file system and its blob container."""

from __future__ import annotations

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import Put
from azure_simulator.cloud.values import dig

JOB_NAME = r"[0-9a-zA-Z][-0-9a-zA-Z_]{0,78}[0-9a-zA-Z]"
JOB_NAME_TEXT = "2-80 letters, digits, underscores and hyphens, starting and ending with a letter or digit"

AUTOMATIC = ("azure-native:storagecache:AutoExportJob", "azure-native:storagecache:AutoImportJob")
"""Jobs that go on until they are disabled; others are done at once here, where no blobs are."""


def check_job(put: Put) -> None:
    """Raises ArmError 400 without a container, 409 while an automatic job runs."""
    parent = arm.parent_of(put.id) or ""
    file_system = put.cloud.store.get(parent)
    if file_system is not None and dig(file_system.body, "hsm.settings.container") is None:
        text = f"The file system {arm.name_of(parent)} has no blob container."
        raise ArmError(400, "BadRequest", text, seen=OURS)
    if put.old is not None:
        return
    for token in AUTOMATIC:
        for job in put.cloud.children(parent, token):
            if not arm.same_id(job.id, put.id) and job.body.get("adminStatus", "Enable") == "Enable":
                text = (
                    f"Job {arm.name_of(job.id)} is running: only one job between a file system and its "
                    "container runs at a time."
                )
                raise ArmError(409, "Conflict", text, seen=OURS)
