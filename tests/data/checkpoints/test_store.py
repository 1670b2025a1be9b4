"""A checkpoint store has no keys, no public way in, and forgets in time."""

from typing import Any

import pulumi
import pytest

from azure_ai_landing_zone import (
    BuiltInRole,
    CheckpointStore,
    CheckpointStoreArgs,
    PrivateEndpointPlace,
    SettingsError,
)
from azure_ai_landing_zone.data.checkpoints.planning.lifecycle import MarkedBy
from azure_ai_landing_zone.data.checkpoints.section import CheckpointStoreItem
from helpers.checkpoints import BASE
from helpers.registered import SUBSCRIPTION, Registered, register


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


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        (
            {"access": [BASE["access"][1]]},
            [
                "nobody may let go of a checkpoint: that takes Storage Blob Data Owner, which alone writes "
                "index tags, and none will ever be deleted"
            ],
        ),
        (
            {"parameters": 405_000_000_000, "precision": "bf16", "interval_minutes": 6, "retention_days": 1},
            [
                "a checkpoint takes more than half of the time until the next to write: training waits for "
                "it, unless it is written in the background"
            ],
        ),
    ],
)
def test_what_is_legal_and_bites_later(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], expected: list[str]
) -> None:
    said: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda text, _resource: said.append(text))
    store(**changes)
    assert said == expected


def test_a_size_that_no_number_holds_is_refused_in_words() -> None:
    with pytest.raises(SettingsError) as raised:
        CheckpointStoreArgs(**(BASE | {"parameters": 10**320}))
    shown = f"1{'0' * 56}…"
    assert str(raised.value).splitlines()[1:] == [
        f"  parameters: must be at most 100000000000000, got {shown}"
    ]


@pytest.mark.parametrize(
    ("marked_by", "role"),
    [
        ("tags", BuiltInRole.STORAGE_BLOB_DATA_OWNER),
        ("prefixes", BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR),
    ],
)
def test_jobs_may_do_what_their_marks_take(marked_by: MarkedBy, role: BuiltInRole) -> None:
    item = CheckpointStoreItem(name="a", parameters=1, retention_days=1, marked_by=marked_by)
    assert item.writer_role == role


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
