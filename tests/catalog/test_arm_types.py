"""The catalogue's types of Azure Resource Manager, and their agreement with the simulated ones."""

from typing import Any

import pytest

from azure_ai_landing_zone.catalog import arm_types
from azure_ai_landing_zone.catalog.table import CatalogError
from azure_simulator.cloud import resource_type

S = "/subscriptions/S"


def test_they_are_the_simulated_types_own() -> None:
    simulated = {
        one.pulumi_type.removeprefix("azure-native:"): one.arm.template for one in resource_type.all_types()
    }
    ours = {name: one.path for name, one in arm_types.all_types().items()}
    theirs = {name: simulated[name].rpartition("/providers/")[2] or simulated[name] for name in ours}
    assert ours == theirs


def test_ids() -> None:
    group = {"resourceGroupName": "rg"}
    cases: list[tuple[str, dict[str, Any], str | None]] = [
        ("resources:ResourceGroup", group, f"{S}/resourceGroups/rg"),
        (
            "network:Subnet",
            {**group, "virtualNetworkName": "v", "subnetName": "s"},
            f"{S}/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v/subnets/s",
        ),
        (
            "authorization:RoleAssignment",
            {"scope": S, "roleAssignmentName": "r"},
            f"{S}/providers/Microsoft.Authorization/roleAssignments/r",
        ),
        ("network:Subnet", {**group, "virtualNetworkName": None, "subnetName": "s"}, None),
        ("network:Subnet", {"resourceGroupName": None, "virtualNetworkName": "v", "subnetName": "s"}, None),
    ]
    for type_, inputs, id_ in cases:
        found = arm_types.find(type_)
        assert found is not None
        assert found.id_of("S", inputs) == id_


def test_problems_are_named() -> None:
    text = "type,path,source,as_of\na:B,N/b/{n},s,2026-11-22\na:B,N/b/{n},s,2026-11-22\n"
    with pytest.raises(CatalogError) as raised:
        arm_types.load(text)
    assert raised.value.problems == [
        "arm_types.csv line 3, column type: got 'a:B'; must be a type that no other line has"
    ]
