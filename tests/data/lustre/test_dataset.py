"""A Lustre file system is sized, joined to a container of its own, and says what a change does."""

from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone import (
    AccessGrant,
    BuiltInRole,
    LustreAutoExport,
    LustreAutoImport,
    LustreBlobExisting,
    LustreCapacityForReaders,
    LustreCheckpoint,
    LustreCustomerKey,
    LustreImport,
    LustreMaintenance,
    LustreReaders,
    LustreRootSquash,
)
from azure_ai_landing_zone.data.lustre import blob
from helpers.lustre_datasets import CACHE, CONTAINERS, IDENTITY, VAULT, create, dataset
from helpers.offline import program
from helpers.registered import SUBSCRIPTION
from helpers.role_waits import seconds_waited


def test_a_file_system_alone() -> None:
    made = dataset()
    assert made.azure == [("storagecache:AmlFilesystem", "data-file-system")]
    assert made.inputs["data-file-system"] == {
        "amlFilesystemName": "amlfs-ai-data-x1",
        "filesystemSubnet": "/subnet",
        "location": "eastus",
        "maintenanceWindow": {"dayOfWeek": "Sunday", "timeOfDayUTC": "22:00"},
        "resourceGroupName": "rg",
        "sku": {"name": "AMLFS-Durable-Premium-250"},
        "storageCapacityTiB": 16,
        "zones": ["1"],
    }
    assert made.protected == {"data-file-system"}


def test_a_container_is_in_an_account_of_its_own_whose_keys_only_the_service_is_meant_for() -> None:
    people = AccessGrant(
        key="people",
        principal_id="p",
        role=BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR,
        principal_type="Group",
    )
    made = dataset(blob=create(), access=[people])
    assert made.azure == [
        ("authorization:RoleAssignment", "data-cache-account-access"),
        ("authorization:RoleAssignment", "data-cache-blobs-access"),
        ("authorization:RoleAssignment", "data-people-access"),
        ("network:PrivateDnsZoneGroup", "data-blob-zone-group"),
        ("network:PrivateEndpoint", "data-blob-private-endpoint"),
        ("storage:BlobContainer", "data-data-container"),
        ("storage:BlobContainer", "data-logs-container"),
        ("storage:BlobServiceProperties", "data-blob-service"),
        ("storage:StorageAccount", "data-account"),
        ("storagecache:AmlFilesystem", "data-file-system"),
    ]
    account = made.inputs["data-account"]
    assert account["accountName"] == "staidatafsx1"
    assert account["allowSharedKeyAccess"] is True
    assert (account["publicNetworkAccess"], account["allowBlobPublicAccess"]) == ("Disabled", False)
    assert made.inputs["data-cache-account-access"] == {
        "principalId": CACHE,
        "principalType": "ServicePrincipal",
        "roleAssignmentName": made.inputs["data-cache-account-access"]["roleAssignmentName"],
        "roleDefinitionId": f"/subscriptions/{SUBSCRIPTION}/providers/Microsoft.Authorization/"
        "roleDefinitions/17d1049b-9a84-46fb-8f53-869881c3d3ab",
        "scope": "/data-account",
    }
    assert made.inputs["data-people-access"]["scope"] == "/data-data-container"
    assert made.inputs["data-file-system"]["hsm"] == {
        "settings": {
            "container": "/data-data-container",
            "importPrefix": "/",
            "loggingContainer": "/data-logs-container",
        }
    }
    assert made.protected == {
        "data-account",
        "data-data-container",
        "data-file-system",
        "data-logs-container",
    }


def test_the_file_system_waits_until_azure_knows_of_the_roles() -> None:
    made = dataset(blob=create())
    assert made.hooks == {
        "data-file-system": ["azure-native:storagecache:AmlFilesystem_data-file-system_before_create_0"]
    }
    assert made.dependencies["data-file-system"] == {
        "data-blob-private-endpoint",
        "data-cache-account-access",
        "data-cache-blobs-access",
        "data-data-container",
        "data-logs-container",
    }


def test_it_waits_for_as_long_as_azure_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = seconds_waited(monkeypatch, blob)
    dataset(blob=create())
    assert waits == [600]


@pytest.mark.parametrize(
    ("job", "name", "expected"),
    [
        (
            LustreImport(mode="import", run="june", import_prefixes=["/a", "/b"], maximum_errors=-1),
            "data-import-june",
            {
                "importJobName": "import-june",
                "importPrefixes": ["/a", "/b"],
                "conflictResolutionMode": "Skip",
                "maximumErrors": -1,
            },
        ),
        (
            LustreAutoImport(mode="autoImport", conflict_resolution="overwriteIfDirty"),
            "data-auto-import",
            {
                "autoImportJobName": "auto-import",
                "autoImportPrefixes": ["/"],
                "adminStatus": "Enable",
                "conflictResolutionMode": "OverwriteIfDirty",
                "enableDeletions": False,
                "maximumErrors": 0,
            },
        ),
        (
            LustreAutoExport(mode="autoExport", export_prefix="/checkpoints"),
            "data-auto-export",
            {
                "autoExportJobName": "auto-export",
                "autoExportPrefixes": ["/checkpoints"],
                "adminStatus": "Enable",
            },
        ),
    ],
)
def test_jobs(job: Any, name: str, expected: dict[str, Any]) -> None:
    made = dataset(blob=create(job=job))
    common = {"amlFilesystemName": "data-file-system", "resourceGroupName": "rg", "location": "eastus"}
    assert made.inputs[name] == common | expected
    feeds = [inputs.get("changeFeed") for inputs in made.inputs.values() if "changeFeed" in inputs]
    follows = {"enabled": True, "retentionInDays": 7}
    assert feeds == ([follows] if isinstance(job, LustreAutoImport) else [])


def test_containers_of_others_keys_of_ones_own_root_squash_and_maintenance() -> None:
    made = dataset(
        blob=LustreBlobExisting(
            mode="existing",
            container_resource_id=f"{CONTAINERS}/in",
            logging_container_resource_id=f"{CONTAINERS}/logs",
            import_prefix="/train",
        ),
        encryption=LustreCustomerKey(
            mode="customer",
            key_url="https://kv.vault.azure.net/keys/k/1",
            vault_resource_id=VAULT,
            identity_resource_id=IDENTITY,
        ),
        root_squash=LustreRootSquash(
            mode="rootOnly",
            squash_uid=1000,
            squash_gid=1001,
            trusted_nids=["10.0.1.4@tcp", "10.0.2.[4-9]@tcp"],
        ),
        maintenance=LustreMaintenance(day_of_week="Friday", time_of_day_utc="03:30"),
        protection="off",
    )
    assert made.azure == [("storagecache:AmlFilesystem", "data-file-system")]
    inputs = made.inputs["data-file-system"]
    assert inputs["hsm"]["settings"] == {
        "container": f"{CONTAINERS}/in",
        "importPrefix": "/train",
        "loggingContainer": f"{CONTAINERS}/logs",
    }
    assert inputs["identity"] == {"type": "UserAssigned", "userAssignedIdentities": [IDENTITY]}
    assert inputs["encryptionSettings"] == {
        "keyEncryptionKey": {
            "keyUrl": "https://kv.vault.azure.net/keys/k/1",
            "sourceVault": {"id": VAULT},
        }
    }
    assert inputs["rootSquashSettings"] == {
        "mode": "RootOnly",
        "squashUID": 1000,
        "squashGID": 1001,
        "noSquashNidLists": "10.0.1.4@tcp;10.0.2.[4-9]@tcp",
    }
    assert inputs["maintenanceWindow"] == {"dayOfWeek": "Friday", "timeOfDayUTC": "03:30"}
    assert made.protected == set()


def test_a_size_is_chosen_from_the_gpus_that_read_and_the_checkpoints_they_write() -> None:
    made = dataset(
        sizing=LustreCapacityForReaders(mode="forReaders", data_tib=12),
        readers=[LustreReaders(size="Standard_ND96isr_H100_v5", node_count=4)],
        checkpoint=LustreCheckpoint(checkpoint_gb=980),
    )
    inputs = made.inputs["data-file-system"]
    assert (inputs["sku"]["name"], inputs["storageCapacityTiB"]) == ("AMLFS-Durable-Premium-500", 12)


PROGRAM = """
import pulumi
from pulumi_azure_native import resources
from azure_ai_landing_zone import (
    LustreAutoExport, LustreBlobCreate, LustreCapacityGiven, LustreDataset, LustreDatasetArgs, Naming,
    Network, NetworkArgs, NetworkSubnet, PrivateEndpointPlace,
)

tib = pulumi.Config().get_int("tib") or 16
group = resources.ResourceGroup("group", resource_group_name="rg-lustre", location="eastus")
common = {"location": "eastus", "naming": Naming(suffix="x1"), "resource_group_name": group.name}
network = Network("network", NetworkArgs(
    **common, address_space="10.0.0.0/16", egress="none", subnets=[
        NetworkSubnet(name="endpoints", purpose="privateEndpoints", addresses=10),
        NetworkSubnet(name="data", purpose="lustre", addresses=27),
    ],
))
LustreDataset("data", LustreDatasetArgs(
    **common,
    sizing=LustreCapacityGiven(mode="given", sku_name="AMLFS-Durable-Premium-250", storage_tib=tib),
    zone="1",
    blob=LustreBlobCreate(
        mode="create",
        storage_cache_principal_id="33333333-3333-3333-3333-333333333333",
        job=LustreAutoExport(mode="autoExport"),
    ),
    subnet_resource_id=network.subnet_resource_ids["data"],
    private_endpoint=PrivateEndpointPlace(subnet_resource_id=network.subnet_resource_ids["endpoints"]),
))
"""


@pytest.mark.engine
def test_what_a_change_would_destroy_is_said_before(tmp_path: Path) -> None:
    """tests/stacks has the rest of its life, in the stack research."""
    made = program(tmp_path, PROGRAM)
    made.up()
    made.offline.run("pulumi", "config", "set", "tib", "24", "--stack", "dev")
    said = made.pulumi("preview", status=None).output
    assert (
        "warning: amlfs-ai-data-x1: the capacity in TiB would change from 16 to 24. Azure can't change it: "
        "the file system would be deleted with its files and made anew"
    ) in said
    assert "as it is currently marked for protection" in said
