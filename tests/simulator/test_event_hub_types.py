"""What Azure refuses of event hubs and of storing what comes in."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from simulator.samples import ACCOUNT_ID, PROVIDERS, missing

TOKEN = "azure-native:eventhub"
Refused = Callable[[str], AbstractContextManager[None]]
NAMES = "{Namespace}/{EventHub}/{PartitionId}/{Year}/{Month}/{Day}/{Hour}/{Minute}/{Second}"


def namespace(sku: str = "Standard", capacity: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "namespaceName": "events",
        "location": "eastus",
        "sku": {"name": sku, "tier": sku, "capacity": capacity},
        **more,
    }


def hub(form: str = NAMES, **more: Any) -> dict[str, Any]:
    destination = {
        "name": "EventHubArchive.AzureBlockBlob",
        "archiveNameFormat": form,
        "blobContainer": "audit",
        "storageAccountResourceId": ACCOUNT_ID,
    }
    capture = {"enabled": True, "encoding": "Avro", "intervalInSeconds": 60, "destination": destination}
    return {
        "namespaceName": "events",
        "eventHubName": "calls",
        "captureDescription": capture | more.pop("capture", {}),
        **more,
    }


@pytest.mark.parametrize(
    ("kind", "inputs", "text"),
    [
        ("Namespace", namespace(capacity=41), "sku.capacity: 41 is outside 1 to 40"),
        (
            "Namespace",
            namespace(maximumThroughputUnits=4),
            "maximumThroughputUnits: goes with isAutoInflateEnabled",
        ),
        (
            "Namespace",
            namespace("Basic", isAutoInflateEnabled=True),
            "isAutoInflateEnabled: only Standard namespaces grow by themselves, got Basic",
        ),
        ("EventHub", hub(partitionCount=33), "partitionCount: 33 is outside 1 to 32"),
        ("EventHub", hub(messageRetentionInDays=8), "messageRetentionInDays: 8 is outside 1 to 7"),
        (
            "EventHub",
            hub(capture={"intervalInSeconds": 30}),
            "captureDescription.intervalInSeconds: 30 is outside 60 to 900",
        ),
        (
            "EventHub",
            hub(capture={"sizeLimitInBytes": 1}),
            "captureDescription.sizeLimitInBytes: 1 is outside 10485760 to 524288000",
        ),
        (
            "EventHub",
            hub(NAMES.replace("/{Second}", "")),
            "captureDescription.destination.archiveNameFormat: needs {Second}",
        ),
    ],
)
def test_refused_whatever_exists(
    client: Any, group: str, kind: str, inputs: dict[str, Any], text: str
) -> None:
    _, failures = client.check(f"{TOKEN}:{kind}", "x", {"resourceGroupName": group, **inputs})
    assert "; ".join(f"{path}: {reason}" for path, reason in failures) == text


@pytest.fixture
def account(client: Any, group: str) -> str:
    """The name of a group with a storage account in it."""
    client.create(
        "azure-native:storage:StorageAccount",
        "st",
        resourceGroupName=group,
        accountName="stsim",
        location="eastus",
        kind="StorageV2",
        sku={"name": "Standard_LRS"},
    )
    return group


def container(client: Any, group: str) -> None:
    client.create(
        "azure-native:storage:BlobContainer",
        "audit",
        resourceGroupName=group,
        accountName="stsim",
        containerName="audit",
    )


def test_a_hub_stores_where_there_is_a_container(client: Any, account: str, refused: Refused) -> None:
    client.create(f"{TOKEN}:Namespace", "events", resourceGroupName=account, **namespace())
    with refused(
        missing(
            f"{ACCOUNT_ID}/blobServices/default/containers/audit",
            f"{PROVIDERS}/Microsoft.EventHub/namespaces/events/eventhubs/calls",
        )
    ):
        client.create(f"{TOKEN}:EventHub", "calls", resourceGroupName=account, **hub())
    container(client, account)
    made = client.create(f"{TOKEN}:EventHub", "calls", resourceGroupName=account, **hub(partitionCount=2))
    assert made.outputs["partitionIds"] == ["0", "1"]
    with refused(
        'Status=409 Code="PropertyChangeNotAllowed" Message="Changing property \'partitionCount\' is not '
        'allowed."'
    ):
        client.update(made, resourceGroupName=account, **hub(partitionCount=4))


def test_basic_namespaces_store_nothing(client: Any, account: str, refused: Refused) -> None:
    client.create(f"{TOKEN}:Namespace", "events", resourceGroupName=account, **namespace("Basic"))
    container(client, account)
    with refused('Status=400 Code="BadRequest" Message="Capture is not available in Basic namespaces."'):
        client.create(f"{TOKEN}:EventHub", "calls", resourceGroupName=account, **hub())
