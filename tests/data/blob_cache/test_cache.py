"""A container is mounted with a cache or with NFS, and what can't be is refused with a sentence."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone import (
    AccessGrant,
    BlobCache,
    BlobCacheAccountCreate,
    BlobCacheArgs,
    BlobCacheContainerExisting,
    BlockCacheMount,
    BuiltInRole,
    CacheDisk,
    FileCacheMount,
    Naming,
    NfsMount,
    PrivateEndpointPlace,
    SettingsError,
)
from helpers.offline import program
from helpers.published_types import refusals
from helpers.registered import Registered, register

CONTAINER = (
    "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/stin/blobServices/default"
    "/containers/texts"
)
PLACE = PrivateEndpointPlace(subnet_resource_id="/endpoints", private_dns_zone_resource_ids=["/zone"])
FILES = FileCacheMount(mode="fileCache", cache_gib=800)
READER = AccessGrant(key="nodes", principal_id="p", role=BuiltInRole.STORAGE_BLOB_DATA_READER)


def arguments(**changes: Any) -> BlobCacheArgs:
    values: dict[str, Any] = {
        "location": "eastus",
        "naming": Naming(suffix="x1"),
        "resource_group_name": "rg",
        "mount": FILES,
        "private_endpoint": PLACE,
    }
    return BlobCacheArgs(**(values | changes))


def cache(**changes: Any) -> tuple[Registered, dict[str, Any]]:
    """What is registered, and the outputs."""
    outputs: dict[str, Any] = {}

    def make() -> None:
        made = BlobCache("texts", arguments(**changes))
        for name in ("config", "packages", "mount_command", "container_url"):
            getattr(made, name).apply(lambda value, name=name: outputs.update({name: value}))

    return register(make), outputs


def test_a_container_behind_a_file_cache() -> None:
    made, outputs = cache(access=[READER], client_id="00000000-0000-0000-0000-00000000000c")
    assert made.azure == [
        ("authorization:RoleAssignment", "texts-nodes-access"),
        ("network:PrivateDnsZoneGroup", "texts-blob-zone-group"),
        ("network:PrivateEndpoint", "texts-blob-private-endpoint"),
        ("storage:BlobContainer", "texts-container"),
        ("storage:BlobServiceProperties", "texts-blob-service"),
        ("storage:StorageAccount", "texts-account"),
    ]
    assert made.inputs["texts-account"]["allowSharedKeyAccess"] is False
    assert made.inputs["texts-nodes-access"]["scope"] == "/texts-container"
    assert made.protected == {"texts-account", "texts-container"}
    config = yaml.safe_load(outputs["config"])
    assert config["azstorage"]["account-name"] == "texts-account"
    assert config["azstorage"]["appid"] == "00000000-0000-0000-0000-00000000000c"
    assert config["file_cache"]["path"] == "/mnt/scratch/blobfuse"
    assert outputs["packages"] == ["fuse3", "blobfuse2=2.5.0"]
    assert outputs["mount_command"] == ("blobfuse2 mount /mnt/texts --config-file=/etc/blobfuse2/texts.yaml")
    assert outputs["container_url"] == "https://texts-account.blob.core.windows.net/data"


def test_a_container_of_others_is_streamed() -> None:
    made, outputs = cache(
        container=BlobCacheContainerExisting(mode="existing", container_resource_id=CONTAINER),
        mount=BlockCacheMount(mode="blockCache", memory_gib=32, disk=CacheDisk(cache_gib=100)),
        private_endpoint=None,
        mount_path="/data",
    )
    assert made.azure == []
    config = yaml.safe_load(outputs["config"])
    assert config["azstorage"]["account-name"] == "stin"
    assert config["block_cache"] == {
        "block-size-mb": 16,
        "mem-size-mb": 32 * 1024,
        "prefetch": 32,
        "path": "/mnt/scratch/blobfuse",
        "cleanup-on-start": True,
        "disk-size-mb": 100 * 1024,
    }
    assert outputs["mount_command"].startswith("blobfuse2 mount /data ")


def test_nfs_has_folders_and_no_secure_transfer_but_no_keys_and_no_public_way_in_either() -> None:
    made, outputs = cache(mount=NfsMount(mode="nfs"), dfs_private_endpoint=PLACE)
    account = made.inputs["texts-account"]
    assert {name: account[name] for name in ("enableNfsV3", "isHnsEnabled", "enableHttpsTrafficOnly")} == {
        "enableNfsV3": True,
        "isHnsEnabled": True,
        "enableHttpsTrafficOnly": False,
    }
    assert (account["allowSharedKeyAccess"], account["publicNetworkAccess"]) == (False, "Disabled")
    assert ("network:PrivateEndpoint", "texts-dfs-private-endpoint") in made.azure
    assert made.protected == {"texts-account", "texts-container"}
    assert outputs["config"] is None
    assert outputs["mount_command"].endswith(
        "texts-account.blob.core.windows.net:/texts-account/data /mnt/texts"
    )


LIMITS: list[tuple[dict[str, Any], str]] = [
    ({"private_endpoint": None}, "private_endpoint: missing: the account has no other way in"),
    (
        {"container": BlobCacheAccountCreate(mode="create", hierarchical_namespace=True)},
        "dfs_private_endpoint: missing: clients of a hierarchical namespace need blob and dfs",
    ),
    (
        {
            "container": BlobCacheContainerExisting(mode="existing", container_resource_id=CONTAINER),
            "access": [READER],
        },
        "access: goes with a container that is made: whoever answers for another gives roles on it",
    ),
    (
        {
            "mount": NfsMount(mode="nfs"),
            "container": BlobCacheAccountCreate(mode="create", account_sku="Standard_GRS"),
            "dfs_private_endpoint": PLACE,
        },
        "container.account_sku: Standard_GRS has no NFS: take one of Standard_LRS, Standard_ZRS, "
        "Premium_LRS, Premium_ZRS",
    ),
]
"""What the arguments of a cache can't be together, with the sentence each gets."""


@pytest.mark.parametrize(("changes", "text"), LIMITS)
def test_limits(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(SettingsError) as raised:
        arguments(**changes)
    assert str(raised.value) == f"1 problem in the arguments of BlobCacheArgs:\n  {text}"


PARTS: list[tuple[type, dict[str, Any], str]] = [
    (
        FileCacheMount,
        {"mode": "fileCache", "cache_gib": 1, "blobfuse_version": "2.3.0"},
        "blobfuse_version: 2.3.0 is without support since 2026-09-30: take 2.3.1 or newer",
    ),
    (
        FileCacheMount,
        {"mode": "fileCache", "cache_gib": 1, "blobfuse_version": "latest"},
        "blobfuse_version: must be a version such as 2.5.0, got 'latest'",
    ),
    (
        FileCacheMount,
        {"mode": "fileCache", "cache_gib": 1, "cache_path": "cache"},
        "cache_path: must be a folder below /mnt or /shared, or /data, /scratch or one below, "
        "such as /mnt/data: "
        "anything else of a machine is the system's own, got 'cache'",
    ),
    (
        BlockCacheMount,
        {"mode": "blockCache", "memory_gib": 1, "block_mib": 64, "prefetch": 32},
        "prefetch: 32 blocks of 64 MiB don't fit into 1 GiB, which hold 16: take more memory or fewer blocks",
    ),
]
"""What parts of a cache's settings can't be, with the sentence each gets."""


@pytest.mark.parametrize(("model", "values", "text"), PARTS)
def test_limits_of_parts(model: type, values: dict[str, Any], text: str) -> None:
    with pytest.raises(SettingsError) as raised:
        model(**values)
    assert str(raised.value) == f"1 problem in the arguments of {model.__name__}:\n  {text}"


PROGRAM = """
import pulumi
from pulumi_azure_native import resources
from azure_ai_landing_zone import (
    BlobCache, BlobCacheArgs, Naming, Network, NetworkArgs, NetworkSubnet, NfsMount, PrivateEndpointPlace,
)

group = resources.ResourceGroup("group", resource_group_name="rg-nfs", location="eastus")
common = {"location": "eastus", "naming": Naming(suffix="x1"), "resource_group_name": group.name}
network = Network("network", NetworkArgs(
    **common, address_space="10.0.0.0/16", egress="none",
    subnets=[NetworkSubnet(name="endpoints", purpose="privateEndpoints", addresses=10)],
))
place = PrivateEndpointPlace(subnet_resource_id=network.subnet_resource_ids["endpoints"])
texts = BlobCache("texts", BlobCacheArgs(
    **common, mount=NfsMount(mode="nfs"), private_endpoint=place, dfs_private_endpoint=place,
))
pulumi.export("mount", texts.mount_command)
"""


@pytest.mark.engine
def test_nfs_comes_up_and_azure_would_accept_it(tmp_path: Path) -> None:
    """The stack research has the other kinds."""
    made = program(tmp_path, PROGRAM)
    made.up()
    assert made.outputs() == {
        "mount": "mount -t nfs -o sec=sys,vers=3,nolock,proto=tcp,ro "
        "staitextsx1.blob.core.windows.net:/staitextsx1/data /mnt/texts"
    }
    assert refusals(made.resources()) == []
