"""The rules on what is deployed: a stack's state, and an exported resource group."""

import json
from datetime import date
from typing import Any

import pytest

from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.reports.deployed import judged
from policies.plans import state

DAY = date(2026, 11, 22)
NODES = {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 1}, "location": "eastus"}
OPEN = {"kind": "StorageV2", "allowBlobPublicAccess": True, "location": "eastus"}


_TOLD = ("gpu-machine-has-no-public-address", "no-public-blobs", "waivers")


def said(whole: Any, **content: Any) -> list[str]:
    found = judged(json.dumps(whole), all_rules(), content, DAY)
    assert found is not None
    told = [each for each in found if each.rule in _TOLD]
    return sorted(f"{each.rule} {each.resource}: {each.text}" for each in told)


BLOCKED = "allowBlobPublicAccess is true, so that containers can be made public; set it to false"


def test_a_state_of_any_language_is_judged() -> None:
    resources = [
        {"urn": "urn:pulumi:prod::zone::pulumi:pulumi:Stack::zone-prod", "type": "pulumi:pulumi:Stack"},
        state("azure-native:compute:VirtualMachineScaleSet", "nodes", NODES),
        state("azure-native:storage:StorageAccount", "store", OPEN),
        state("azure-native:storage:StorageAccount", "gone", OPEN, delete=True),
        state("azure-native:storage:StorageAccount", "secret", {"allowBlobPublicAccess": {
            "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "x"}}),
    ]  # fmt: skip
    whole = {"version": 3, "deployment": {"resources": resources}}
    assert said(whole) == [
        "no-public-blobs secret: can't tell: allowBlobPublicAccess isn't known before deployment",
        f"no-public-blobs store: {BLOCKED}",
    ]
    known = {
        "until": "2027-01-31",
        "findings": {"no-public-blobs": [resources[2]["urn"], resources[4]["urn"]]},
    }
    assert said(whole, baseline=known) == [
        "waivers : policy-baseline.yaml lets 2 findings of no-public-blobs pass; it ends on 2027-01-31"
    ]


def test_what_a_stack_only_reads_is_not_judged() -> None:
    """Its state has no inputs of that, and somebody else answers for it."""
    resources = [
        state("azure-native:storage:StorageAccount", "store", OPEN),
        state("azure-native:cognitiveservices:Account", "theirs", {}, external=True),
    ]
    found = judged(json.dumps({"version": 3, "deployment": {"resources": resources}}), all_rules(), {}, DAY)
    assert [each.rule for each in found or () if each.resource.endswith("theirs")] == []


def test_an_exported_resource_group_is_judged() -> None:
    template = {
        "$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
        "parameters": {
            "nodes_name": {"defaultValue": "nodes", "type": "String"},
            "store_name": {"defaultValue": "contosostore", "type": "String"},
            "later": {"type": "String"},
        },
        "resources": [
            {
                "type": "Microsoft.Compute/virtualMachineScaleSets",
                "apiVersion": "2024-07-01",
                "name": "[parameters('nodes_name')]",
                "sku": NODES["sku"],
                "properties": {},
            },
            {
                "type": "Microsoft.Storage/storageAccounts",
                "apiVersion": "2023-05-01",
                "name": "[parameters('store_name')]",
                "kind": "StorageV2",
                "properties": {"allowBlobPublicAccess": True, "name": "[[not an expression]"},
            },
            {
                "type": "Microsoft.Storage/storageAccounts",
                "apiVersion": "2023-05-01",
                "name": "[concat(parameters('store_name'), 'too')]",
                "properties": {"allowBlobPublicAccess": "[parameters('later')]"},
            },
            {
                "type": "Microsoft.Storage/storageAccounts/blobServices/containers",
                "apiVersion": "2023-05-01",
                "name": "[concat(parameters('store_name'), '/default/data')]",
                "dependsOn": ["[resourceId('Microsoft.Storage/storageAccounts', parameters('store_name'))]"],
                "properties": {"publicAccess": "Blob"},
            },
        ],
    }
    assert said(template) == [
        "no-public-blobs contosostore/default/data: publicAccess is Blob, so that anybody reads its blobs; "
        "set it to None",
        f"no-public-blobs contosostore: {BLOCKED}",
        "no-public-blobs contosostoretoo: can't tell: allowBlobPublicAccess isn't known before deployment",
    ]


def test_an_exported_resource_refers_to_others_by_their_ids() -> None:
    template = {
        "$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
        "parameters": {"nic": {"defaultValue": "nic", "type": "String"}},
        "resources": [
            {
                "type": "Microsoft.Network/networkInterfaces",
                "apiVersion": "2024-05-01",
                "name": "[parameters('nic')]",
                "properties": {
                    "ipConfigurations": [{"name": "ip", "properties": {"publicIPAddress": {"id": "address"}}}]
                },
            },
            {
                "type": "Microsoft.Compute/virtualMachines",
                "apiVersion": "2024-07-01",
                "name": "dev",
                "properties": {
                    "hardwareProfile": {"vmSize": "Standard_NC4as_T4_v3"},
                    "networkProfile": {
                        "networkInterfaces": [
                            {"id": "[resourceId('Microsoft.Network/networkInterfaces', parameters('nic'))]"}
                        ]
                    },
                },
            },
        ],
    }
    assert said(template) == [
        "gpu-machine-has-no-public-address dev: nic: ipConfigurations[0].publicIPAddress puts the machine on "
        "the internet; remove it, and use Bastion or a VPN to reach it"
    ]


def test_what_a_state_protects_and_refers_to_counts() -> None:
    """An endpoint means its account by dependency alone: the id in it is another way of writing it."""
    closed = {"kind": "AIServices", "properties": {"publicNetworkAccess": "Disabled"}}
    account = state("azure-native:cognitiveservices:Account", "models", closed, protect=True)
    link = {"name": "models", "groupIds": ["account"], "privateLinkServiceId": "the id"}
    endpoint = state(
        "azure-native:network:PrivateEndpoint",
        "door",
        {"privateLinkServiceConnections": [link]},
        propertyDependencies={"privateLinkServiceConnections": [account["urn"]]},
    )
    whole = {"version": 3, "deployment": {"resources": [account, endpoint]}}
    rules = ("stateful-resources-are-protected", "private-service-has-an-endpoint")
    found = judged(json.dumps(whole), all_rules(), {"pack": "strict"}, DAY)
    assert found is not None
    assert [each.rule for each in found if each.rule in rules] == []
    del account["protect"], endpoint["propertyDependencies"]
    found = judged(json.dumps(whole), all_rules(), {"pack": "strict"}, DAY)
    assert found is not None
    assert sorted(each.rule for each in found if each.rule in rules) == sorted(rules)


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "{", '{"deployment": 3}', '{"summaryEvent": {}}', "[" * 9000]
)
def test_what_is_neither_is_left_to_others(text: str) -> None:
    assert judged(text, all_rules(), {}, DAY) is None
