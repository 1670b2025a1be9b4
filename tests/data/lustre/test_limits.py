"""Every limit of a Lustre file system has its sentence, at its path."""

from typing import Any

import pytest

from azure_ai_landing_zone import (
    AccessGrant,
    BuiltInRole,
    LustreAutoExport,
    LustreBlobCreate,
    LustreBlobExisting,
    LustreCustomerKey,
    LustreImport,
    LustreMaintenance,
    LustreReaders,
    LustreRootSquash,
    SettingsError,
)
from helpers.lustre_datasets import CONTAINERS, IDENTITY, VAULT, arguments, create, given

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
    (
        {
            "encryption_key": {
                "key_vault_uri": "https://kv.vault.azure.net/",
                "key_vault_resource_id": VAULT,
                "key_name": "data",
                "identity_resource_id": IDENTITY,
                "client_id": "c",
            }
        },
        "encryption_key: goes with a container that is made: its account is encrypted, and no other",
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
