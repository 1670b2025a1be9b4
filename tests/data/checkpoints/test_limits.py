"""Every limit of a checkpoint store has its sentence, at its path."""

from typing import Any

import pytest

from azure_ai_landing_zone import AccessGrant, BuiltInRole, CheckpointStoreArgs, SettingsError
from helpers.checkpoints import BASE, PLACE

LIMITS: dict[str, tuple[dict[str, Any], str]] = {
    "tiering on premium": (
        {"account_sku": "Premium_LRS", "retention_days": 90, "cool_after_days": 30},
        "cool_after_days: Premium_LRS has no access tiers, only deletion: leave it out, or take a Standard_ "
        "`account_sku`",
    ),
    "archive on ZRS": (
        {"retention_days": 365, "archive_after_days": 30},
        "archive_after_days: Standard_ZRS has no archive tier: leave it out, or take `account_sku` "
        "Standard_LRS or Standard_GRS",
    ),
    "a tier that costs more than it saves": (
        {"cool_after_days": 7},
        "cool_after_days: 7 leaves 7 days in the cool tier before deletion after 14, and Azure bills at "
        "least 30: leave it out, or let deletion come after 37 days",
    ),
    "index tags with folders": (
        {"hierarchical_namespace": True, "dfs_private_endpoint": PLACE},
        "marked_by: a hierarchical namespace has no blob index tags: take prefixes, which a job changes by "
        "renaming, or leave `hierarchical_namespace` out",
    ),
    "folders without their endpoint": (
        {"hierarchical_namespace": True, "marked_by": "prefixes"},
        "dfs_private_endpoint: missing: clients of a hierarchical namespace come in by blob and dfs",
    ),
    "an endpoint for folders that aren't there": (
        {"dfs_private_endpoint": PLACE},
        "dfs_private_endpoint: leads nowhere without `hierarchical_namespace`: leave it out",
    ),
    "longer immutable than kept": (
        {"immutable_days": 30},
        "immutable_days: must be at most `retention_days`, 14, got 30: a lifecycle rule can't delete what is "
        "immutable",
    ),
    "immutable and moved": (
        {"immutable_days": 7, "marked_by": "prefixes"},
        "immutable_days: what is immutable can't be moved to another prefix for that long, so that nothing "
        "could be let go: mark by tags",
    ),
    "not written in time": (
        {"parameters": 405_000_000_000, "bytes_per_parameter": 14},
        "interval_minutes: 5,670 GB take 30.2 minutes to write at 25 Gb/s, and the next checkpoint begins "
        "after 30: write less often, or raise `write_gbps` if account and nodes take more",
    ),
    "more than an account holds": (
        {"parameters": 70_000_000_000, "bytes_per_parameter": 14, "retention_days": 365},
        "retention_days: 17,265 TB would be kept at the same time, and an account holds 5,629: keep them for "
        "fewer days, or write less often",
    ),
    "the size said twice": (
        {"bytes_per_parameter": 2, "precision": "bf16"},
        "bytes_per_parameter: says the same as `precision` and `optimizer_state`: give the one or the others",
    ),
    "nothing kept": ({"keep_last": 0}, "keep_last: must be at least 1, got 0"),
    "soft delete out of range": (
        {"soft_delete_days": 366},
        "soft_delete_days: must be at most 365, got 366",
    ),
    "versions": (
        {"versioning": True},
        "versioning: every version would keep what the lifecycle deletes, at full price: leave it out",
    ),
    "point-in-time restore": (
        {"point_in_time_restore": True},
        "point_in_time_restore: it needs versions, which would keep what the lifecycle deletes, at full "
        "price: leave it out",
    ),
    "object replication": (
        {"object_replication": "westus"},
        "object_replication: it needs versions, which would keep what the lifecycle deletes, at full price: "
        "leave it out; for a copy in the paired region take `account_sku` Standard_GRS or Standard_GZRS",
    ),
    "change feed": (
        {"change_feed": True},
        "change_feed: nothing here reads it, and it is billed for every checkpoint: leave it out",
    ),
    "last access": (
        {"last_access_tracking": True},
        "last_access_tracking: checkpoints are tiered by age, and tracking is billed: leave it out",
    ),
    "a role that is no blob role": (
        {
            "access": [
                AccessGrant(key="x", principal_id="p", role=BuiltInRole.STORAGE_FILE_DATA_PRIVILEGED_READER)
            ]
        },
        "access[0].role: must be a Storage Blob Data role, got Storage File Data Privileged Reader",
    ),
}
"""Every limit of a checkpoint store that a user can meet, with the sentence it gets."""


@pytest.mark.parametrize("limit", LIMITS)
def test_each_limit_has_its_sentence(limit: str) -> None:
    changes, sentence = LIMITS[limit]
    with pytest.raises(SettingsError) as raised:
        CheckpointStoreArgs(**(BASE | changes))
    assert str(raised.value) == f"1 problem in the arguments of CheckpointStoreArgs:\n  {sentence}"
