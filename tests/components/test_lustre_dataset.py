"""A Lustre file system is sized or refused, joined to a container of its own, and says what a change does."""

from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone import (
    AccessGrant,
    BuiltInRole,
    LustreAutoExport,
    LustreAutoImport,
    LustreBlobCreate,
    LustreBlobExisting,
    LustreCapacityForReaders,
    LustreCapacityGiven,
    LustreCheckpoint,
    LustreCustomerKey,
    LustreDataset,
    LustreDatasetArgs,
    LustreImport,
    LustreMaintenance,
    LustreReaders,
    LustreRootSquash,
    Naming,
    PrivateEndpointPlace,
    SettingsError,
)
from offline import program
from registered import SUBSCRIPTION, Registered, register

CACHE = "33333333-3333-3333-3333-333333333333"
VAULT = "/subscriptions/s/resourceGroups/keys/providers/Microsoft.KeyVault/vaults/kv"
IDENTITY = (
    "/subscriptions/s/resourceGroups/keys/providers/Microsoft.ManagedIdentity/userAssignedIdentities/id"
)
CONTAINERS = (
    "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/stin/blobServices/default"
    "/containers"
)


def create(**changes: Any) -> LustreBlobCreate:
    return LustreBlobCreate(mode="create", storage_cache_principal_id=CACHE, **changes)


def given(sku: int = 250, tib: int = 16) -> LustreCapacityGiven:
    return LustreCapacityGiven(mode="given", sku_name=f"AMLFS-Durable-Premium-{sku}", storage_tib=tib)


def arguments(**changes: Any) -> LustreDatasetArgs:
    values: dict[str, Any] = {
        "location": "eastus",
        "naming": Naming(suffix="x1"),
        "resource_group_name": "rg",
        "sizing": given(),
        "zone": "1",
        "subnet_resource_id": "/subnet",
        "private_endpoint": PrivateEndpointPlace(
            subnet_resource_id="/endpoints", private_dns_zone_resource_ids=["/zone"]
        ),
    }
    return LustreDatasetArgs(**(values | changes))


def dataset(**changes: Any) -> Registered:
    return register(lambda: LustreDataset("data", arguments(**changes)))


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
    wait = made.inputs["data-role-wait"]
    assert wait["assignments"] == ["/data-cache-account-access", "/data-cache-blobs-access"]
    assert wait["seconds"] == 600
    assert {"data-role-wait", "data-blob-private-endpoint"} <= made.dependencies["data-file-system"]


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


LIMITS: list[tuple[dict[str, Any], str]] = [
    (
        {"sizing": given(250, 20)},
        "sizing.storage_tib: AMLFS-Durable-Premium-250 comes in steps of 8 TiB, got 20, which Azure would "
        "round up, bill and report as a difference for ever: take 16 or 24",
    ),
    (
        {"sizing": given(40, 432)},
        "address_count: missing: Azure publishes no subnet for 432 TiB; give the number that "
        "`az amlfs get-subnets-size` prints",
    ),
    (
        {"blob": create(), "private_endpoint": None},
        "private_endpoint: missing: the file system reaches the account of its container through it",
    ),
    (
        {
            "access": [
                AccessGrant(key="a", principal_id="p", role=BuiltInRole.STORAGE_BLOB_DATA_READER),
            ]
        },
        "access: goes with a container that is made: whoever answers for another gives roles on it",
    ),
]
"""What the arguments of a file system can't be together, with the sentence each gets."""


@pytest.mark.parametrize(("changes", "text"), LIMITS)
def test_limits(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(SettingsError) as raised:
        arguments(**changes)
    assert str(raised.value) == f"1 problem in the arguments of LustreDatasetArgs:\n  {text}"


PARTS: list[tuple[type, dict[str, Any], str]] = [
    (
        LustreReaders,
        {"size": "Standard_ND96isr_H100_v6", "node_count": 1},
        "size: Standard_ND96isr_H100_v6 is not a size of the catalogue: did you mean "
        "Standard_ND96isr_H100_v5 or Standard_ND96isrf_H100_v5 or Standard_ND96is_H100_v5?",
    ),
    (
        LustreReaders,
        {"size": "Standard_D16s_v5", "node_count": 1},
        "size: Standard_D16s_v5 has no GPUs, by which reading is counted: leave it out",
    ),
    (
        LustreMaintenance,
        {"time_of_day_utc": "25:00"},
        "time_of_day_utc: must be a time such as 22:00, got '25:00'",
    ),
    (
        LustreRootSquash,
        {"mode": "all", "squash_uid": 1, "squash_gid": 1, "trusted_nids": []},
        "trusted_nids: Azure wants at least one: name the machine that fills the file system",
    ),
    (
        LustreRootSquash,
        {"mode": "all", "squash_uid": 1, "squash_gid": 1, "trusted_nids": ["node-1"]},
        "trusted_nids[0]: must be addresses such as 10.0.1.[4-9]@tcp, got 'node-1'",
    ),
    (
        LustreCustomerKey,
        {
            "mode": "customer",
            "key_url": "https://kv.vault.azure.net/keys/k",
            "vault_resource_id": VAULT,
            "identity_resource_id": IDENTITY,
        },
        "key_url: must be of a version, such as https://<vault>.vault.azure.net/keys/<key>/<version>, got "
        "'https://kv.vault.azure.net/keys/k'",
    ),
    (
        LustreCustomerKey,
        {
            "mode": "customer",
            "key_url": "https://kv.vault.azure.net/keys/k/1",
            "vault_resource_id": VAULT,
            "identity_resource_id": "lustre",
        },
        "identity_resource_id: must be a full resource id like /subscriptions/<id>/resourceGroups/<name>/"
        "providers/Microsoft.ManagedIdentity/userAssignedIdentities/<name>, got 'lustre'",
    ),
    (
        LustreImport,
        {"mode": "import", "run": "a", "import_prefixes": ["/data", "/data2"]},
        "import_prefixes[1]: overlaps /data, and the job would fail: keep one of them",
    ),
    (
        LustreAutoExport,
        {"mode": "autoExport", "export_prefix": "checkpoints"},
        "export_prefix: must be a path from the root on, such as /train, got 'checkpoints'",
    ),
    (
        LustreBlobCreate,
        {"mode": "create", "storage_cache_principal_id": "HPC Cache Resource Provider"},
        "storage_cache_principal_id: must be an object id, such as 00000000-0000-0000-0000-000000000000, got "
        "'HPC Cache Resource Provider'",
    ),
    (
        LustreBlobExisting,
        {
            "mode": "existing",
            "container_resource_id": f"{CONTAINERS}/in",
            "logging_container_resource_id": f"{CONTAINERS}/in",
        },
        "logging_container_resource_id: is that of the data too: take another container of its account",
    ),
    (
        LustreBlobExisting,
        {
            "mode": "existing",
            "container_resource_id": f"{CONTAINERS}/in",
            "logging_container_resource_id": f"{CONTAINERS}/logs".replace("stin", "stout"),
        },
        "logging_container_resource_id: is in another account than that of the data: take one of the same",
    ),
    (
        LustreBlobExisting,
        {
            "mode": "existing",
            "container_resource_id": f"{CONTAINERS}/checkpoints",
            "logging_container_resource_id": f"{CONTAINERS}/logs",
        },
        "container_resource_id: is a checkpoint store's: a file system needs an account that takes keys, and "
        "checkpoints one that takes none. Take a container of another account",
    ),
]
"""What parts of a file system's settings can't be, with the sentence each gets."""


@pytest.mark.parametrize(("model", "values", "text"), PARTS)
def test_limits_of_parts(model: type, values: dict[str, Any], text: str) -> None:
    with pytest.raises(SettingsError) as raised:
        model(**values)
    assert str(raised.value) == f"1 problem in the arguments of {model.__name__}:\n  {text}"


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
