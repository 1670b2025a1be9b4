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


def store(**changes: Any) -> Registered:
    values: dict[str, Any] = {
        "location": "eastus",
        "naming": NAMING,
        "resource_group_name": "rg",
        "parameters": 7_000_000_000,
        "retention_days": 14,
        "private_endpoint": PrivateEndpointPlace(
            subnet_resource_id="/subnet", private_dns_zone_resource_ids=["/zone"]
        ),
        "access": [
            AccessGrant(key="nodes", principal_id="p1", role=BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR),
            AccessGrant(
                key="people",
                principal_id="p2",
                role=BuiltInRole.STORAGE_BLOB_DATA_READER,
                principal_type="Group",
            ),
        ],
    }
    return register(lambda: CheckpointStore("checkpoints", CheckpointStoreArgs(**(values | changes))))


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
                    "filters": {"blobTypes": ["blockBlob"], "prefixMatch": ["checkpoints/"]},
                },
                "enabled": True,
                "name": "checkpoints",
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
    rule = store(retention_days=200, cool_after_days=1, cold_after_days=31).inputs["checkpoints-lifecycle"]
    assert rule["policy"]["rules"][0]["definition"]["actions"]["baseBlob"] == {
        "delete": {"daysAfterModificationGreaterThan": 200},
        "tierToCold": {"daysAfterModificationGreaterThan": 31},
        "tierToCool": {"daysAfterModificationGreaterThan": 1},
    }


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
