"""Check: names and locations that the program left out, and every problem at once."""

from __future__ import annotations

import re
from typing import Any

import grpc
import pytest
from pulumi.runtime.proto import provider_pb2

from azure_simulator.cloud.values import UNKNOWN, Secret

SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000001"
GROUP = "azure-native:resources:ResourceGroup"
VNET = "azure-native:network:VirtualNetwork"
SUBNET = "azure-native:network:Subnet"
NSG = "azure-native:network:NetworkSecurityGroup"
STORAGE = "azure-native:storage:StorageAccount"
IDENTITY = "azure-native:managedidentity:UserAssignedIdentity"
SPACE = {"addressPrefixes": ["10.0.0.0/16"]}
LOCATION_HINT = (
    "Either set it explicitly or configure it with 'pulumi config set azure-native:location <value>'."
)


def account(group: str, name: str = "stsim", **more: Any) -> dict[str, Any]:
    return {
        "resourceGroupName": group,
        "accountName": name,
        "kind": "StorageV2",
        "sku": {"name": "Standard_LRS"},
        **more,
    }


def test_random_name_at_the_top_level_and_its_mark(client: Any) -> None:
    inputs, failures = client.check(GROUP, "rg", {})
    assert failures == []
    assert re.fullmatch(r"rg[0-9a-f]{8}", inputs["resourceGroupName"])
    assert inputs["__createBeforeDelete"] is True
    again, _ = client.check(GROUP, "rg", {"tags": {"a": "b"}}, inputs, randomSeed=b"another")
    assert again["resourceGroupName"] == inputs["resourceGroupName"]


def test_logical_name_inside_another_resource(client: Any, group: str) -> None:
    news = {"resourceGroupName": group, "virtualNetworkName": "v", "addressPrefix": "10.0.0.0/24"}
    inputs, failures = client.check(SUBNET, "nodes", news)
    assert (inputs["subnetName"], failures) == ("nodes", [])
    assert "__createBeforeDelete" not in inputs


def test_guid_for_role_assignments(client: Any) -> None:
    inputs, _ = client.check("azure-native:authorization:RoleAssignment", "ra", {})
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", inputs["roleAssignmentName"])


@pytest.mark.parametrize(
    ("mode", "expected"), [("ENFORCE", "proposed"), ("PROPOSE", "proposed"), ("DISABLE", None)]
)
def test_autonaming_settings_of_the_engine(client: Any, mode: str, expected: str | None) -> None:
    options = provider_pb2.CheckRequest.AutonamingOptions
    autonaming = options(proposed_name="proposed", mode=options.Mode.Value(mode))
    inputs, failures = client.check(GROUP, "rg", {}, autonaming=autonaming)
    assert inputs.get("resourceGroupName") == expected
    missing = [("resourceGroupName", "missing required property 'resourceGroupName'")]
    assert failures == ([] if expected else missing)


def test_location_comes_from_old_inputs_settings_or_the_group(client: Any, new_client: Any) -> None:
    client.create(GROUP, "rg", resourceGroupName="rg-west", location="West Europe")
    bare = new_client(location=None)
    inputs, _ = bare.check(IDENTITY, "i", {"resourceGroupName": "rg-west"})
    assert inputs["location"] == "westeurope"
    inputs, _ = bare.check(IDENTITY, "i", {"resourceGroupName": UNKNOWN})
    assert inputs["location"] is UNKNOWN
    inputs, _ = client.check(IDENTITY, "i", {"resourceGroupName": "rg-west"})
    assert inputs["location"] == "eastus"
    inputs, _ = client.check(IDENTITY, "i", {"resourceGroupName": "rg-west"}, {"location": "uksouth"})
    assert inputs["location"] == "uksouth"


def test_all_kinds_of_problems_come_as_failures(client: Any) -> None:
    _, failures = client.check(STORAGE, "s", {"acountName": "x", "sku": {"name": 1}})
    assert failures == [
        ("kind", "missing required property 'kind'"),
        ("resourceGroupName", "missing required property 'resourceGroupName'"),
        ("acountName", "unknown property 'acountName'; did you mean 'accountName'?"),
        ("sku.name", "expected a string, got an integer (1)"),
    ]


def test_unknown_location(client: Any) -> None:
    _, failures = client.check(GROUP, "rg", {"location": "atlantis"})
    assert failures[0][0] == "location"
    assert failures[0][1].startswith(
        "The provided location 'atlantis' is not available for resource group. List of available regions is "
        "'australiacentral,"
    )


def test_secrets_and_unknowns_pass_check_unharmed(client: Any, group: str) -> None:
    news = account(group, tags=Secret({"a": "b"}), accountName=UNKNOWN)
    inputs, failures = client.check(STORAGE, "s", news)
    assert failures == []
    assert inputs["tags"] == Secret({"a": "b"})
    assert inputs["accountName"] is UNKNOWN


def test_unknown_type_is_refused_loudly(client: Any) -> None:
    with pytest.raises(grpc.RpcError) as refused:
        client.check("azure-native:web:WebApp", "w", {})
    assert refused.value.details() == (
        "the simulated Azure has no azure-native:web:WebApp: add a module with its ARM path to "
        "azure_simulator/types (docs/simulator.md says how), or keep what it hasn't by its shape alone with "
        "AZURE_SIMULATOR_UNKNOWN_TYPES=shape"
    )


def test_versioned_token_is_the_same_type(client: Any, group: str) -> None:
    made = client.create(
        "azure-native:network/v20240301:VirtualNetwork",
        "v",
        resourceGroupName=group,
        virtualNetworkName="v",
        addressSpace=SPACE,
    )
    assert client.read(VNET, made.id)[0] == made.id
