"""What Azure refuses of lifecycle rules and immutability."""

from __future__ import annotations

from typing import Any

import pytest

STORAGE = "azure-native:storage"
POLICY = f"{STORAGE}:BlobContainerImmutabilityPolicy"


@pytest.fixture
def folders(client: Any) -> str:
    """An account with a hierarchical namespace and a container, in a group of its own."""
    client.create("azure-native:resources:ResourceGroup", "g", resourceGroupName="rg-storage")
    client.create(
        f"{STORAGE}:StorageAccount",
        "a",
        accountName="stfolders",
        resourceGroupName="rg-storage",
        kind="StorageV2",
        sku={"name": "Standard_ZRS"},
        isHnsEnabled=True,
    )
    client.create(
        f"{STORAGE}:BlobContainer",
        "c",
        accountName="stfolders",
        containerName="data",
        resourceGroupName="rg-storage",
    )
    return "rg-storage"


def rule(filters: dict[str, Any]) -> dict[str, Any]:
    actions = {"baseBlob": {"delete": {"daysAfterModificationGreaterThan": 1}}}
    definition = {"filters": {"blobTypes": ["blockBlob"], **filters}, "actions": actions}
    return {"rules": [{"name": "r", "type": "Lifecycle", "definition": definition}]}


def test_index_tags_and_folders_exclude_each_other(client: Any, folders: str, refused: Any) -> None:
    place = {
        "accountName": "stfolders",
        "managementPolicyName": "default",
        "resourceGroupName": folders,
    }
    tagged = rule({"blobIndexMatch": [{"name": "checkpoint", "op": "==", "value": "let-go"}]})
    with refused(
        'Status=400 Code="InvalidManagementPolicy" Message="policy.rules[0].definition.filters.'
        'blobIndexMatch: blob index tags are not supported with a hierarchical namespace"'
    ):
        client.create(f"{STORAGE}:ManagementPolicy", "p", policy=tagged, **place)
    client.create(f"{STORAGE}:ManagementPolicy", "p", policy=rule({"prefixMatch": ["data/let-go/"]}), **place)


def immutable(group: str, days: int) -> dict[str, Any]:
    return {
        "accountName": "stfolders",
        "containerName": "data",
        "immutabilityPolicyName": "default",
        "immutabilityPeriodSinceCreationInDays": days,
        "resourceGroupName": group,
    }


def test_an_immutability_policy_is_neither_changed_nor_deleted_without_its_etag(
    client: Any, folders: str, refused: Any
) -> None:
    made = client.create(POLICY, "i", **immutable(folders, 7))
    assert made.outputs["state"] == "Unlocked"
    wrong = (
        'Status=412 Code="ContainerImmutabilityPolicyFailure" Message="Operation not allowed on immutability '
        'policy with incorrect etag."'
    )
    with refused(wrong):
        client.update(made, **immutable(folders, 8))
    with refused(wrong):
        client.delete(made)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (
            {"immutabilityPeriodSinceCreationInDays": 0},
            ("immutabilityPeriodSinceCreationInDays", "0 is outside 1 to 146000"),
        ),
        (
            {"allowProtectedAppendWrites": True, "allowProtectedAppendWritesAll": True},
            ("allowProtectedAppendWrites", "excludes allowProtectedAppendWritesAll"),
        ),
    ],
)
def test_refused_at_once(client: Any, changes: dict[str, Any], problem: tuple[str, str]) -> None:
    assert client.check(POLICY, "i", immutable("rg", 7) | changes)[1] == [problem]
