"""Inputs held against pulumi-azure-native's own types."""

from __future__ import annotations

from typing import Any

import pytest

from azure_simulator.cloud import schema
from azure_simulator.cloud.resource_shapes import resource_shape
from azure_simulator.cloud.schema import Problem
from azure_simulator.cloud.values import UNKNOWN, Opaque, Secret

GROUP = {"resourceGroupName": "rg"}
VNET = "azure-native:network:VirtualNetwork"
NSG = "azure-native:network:NetworkSecurityGroup"
STORAGE = "azure-native:storage:StorageAccount"
SCALE_SET = "azure-native:compute:VirtualMachineScaleSet"
RULE = {"name": "r", "access": "Allow", "direction": "Inbound", "priority": 100, "protocol": "*"}


def check(token: str, inputs: dict[str, Any]) -> list[Problem]:
    shape = resource_shape(token)
    return list(schema.problems(shape.inputs, inputs))


@pytest.mark.parametrize(
    ("token", "inputs", "path", "text"),
    [
        (VNET, {"locatoin": "x"}, "locatoin", "unknown property 'locatoin'; did you mean 'location'?"),
        (
            VNET,
            {"addressSpace": {"addressPrefix": []}},
            "addressSpace.addressPrefix",
            "unknown property 'addressSpace.addressPrefix'; did you mean 'addressPrefixes'?",
        ),
        (
            VNET,
            {"addressSpace": {"zzz": 1}},
            "addressSpace.zzz",
            "unknown property 'addressSpace.zzz'; known are addressPrefixes, ipamPoolPrefixAllocations",
        ),
        (
            VNET,
            {"addressSpace": "10.0.0.0/16"},
            "addressSpace",
            "expected an object, got a string ('10.0.0.0/16')",
        ),
        (
            VNET,
            {"addressSpace": {"addressPrefixes": "10.0.0.0/16"}},
            "addressSpace.addressPrefixes",
            "expected a list, got a string ('10.0.0.0/16')",
        ),
        (
            VNET,
            {"addressSpace": {"addressPrefixes": [10]}},
            "addressSpace.addressPrefixes[0]",
            "expected a string, got an integer (10)",
        ),
        (VNET, {"tags": ["a"]}, "tags", "expected a map, got a list"),
        (VNET, {"tags": {"a": True}}, "tags.a", "expected a string, got a boolean (True)"),
        (
            VNET,
            {"flowTimeoutInMinutes": 4.5},
            "flowTimeoutInMinutes",
            "expected an integer, got a number (4.5)",
        ),
        (
            VNET,
            {"enableDdosProtection": "true"},
            "enableDdosProtection",
            "expected a boolean, got a string ('true')",
        ),
        (
            NSG,
            {"securityRules": [{key: value for key, value in RULE.items() if key != "access"}]},
            "securityRules[0].access",
            "missing required property 'securityRules[0].access'",
        ),
        (
            SCALE_SET,
            {"upgradePolicy": {"mode": "Manul"}},
            "upgradePolicy.mode",
            "'Manul' is not a value of UpgradeMode: Automatic, Manual, Rolling; did you mean 'Manual'?",
        ),
    ],
)
def test_one_problem(token: str, inputs: dict[str, Any], path: str, text: str) -> None:
    assert check(token, {**GROUP, **inputs}) == [Problem(path, text)]


def test_missing_location_says_how_to_set_it() -> None:
    assert check("azure-native:storage:StorageAccount", {}) == [
        Problem("kind", "missing required property 'kind'"),
        Problem("resourceGroupName", "missing required property 'resourceGroupName'"),
        Problem("sku", "missing required property 'sku'"),
    ]


def test_all_problems_at_once() -> None:
    found = check(
        NSG, {**GROUP, "securityRules": [{**RULE, "priority": "x"}, {**RULE, "prority": 1}], "tag": {}}
    )
    assert [problem.path for problem in found] == [
        "securityRules[0].priority",
        "securityRules[1].prority",
        "tag",
    ]


def test_open_enum_is_a_warning_and_closed_an_error() -> None:
    account = {**GROUP, "kind": "StorageV3", "sku": {"name": "Standard_LRS"}}
    assert check(STORAGE, account) == [
        Problem(
            "kind",
            "'StorageV3' is not a value of Kind: Storage, StorageV2, BlobStorage, FileStorage, "
            "BlockBlobStorage; did you mean 'StorageV2'?",
            "warning",
        )
    ]
    closed = check(SCALE_SET, {**GROUP, "upgradePolicy": {"mode": "Never"}})
    assert [problem.severity for problem in closed] == ["error"]


def test_enums_are_compared_without_case_as_azure_does() -> None:
    assert check(STORAGE, {**GROUP, "kind": "storagev2", "sku": {"name": "standard_lrs"}}) == []


def test_unknown_secret_and_asset_values_pass() -> None:
    inputs = {
        "addressSpace": UNKNOWN,
        "tags": Secret({"a": "b"}),
        "subnets": [UNKNOWN],
        "location": Secret(UNKNOWN),
    }
    assert check(VNET, {**GROUP, **inputs}) == []
    assert check(VNET, {**GROUP, "location": Opaque({"text": "x"})}) == []
    assert check(VNET, {**GROUP, "tags": Secret({"a": 1})}) == [
        Problem("tags.a", "expected a string, got an integer (1)")
    ]


def test_api_version_is_the_sdks() -> None:
    shape = resource_shape(VNET)
    assert shape.api_version == "2024-05-01"


@pytest.mark.parametrize(
    ("token", "text"),
    [
        (
            "azure-native:network:NoSuchThing",
            "pulumi-azure-native has no azure-native:network:NoSuchThing: module "
            "'pulumi_azure_native.network' has no attribute 'NoSuchThing'",
        ),
        (
            "azure-native:nosuchmodule:Thing",
            "pulumi-azure-native has no azure-native:nosuchmodule:Thing: No module named "
            "'pulumi_azure_native.nosuchmodule'",
        ),
    ],
)
def test_a_type_that_the_sdk_lacks_is_an_error(token: str, text: str) -> None:
    with pytest.raises(LookupError) as missing:
        resource_shape(token)
    assert str(missing.value) == text


def test_outputs_take_the_shape_of_the_sdk() -> None:
    shape = resource_shape("azure-native:managedidentity:UserAssignedIdentity")
    sent = {"resourceGroupName": "rg", "resourceName": "id", "location": "eastus", "tags": {"a": "b"}}
    assert schema.projected(sent, shape.outputs) == {"location": "eastus", "tags": {"a": "b"}}


def test_list_of_identities_becomes_a_map_and_back() -> None:
    shape = resource_shape(STORAGE)
    sent = {"identity": {"type": "UserAssigned", "userAssignedIdentities": ["/a", "/b"]}}
    answer = schema.projected(sent, shape.outputs)
    assert answer == {"identity": {"type": "UserAssigned", "userAssignedIdentities": {"/a": {}, "/b": {}}}}
    assert schema.projected(answer, shape.inputs) == sent


def test_preview_knows_inputs_and_nothing_else() -> None:
    shape = resource_shape("azure-native:managedidentity:UserAssignedIdentity")
    assert schema.preview({"location": "eastus", "resourceName": "x"}, shape.outputs) == {
        "location": "eastus",
        **dict.fromkeys(
            ("azureApiVersion", "clientId", "name", "principalId", "systemData", "tags", "tenantId", "type"),
            UNKNOWN,
        ),
    }


def test_tiers_that_are_newer_than_the_types_are_no_reason_to_warn() -> None:
    shape = resource_shape("azure-native:apimanagement:ApiManagementService").inputs.fields["sku"].shape
    found = {
        name: [
            problem.text.partition(":")[0]
            for problem in schema.problems(shape, {"name": name, "capacity": 1})
        ]
        for name in ("Premium", "PremiumV2", "Premier")
    }
    assert found == {"Premium": [], "PremiumV2": [], "Premier": ["'Premier' is not a value of SkuType"]}


def test_of_several_shapes_the_one_that_fits_is_taken() -> None:
    """A network rule brought into the shape of inputs, as an import does, was a rule for applications."""
    rule = {
        "ruleType": "NetworkRule",
        "name": "time",
        "ipProtocols": ["UDP"],
        "sourceAddresses": ["*"],
        "destinationAddresses": ["*"],
        "destinationPorts": ["123"],
    }
    group = {
        "priority": 100,
        "ruleCollections": [{"ruleCollectionType": "FirewallPolicyFilterRuleCollection", "rules": [rule]}],
    }
    shape = resource_shape("azure-native:network:FirewallPolicyRuleCollectionGroup")
    assert schema.projected(group, shape.inputs) == group
