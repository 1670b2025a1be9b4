"""What a write costs does not grow with what exists: counted in steps of the database, so without a clock."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from azure_simulator.cloud import resource_type
from azure_simulator.cloud.store import Resource, Store
from azure_simulator.cloud.subscription import Subscription
from simulator.samples import PROVIDERS, SUBSCRIPTION

_GROUP = "azure-native:resources:ResourceGroup"
_ACCOUNT = "azure-native:storage:StorageAccount"
_ACCOUNT_INPUTS = {"location": "eastus", "kind": "StorageV2", "sku": {"name": "Standard_LRS"}}
_KEY = "azure-native:compute:SshPublicKey"
_UNLINKED: dict[str, Any] = {"location": "eastus"}


def _steps(folder: Path, others: int, token: str, arm_type: str, inputs: dict[str, Any]) -> tuple[int, int]:
    """Steps of the database for (a put, a delete) of one resource beside `others` of its type."""
    unit = resource_type.find(token)
    group = resource_type.find(_GROUP)
    assert unit is not None
    assert group is not None
    with Store(folder) as store:
        cloud = Subscription(store)
        cloud.put(group, f"{SUBSCRIPTION}/resourceGroups/rg-test", {"location": "eastus"})
        store._database.execute("begin")
        for number in range(others):
            id_ = f"{PROVIDERS}/{arm_type}/other{number}"
            # as a put writes it, without what a put costs
            store.put(Resource(id_, token, inputs={**inputs, "uses": f"/x/{number}"}, body={"name": "n"}))
        store._database.execute("commit")
        counted = 0

        def count() -> int:
            nonlocal counted
            counted += 1
            return 0

        store._database.set_progress_handler(count, 1)
        cloud.deploy(unit, f"{PROVIDERS}/{arm_type}/this", inputs)
        put, counted = counted, 0
        cloud.withdraw(f"{PROVIDERS}/{arm_type}/this")
        return put, counted


@pytest.mark.parametrize(
    ("token", "arm_type", "inputs"),
    [
        (_ACCOUNT, "Microsoft.Storage/storageAccounts", _ACCOUNT_INPUTS),
        (_KEY, "Microsoft.Compute/sshPublicKeys", _UNLINKED),
    ],
    ids=["a name of its own in all subscriptions", "any name"],
)
def test_a_put_and_a_delete_read_no_more_where_more_exists(
    tmp_path: Path, token: str, arm_type: str, inputs: dict[str, Any]
) -> None:
    few = _steps(tmp_path / "few", 10, token, arm_type, inputs)
    many = _steps(tmp_path / "many", 1000, token, arm_type, inputs)
    assert all(after <= 2 * before for before, after in zip(few, many, strict=True)), (few, many)
