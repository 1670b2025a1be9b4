"""What Azure refuses of Lustre file systems and of jobs between them and their blob containers."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.samples import ACCOUNT_ID, NETWORK, NETWORK_ID, PROVIDERS, STORAGE, SUBNET_ID, SUBSCRIPTION

FILES = "azure-native:storagecache:AmlFilesystem"
FILES_ID = f"{PROVIDERS}/Microsoft.StorageCache/amlFilesystems/files"
CONTAINERS = f"{ACCOUNT_ID}/blobServices/default/containers"
ROLES = ("17d1049b-9a84-46fb-8f53-869881c3d3ab", "ba92f5b4-2d11-453d-a403-e96b0029c9fe")
DEFINITIONS = f"{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions"


def files(**changes: Any) -> dict[str, Any]:
    return {
        "amlFilesystemName": "files",
        "location": "eastus",
        "sku": {"name": "AMLFS-Durable-Premium-125"},
        "storageCapacityTiB": 16,
        "zones": ["1"],
        "filesystemSubnet": SUBNET_ID,
        "maintenanceWindow": {"dayOfWeek": "Sunday", "timeOfDayUTC": "22:00"},
        **changes,
    }


def hsm(data: str = f"{CONTAINERS}/data", logs: str = f"{CONTAINERS}/logs") -> dict[str, Any]:
    return {"settings": {"container": data, "loggingContainer": logs}}


@pytest.fixture
def subnet(client: Any, group: str) -> str:
    network = {"virtualNetworkName": "v", "addressSpace": {"addressPrefixes": ["10.0.0.0/16"]}}
    client.create(f"{NETWORK}:VirtualNetwork", "v", resourceGroupName=group, location="eastus", **network)
    place = {"resourceGroupName": group, "virtualNetworkName": "v", "subnetName": "n"}
    client.create(f"{NETWORK}:Subnet", "n", addressPrefix="10.0.0.0/24", **place)
    return group


def make_account(client: Any, group: str, *, keys: bool) -> None:
    account = {"accountName": "stsim", "kind": "StorageV2", "sku": {"name": "Standard_LRS"}}
    place = {"resourceGroupName": group, "location": "eastus"}
    client.create(f"{STORAGE}:StorageAccount", "st", **place, **account, allowSharedKeyAccess=keys)
    for name in ("data", "logs"):
        client.create(
            f"{STORAGE}:BlobContainer", name, resourceGroupName=group, accountName="stsim", containerName=name
        )


def give_roles(client: Any) -> None:
    for number, role in enumerate(ROLES):
        client.create(
            "azure-native:authorization:RoleAssignment",
            f"role-{number}",
            roleAssignmentName=f"00000000-0000-0000-0000-00000000000{number}",
            scope=ACCOUNT_ID,
            principalId="11111111-1111-1111-1111-111111111111",
            principalType="ServicePrincipal",
            roleDefinitionId=f"{DEFINITIONS}/{role}",
        )


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (
            {"sku": {"name": "AMLFS-Durable-Premium-200"}},
            "sku.name: 'AMLFS-Durable-Premium-200' is none of AMLFS-Durable-Premium-20, "
            "AMLFS-Durable-Premium-40, AMLFS-Durable-Premium-125, AMLFS-Durable-Premium-250, "
            "AMLFS-Durable-Premium-500",
        ),
        ({"zones": ["1", "2"]}, "zones: a file system is in one zone, not in 2"),
        (
            {"hsm": hsm(logs=f"{CONTAINERS}/data")},
            "hsm.settings.loggingContainer: the same container as for data; it has to be another",
        ),
        (
            {"hsm": hsm(logs=f"{CONTAINERS}/logs".replace("stsim", "stother"))},
            "hsm.settings.loggingContainer: in another account than the container for data",
        ),
        (
            {"rootSquashSettings": {"mode": "All", "squashUID": 1, "squashGID": 1}},
            "rootSquashSettings.noSquashNidLists: root squash needs it",
        ),
        (
            {"encryptionSettings": {"keyEncryptionKey": {"keyUrl": "https://k", "sourceVault": {"id": "v"}}}},
            "identity: a key of one's own needs a user-assigned identity that reaches it",
        ),
    ],
)
def test_refuses_inputs(client: Any, group: str, refused: Any, changes: dict[str, Any], text: str) -> None:
    with refused(text):
        client.create(FILES, "files", resourceGroupName=group, **files(**changes))


def test_a_file_system_tells_its_clients_where_it_is_and_rounds_its_capacity_up(
    client: Any, subnet: str
) -> None:
    made = client.create(FILES, "files", resourceGroupName=subnet, **files(storageCapacityTiB=20))
    assert made.outputs["clientInfo"]["mgsAddress"] == "10.0.0.4"
    assert made.outputs["storageCapacityTiB"] == 32
    assert made.outputs["throughputProvisionedMBps"] == 4000


def test_a_file_system_shares_its_subnet_with_no_other(client: Any, subnet: str, refused: Any) -> None:
    client.create(FILES, "files", resourceGroupName=subnet, **files())
    with refused('Status=400 Code="BadRequest" Message="Subnet n has the file system files already."'):
        client.create(FILES, "more", resourceGroupName=subnet, **files(amlFilesystemName="more"))


def test_a_subnet_is_large_enough(client: Any, subnet: str, refused: Any) -> None:
    with refused(
        'Status=400 Code="BadRequest" Message="Subnet n with address prefix 10.0.0.0/24 is too small for '
        '208 TiB: /23."'
    ):
        client.create(FILES, "files", resourceGroupName=subnet, **files(storageCapacityTiB=208))


@pytest.mark.parametrize(("prefix", "fine"), [("10.0.2.0/23", True), ("10.0.2.0/24", False)])
def test_what_azure_publishes_of_large_subnets_ends_at_400_tib(
    client: Any, subnet: str, refused: Any, prefix: str, *, fine: bool
) -> None:
    place = {"resourceGroupName": subnet, "virtualNetworkName": "v", "subnetName": "large"}
    client.create(f"{NETWORK}:Subnet", "large", addressPrefix=prefix, **place)
    wanted = files(storageCapacityTiB=416, filesystemSubnet=f"{NETWORK_ID}/subnets/large")
    if fine:
        assert client.create(FILES, "files", resourceGroupName=subnet, **wanted).id == FILES_ID
        return
    with refused(
        f'Status=400 Code="BadRequest" Message="Subnet large with address prefix {prefix} is too small for '
        '416 TiB: /23."'
    ):
        client.create(FILES, "files", resourceGroupName=subnet, **wanted)


def test_a_region_has_four_file_systems(client: Any, subnet: str, refused: Any) -> None:
    for number in range(4):
        place = {"resourceGroupName": subnet, "virtualNetworkName": "v", "subnetName": f"n{number}"}
        client.create(f"{NETWORK}:Subnet", f"n{number}", addressPrefix=f"10.0.{number + 1}.0/24", **place)
        own = files(amlFilesystemName=f"f{number}", filesystemSubnet=f"{NETWORK_ID}/subnets/n{number}")
        client.create(FILES, f"f{number}", resourceGroupName=subnet, **own)
    with refused(
        'Status=409 Code="OperationNotAllowed" Message="Operation results in exceeding quota limits of '
        'resource type AmlFilesystem. Maximum allowed: 4, Current in use: 4, Additional requested: 1."'
    ):
        client.create(FILES, "files", resourceGroupName=subnet, **files())


def test_a_container_is_in_an_account_with_keys(client: Any, subnet: str, refused: Any) -> None:
    make_account(client, subnet, keys=False)
    with refused(
        'Status=400 Code="BadRequest" Message="The storage account stsim takes no account keys, which the '
        'file system makes SAS tokens with: allowSharedKeyAccess has to be true."'
    ):
        client.create(FILES, "files", resourceGroupName=subnet, **files(hsm=hsm()))


def test_a_container_is_reached_with_both_roles(client: Any, subnet: str, refused: Any) -> None:
    make_account(client, subnet, keys=True)
    with refused(
        'Status=400 Code="BadRequest" Message="The file system can\'t reach the container data: HPC Cache '
        'Resource Provider needs Storage Account Contributor and Storage Blob Data Contributor on stsim."'
    ):
        client.create(FILES, "files", resourceGroupName=subnet, **files(hsm=hsm()))
    give_roles(client)
    client.create(FILES, "files", resourceGroupName=subnet, **files(hsm=hsm()))


@pytest.fixture
def joined(client: Any, subnet: str) -> dict[str, Any]:
    """Of the jobs of a file system with a container."""
    make_account(client, subnet, keys=True)
    give_roles(client)
    client.create(FILES, "files", resourceGroupName=subnet, **files(hsm=hsm()))
    return {"resourceGroupName": subnet, "amlFilesystemName": "files", "location": "eastus"}


def test_one_job_runs_at_a_time(client: Any, joined: dict[str, Any], refused: Any) -> None:
    client.create("azure-native:storagecache:ImportJob", "in", importJobName="in", **joined)
    client.create("azure-native:storagecache:AutoExportJob", "out", autoExportJobName="out", **joined)
    with refused(
        'Status=409 Code="Conflict" Message="Job out is running: only one job between a file system and its '
        'container runs at a time."'
    ):
        client.create("azure-native:storagecache:ImportJob", "more", importJobName="more", **joined)


@pytest.mark.parametrize(
    ("token", "inputs", "text"),
    [
        (
            "AutoExportJob",
            {"autoExportJobName": "job", "autoExportPrefixes": ["/a", "/b"]},
            "autoExportPrefixes: 2 prefixes; Azure takes one",
        ),
        (
            "AutoImportJob",
            {"autoImportJobName": "job", "autoImportPrefixes": [f"/{one}" for one in "abcdefghijk"]},
            "autoImportPrefixes: 11 prefixes; Azure takes 10",
        ),
        (
            "AutoImportJob",
            {"autoImportJobName": "job"},
            'Status=400 Code="BadRequest" Message="The change feed of stsim has to be on and to keep its '
            'logs for at least 7 days."',
        ),
    ],
)
def test_refuses_jobs(
    client: Any, joined: dict[str, Any], refused: Any, token: str, inputs: dict[str, Any], text: str
) -> None:
    with refused(text):
        client.create(f"azure-native:storagecache:{token}", "job", **joined, **inputs)


def test_a_file_system_without_a_container_has_no_jobs(client: Any, subnet: str, refused: Any) -> None:
    client.create(FILES, "files", resourceGroupName=subnet, **files())
    with refused('Status=400 Code="BadRequest" Message="The file system files has no blob container."'):
        client.create(
            "azure-native:storagecache:ImportJob",
            "in",
            resourceGroupName=subnet,
            amlFilesystemName="files",
            importJobName="in",
        )


@pytest.mark.parametrize(
    ("change", "replaces"),
    [
        ({"storageCapacityTiB": 32}, ["storageCapacityTiB"]),
        ({"zones": ["2"]}, []),
        ({"filesystemSubnet": f"{NETWORK_ID}/subnets/other"}, ["filesystemSubnet"]),
        ({"maintenanceWindow": {"dayOfWeek": "Monday", "timeOfDayUTC": "22:00"}}, []),
        ({"sku": {"name": "AMLFS-Durable-Premium-250"}}, []),
    ],
)
def test_what_a_change_replaces(
    client: Any, subnet: str, change: dict[str, Any], replaces: list[str]
) -> None:
    made = client.create(FILES, "files", resourceGroupName=subnet, **files())
    assert list(client.diff(made, made.inputs | change).replaces) == replaces


def test_azure_changes_no_sku(client: Any, subnet: str, refused: Any) -> None:
    made = client.create(FILES, "files", resourceGroupName=subnet, **files())
    with refused(
        'Status=409 Code="PropertyChangeNotAllowed" Message="Changing property \'sku.name\' is not allowed."'
    ):
        client.update(made, **(made.inputs | {"sku": {"name": "AMLFS-Durable-Premium-250"}}))
