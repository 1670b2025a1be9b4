"""A workspace is encrypted with a key of the customer's own, from the first day."""

from collections.abc import Sequence
from typing import Any

import pulumi
import pytest

from azure_ai_landing_zone import MachineLearningWorkspace, MachineLearningWorkspaceArgs
from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.access.role_wait import after_roles
from azure_ai_landing_zone.core.model import Input
from azure_ai_landing_zone.machine_learning import workspace
from helpers.machine_learning import BASE, GROUP, STORE
from helpers.registered import Registered, register

VAULT = f"{GROUP}/Microsoft.KeyVault/vaults/kv-keys"
KEY = EncryptionKey(
    key_vault_uri="https://kv-keys.vault.azure.net/",
    key_vault_resource_id=VAULT,
    key_name="data",
    identity_resource_id="/opener",
    client_id="c-opener",
    roles_assigned_on=["2026-11-23T00:00:00Z"],
)


def ml(**changes: Any) -> Registered:
    return register(lambda: MachineLearningWorkspace("ml", MachineLearningWorkspaceArgs(**(BASE | changes))))


@pytest.fixture(scope="module")
def made() -> Registered:
    return ml(encryption_key=KEY)


def test_azure_ml_keeps_what_it_encrypts_and_makes_nothing_in_the_subscription(made: Registered) -> None:
    found = made.inputs["ml-workspace"]
    assert found["enableServiceSideCMKEncryption"] is True
    assert {**found["encryption"], "keyVaultProperties": None} == {
        "status": "Enabled",
        "identity": {"userAssignedIdentity": "/identity"},
        "keyVaultProperties": None,
    }
    named = found["encryption"]["keyVaultProperties"]
    assert named.keys() == {"keyVaultArmId", "keyIdentifier"}
    assert named["keyVaultArmId"] == VAULT
    address, _, version = named["keyIdentifier"].rpartition("/")
    assert (address, len(version)) == ("https://kv-keys.vault.azure.net/keys/data", 32)
    template = made.inputs["ml-metadata-key"]["properties"]["template"]
    assert template["resources"] == []
    (asked,) = template["outputs"].values()
    assert asked["value"] == f"[reference('{VAULT}/keys/data', '2026-02-01').keyUriWithVersion]"


def test_it_comes_with_the_workspace_or_never(made: Registered) -> None:
    assert made.replaced["ml-workspace"] == [
        "enableServiceSideCMKEncryption",
        "encryption.keyVaultProperties.keyVaultArmId",
    ]
    assert "ml-workspace" in made.protected


def test_its_storage_and_registry_have_it_too(made: Registered) -> None:
    account, registry = made.inputs["ml-storage-account"], made.inputs["ml-registry-registry"]
    assert account["encryption"]["keyVaultProperties"]["keyName"] == "data"
    assert account["identity"]["userAssignedIdentities"] == ["/opener"]
    assert registry["encryption"]["keyVaultProperties"] == {
        "identity": "c-opener",
        "keyIdentifier": "https://kv-keys.vault.azure.net/keys/data",
    }


def test_those_of_others_are_left_alone() -> None:
    theirs = f"{GROUP}/Microsoft.ContainerRegistry/registries/images"
    made = ml(
        encryption_key=KEY,
        storage={"mode": "existing", "account_resource_id": STORE},
        storage_private_endpoints={},
        registry={"mode": "existing", "registry_resource_id": theirs},
        container_registry_private_endpoint=None,
    )
    assert made.inputs["ml-workspace"]["encryption"]["status"] == "Enabled"
    assert "encryption" not in {*made.inputs["ml-storage-account"], *made.inputs["ml-registry-registry"]}


def test_it_waits_for_the_roles_on_the_vault_too(monkeypatch: pytest.MonkeyPatch) -> None:
    waited = list[Any]()

    def told(assigned_on: Sequence[Input[str]], seconds: int) -> pulumi.ResourceOptions:
        waited.append((len(assigned_on), assigned_on[-1], seconds))
        return after_roles(assigned_on, seconds)

    monkeypatch.setattr(workspace, "after_roles", told)
    ml(encryption_key=KEY)
    assert waited == [(7, "2026-11-23T00:00:00Z", 600)]


def test_nothing_of_it_without_a_key() -> None:
    plain = ml()
    assert {"enableServiceSideCMKEncryption", "encryption"} & plain.inputs["ml-workspace"].keys() == set()
    assert "ml-metadata-key" not in plain.inputs
