"""A Lustre file system to start from, for tests that change one thing."""

from typing import Any

from azure_ai_landing_zone import (
    LustreBlobCreate,
    LustreCapacityGiven,
    LustreDataset,
    LustreDatasetArgs,
    Naming,
    PrivateEndpointPlace,
)
from helpers.registered import Registered, register

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
