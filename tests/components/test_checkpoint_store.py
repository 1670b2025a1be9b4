"""A checkpoint store has no keys, no public way in, and forgets in time."""

from typing import Any

import pulumi
import pytest

from azure_ai_landing_zone import (
    AccessGrant,
    BuiltInRole,
    CheckpointStore,
    CheckpointStoreArgs,
    Naming,
    PrivateEndpointPlace,
    SettingsError,
)
from registered import SUBSCRIPTION, Registered, register

NAMING = Naming(suffix="x1")


PLACE = PrivateEndpointPlace(subnet_resource_id="/subnet", private_dns_zone_resource_ids=["/zone"])
BASE: dict[str, Any] = {
    "location": "eastus",
    "naming": NAMING,
    "resource_group_name": "rg",
    "parameters": 7_000_000_000,
    "retention_days": 14,
    "private_endpoint": PLACE,
    "access": [
        AccessGrant(key="nodes", principal_id="p1", role=BuiltInRole.STORAGE_BLOB_DATA_OWNER),
        AccessGrant(
            key="people",
            principal_id="p2",
            role=BuiltInRole.STORAGE_BLOB_DATA_READER,
            principal_type="Group",
        ),
    ],
}


def store(**changes: Any) -> Registered:
    return register(lambda: CheckpointStore("checkpoints", CheckpointStoreArgs(**(BASE | changes))))


@pytest.mark.parametrize(("keep", "expected"), [("false", 2), ("true", 45)])
def test_version_aliases_are_dropped_unless_asked_for(keep: str, expected: int) -> None:
    """Of a private endpoint only that of its renamed type stays, with the one that Pulumi makes of its
    name."""
    pulumi.runtime.set_all_config({"azure-ai-landing-zone:keepApiVersionAliases": keep})
    try:
        assert store().aliases["checkpoints-blob-private-endpoint"] == expected
    finally:
        pulumi.runtime.set_all_config({})


def test_store_has_no_keys_and_no_public_way_in() -> None:
    made = store()
    assert made.azure == [
        ("authorization:RoleAssignment", "checkpoints-nodes-access"),
        ("authorization:RoleAssignment", "checkpoints-people-access"),
        ("network:PrivateDnsZoneGroup", "checkpoints-blob-zone-group"),
        ("network:PrivateEndpoint", "checkpoints-blob-private-endpoint"),
        ("storage:BlobContainer", "checkpoints-container"),
        ("storage:BlobServiceProperties", "checkpoints-blob-service"),
        ("storage:ManagementPolicy", "checkpoints-lifecycle"),
        ("storage:StorageAccount", "checkpoints-account"),
    ]
    assert made.inputs["checkpoints-account"] == {
        "accessTier": "Hot",
        "accountName": "staicheckpointsx1",
        "allowBlobPublicAccess": False,
        "allowCrossTenantReplication": False,
        "allowSharedKeyAccess": False,
        "defaultToOAuthAuthentication": True,
        "enableHttpsTrafficOnly": True,
        "isLocalUserEnabled": False,
        "isSftpEnabled": False,
        "kind": "StorageV2",
        "location": "eastus",
        "minimumTlsVersion": "TLS1_2",
        "networkRuleSet": {"bypass": "None", "defaultAction": "Deny"},
        "publicNetworkAccess": "Disabled",
        "resourceGroupName": "rg",
        "sku": {"name": "Standard_ZRS"},
    }
    assert made.inputs["checkpoints-lifecycle"]["policy"] == {
        "rules": [
            {
                "definition": {
                    "actions": {"baseBlob": {"delete": {"daysAfterModificationGreaterThan": 14}}},
                    "filters": {
                        "blobIndexMatch": [{"name": "checkpoint", "op": "==", "value": "let-go"}],
                        "blobTypes": ["blockBlob"],
                        "prefixMatch": ["checkpoints/"],
                    },
                },
                "enabled": True,
                "name": "let-go",
                "type": "Lifecycle",
            }
        ]
    }
    assert made.protected == {"checkpoints-account", "checkpoints-container"}


def test_store_without_protection() -> None:
    assert store(protection="off").protected == set()


def test_premium_store_has_no_tiers() -> None:
    account = store(account_sku="Premium_LRS").inputs["checkpoints-account"]
    assert (account["kind"], account.get("accessTier")) == ("BlockBlobStorage", None)


def test_store_tiers() -> None:
    made = store(retention_days=200, cool_after_days=1, cold_after_days=31).inputs["checkpoints-lifecycle"]
    let_go, best = (rule["definition"]["actions"]["baseBlob"] for rule in made["policy"]["rules"])
    assert best == {
        "tierToCold": {"daysAfterModificationGreaterThan": 31},
        "tierToCool": {"daysAfterModificationGreaterThan": 1},
    }
    assert let_go == best | {"delete": {"daysAfterModificationGreaterThan": 200}}


def test_folders_bring_a_second_endpoint_and_rules_by_prefix() -> None:
    place = PrivateEndpointPlace(subnet_resource_id="/subnet", private_dns_zone_resource_ids=["/dfs"])
    made = store(hierarchical_namespace=True, marked_by="prefixes", dfs_private_endpoint=place)
    assert made.inputs["checkpoints-account"]["isHnsEnabled"] is True
    assert [name for type_, name in made.azure if type_ == "network:PrivateEndpoint"] == [
        "checkpoints-blob-private-endpoint",
        "checkpoints-dfs-private-endpoint",
    ]
    rule = made.inputs["checkpoints-lifecycle"]["policy"]["rules"][0]
    assert rule["definition"]["filters"] == {
        "blobTypes": ["blockBlob"],
        "prefixMatch": ["checkpoints/let-go/"],
    }


def test_immutability_on_request() -> None:
    made = store(immutable_days=7)
    assert made.inputs["checkpoints-immutability"] == {
        "accountName": "checkpoints-account",
        "allowProtectedAppendWrites": False,
        "containerName": "checkpoints-container",
        "immutabilityPeriodSinceCreationInDays": 7,
        "immutabilityPolicyName": "default",
        "resourceGroupName": "rg",
    }


def test_what_the_store_tells() -> None:
    outputs: dict[str, Any] = {}

    def program() -> None:
        args = dict(BASE, immutable_days=7, run_hours=72)
        made = CheckpointStore("checkpoints", CheckpointStoreArgs(**args))
        for name in ("peak_tb", "write_seconds", "marks", "lock_command", "growth"):
            getattr(made, name).apply(lambda value, name=name: outputs.update({name: value}))

    register(program)
    growth = outputs.pop("growth")
    assert [point for point in growth if point["hours"] == 72] == [{"hours": 72.0, "tb": 4.032}]
    policy = "--container-name checkpoints --account-name checkpoints-account --resource-group rg"
    command = "az storage container immutability-policy"
    assert outputs == {
        "peak_tb": 4.032,
        "write_seconds": 8.96,
        "marks": {"last": "checkpoint=last", "best": "checkpoint=best", "letGo": "checkpoint=let-go"},
        "lock_command": f'{command} lock {policy} --if-match "$({command} show {policy} --query etag '
        '--output tsv)"',
    }


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


def test_access_to_a_store_is_to_its_container_alone() -> None:
    assert store().inputs["checkpoints-people-access"] == {
        "principalId": "p2",
        "principalType": "Group",
        "roleAssignmentName": "3b5a509c-2bb5-54c1-999e-52acf6e25e37",
        "roleDefinitionId": f"/subscriptions/{SUBSCRIPTION}/providers/Microsoft.Authorization/"
        "roleDefinitions/2a2b9908-6ea1-4ae2-8e65-a410df84e7d1",
        "scope": "/checkpoints-container",
    }


def test_names_that_azure_would_refuse_stop_a_component_before_anything_is_registered() -> None:
    with pytest.raises(SettingsError) as raised:
        store(label="a-name-that-is-far-too-long")
    assert str(raised.value) == (
        "1 problem in the arguments of CheckpointStore:\n"
        "  naming: the storageAccount of a-name-that-is-far-too-long would be named "
        "staianamethatisfartoolongx1, "
        "with 27 "
        "characters; Azure allows 3 to 24: shorten `naming.prefix`, `naming.pattern` or the name"
    )
