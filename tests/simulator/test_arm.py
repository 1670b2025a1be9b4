"""ARM ids, paths and the text of errors."""

from __future__ import annotations

import pytest

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError, Path

GROUP = "/subscriptions/s/resourceGroups/rg"
SUBNET = Path(
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers"
    "/Microsoft.Network/virtualNetworks/{virtualNetworkName}/subnets/{subnetName}"
)
ASSIGNMENT = Path("/{scope}/providers/Microsoft.Authorization/roleAssignments/{roleAssignmentName}")


def test_error_prints_as_azure_native_prints_it() -> None:
    error = ArmError(
        409, "StorageAccountAlreadyTaken", "The storage account named x is already taken.", seen=arm.LOGS
    )
    assert str(error) == (
        'Status=409 Code="StorageAccountAlreadyTaken" Message="The storage account named x is already taken."'
    )


def test_path_knows_its_type_and_parameters() -> None:
    assert SUBNET.arm_type == "Microsoft.Network/virtualNetworks/subnets"
    assert SUBNET.parameters == ("resourceGroupName", "virtualNetworkName", "subnetName")
    assert SUBNET.own_name == "subnetName"
    group = arm.Path("/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}")
    assert group.arm_type == "Microsoft.Resources/resourceGroups"


def test_path_fills_and_parses_back_in_any_case() -> None:
    id_ = SUBNET.fill("s", {"resourceGroupName": "rg", "virtualNetworkName": "v", "subnetName": "n"})
    assert id_ == f"{GROUP}/providers/Microsoft.Network/virtualNetworks/v/subnets/n"
    assert SUBNET.parse(id_.upper()) == {
        "subscriptionId": "S",
        "resourceGroupName": "RG",
        "virtualNetworkName": "V",
        "subnetName": "N",
    }
    assert SUBNET.parse(f"{GROUP}/providers/Microsoft.Network/virtualNetworks/v") is None
    with pytest.raises(KeyError, match="subnetName"):
        SUBNET.fill("s", {"resourceGroupName": "rg", "virtualNetworkName": "v"})


def test_scope_is_a_whole_id() -> None:
    id_ = ASSIGNMENT.fill("s", {"scope": GROUP, "roleAssignmentName": "g"})
    assert id_ == f"{GROUP}/providers/Microsoft.Authorization/roleAssignments/g"
    assert ASSIGNMENT.parse(id_) == {"scope": GROUP, "roleAssignmentName": "g"}


@pytest.mark.parametrize(
    ("id_", "parent"),
    [
        (
            f"{GROUP}/providers/Microsoft.Network/virtualNetworks/v/subnets/n",
            f"{GROUP}/providers/Microsoft.Network/virtualNetworks/v",
        ),
        (f"{GROUP}/providers/Microsoft.Network/virtualNetworks/v", GROUP),
        (GROUP, "/subscriptions/s"),
        ("/subscriptions/s", None),
        (
            f"{GROUP}/providers/Microsoft.Storage/storageAccounts/a/providers/Microsoft.Insights/diagnosticSettings/d",
            f"{GROUP}/providers/Microsoft.Storage/storageAccounts/a",
        ),
    ],
)
def test_parent(id_: str, parent: str | None) -> None:
    assert arm.parent_of(id_) == parent


def test_what_does_not_exist_in_azure_words() -> None:
    assert str(arm.not_found(GROUP)) == (
        'Status=404 Code="ResourceGroupNotFound" Message="Resource group \'rg\' could not be found."'
    )
    assert str(arm.not_found(f"{GROUP}/providers/Microsoft.Storage/storageAccounts/a")) == (
        'Status=404 Code="ResourceNotFound" Message="The Resource \'Microsoft.Storage/storageAccounts/a\' '
        "under resource group 'rg' was not found. For more details please go to "
        'https://aka.ms/ARMResourceNotFoundFix"'
    )


def test_guid_depends_on_the_id_alone() -> None:
    assert arm.stable_guid("/a/B", "principal") == arm.stable_guid("/A/b", "principal")
    assert arm.stable_guid("/a/b", "principal") != arm.stable_guid("/a/b", "client")
