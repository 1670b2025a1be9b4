"""What ARM refuses at once, whatever exists: shown in preview, with the property path."""

from __future__ import annotations

import base64
import copy
from collections.abc import Iterator
from typing import Any

import pytest

from azure_simulator.cloud import resource_type
from azure_simulator.cloud.values import UNKNOWN
from simulator.samples import (
    ACCOUNT_ID,
    COMPUTE,
    GPU,
    NETWORK,
    ROLE,
    RULE,
    STORAGE,
    SUBNET_ID,
    SUBSCRIPTION,
    profile,
    scale_set,
)


@pytest.mark.parametrize(
    ("token", "inputs", "path", "text"),
    [
        (
            f"{NETWORK}:VirtualNetwork",
            {"virtualNetworkName": "v", "addressSpace": {"addressPrefixes": ["10.0.0.1/16"]}},
            "addressSpace.addressPrefixes[0]",
            "'10.0.0.1/16' is not valid CIDR notation, or has bits set beyond its prefix length",
        ),
        (
            f"{NETWORK}:Subnet",
            {"virtualNetworkName": "v", "subnetName": "n", "addressPrefix": "10.0.0.0/30"},
            "addressPrefix",
            "'10.0.0.0/30' is too small: the smallest IPv4 subnet is /29, of which Azure keeps 5 addresses",
        ),
        (
            f"{NETWORK}:NetworkSecurityGroup",
            {"networkSecurityGroupName": "n", "securityRules": [{**RULE, "priority": 99}]},
            "securityRules[0].priority",
            "99 is outside 100 to 4096",
        ),
        (
            f"{NETWORK}:NetworkSecurityGroup",
            {"networkSecurityGroupName": "n", "securityRules": [RULE, {**RULE, "name": "s"}]},
            "securityRules[1].priority",
            "priority 100 in direction Inbound is also that of securityRules[0]: rules of one direction "
            "can't share a priority",
        ),
        (
            f"{NETWORK}:PublicIPAddress",
            {"publicIpAddressName": "p", "sku": {"name": "Standard"}},
            "publicIPAllocationMethod",
            "a Standard public IP address must be Static, got Dynamic",
        ),
        (
            f"{NETWORK}:PublicIPAddress",
            {"publicIpAddressName": "p"},
            "sku.name",
            "Basic public IP addresses are retired since 2025-09-30 and are what Azure makes without a sku: "
            "use Standard",
        ),
        (
            f"{NETWORK}:PrivateEndpoint",
            {
                "privateEndpointName": "pe",
                "subnet": {"id": SUBNET_ID},
                "privateLinkServiceConnections": [
                    {"name": "c", "privateLinkServiceId": ACCOUNT_ID, "groupIds": ["blobs"]}
                ],
            },
            "privateLinkServiceConnections[0].groupIds[0]",
            "'blobs' is no group id of Microsoft.Storage/storageAccounts: blob, blob_secondary, file, queue, "
            "queue_secondary, table, table_secondary, dfs, dfs_secondary, web, web_secondary",
        ),
        (
            "azure-native:privatedns:PrivateZone",
            {"privateZoneName": "privatelink.blob.core.windows.net", "location": "eastus"},
            "location",
            "The provided location 'eastus' is not available for resource type "
            "'Microsoft.Network/privateDnsZones'. List of available regions for the resource type is "
            "'global'.",
        ),
        (
            f"{STORAGE}:StorageAccount",
            {"accountName": "St_1", "kind": "StorageV2", "sku": {"name": "Standard_LRS"}},
            "accountName",
            "'St_1' is not a valid name for Microsoft.Storage/storageAccounts: Storage account name must be "
            "between 3 and 24 characters in length and use numbers and lower-case letters only.",
        ),
        (
            f"{STORAGE}:StorageAccount",
            {"accountName": "stsim", "kind": "BlockBlobStorage", "sku": {"name": "Standard_LRS"}},
            "sku.name",
            "'Standard_LRS' does not go with kind BlockBlobStorage: use Premium_LRS or Premium_ZRS",
        ),
        (
            f"{STORAGE}:BlobContainer",
            {"accountName": "stsim", "containerName": "a--b"},
            "containerName",
            "'a--b' is not a valid name for Microsoft.Storage/storageAccounts/blobServices/containers: 3-63 "
            "lowercase letters, digits and single hyphens, starting and ending with a letter or digit",
        ),
        (
            "azure-native:authorization:RoleAssignment",
            {
                "scope": SUBSCRIPTION,
                "principalId": "p",
                "roleDefinitionId": ROLE,
                "roleAssignmentName": "mine",
            },
            "roleAssignmentName",
            "'mine' is not a valid name for Microsoft.Authorization/roleAssignments: The role assignment ID "
            "must be a GUID.",
        ),
        (
            f"{COMPUTE}:ProximityPlacementGroup",
            {"proximityPlacementGroupName": "ppg", "zones": ["1"]},
            "zones",
            "a zone can be given only together with intent.vmSizes",
        ),
        (
            f"{COMPUTE}:VirtualMachineScaleSet",
            scale_set(sku={"name": GPU, "capacity": 101}),
            "sku.capacity",
            "101 is above the 100 instances that a scale set with singlePlacementGroup true may have in this "
            "subscription: Azure's support grants up to 300 for HPC sizes, here singlePlacementGroupLimit "
            "in the file that AZURE_SIMULATOR_SUBSCRIPTION names does (docs/simulator.md)",
        ),
        (
            f"{COMPUTE}:VirtualMachineScaleSet",
            scale_set(sku={"name": "Standard_ND96isr_H100", "capacity": 2}),
            "sku.name",
            "The requested VM size Standard_ND96isr_H100 is not available in the current region (eastus). "
            "Find out more on the available VM sizes in each region at https://aka.ms/azure-regions. Did "
            "you mean Standard_ND96isr_H100_v5 or Standard_ND96isrf_H100_v5 or Standard_ND96is_H100_v5?",
        ),
        (
            f"{COMPUTE}:VirtualMachineScaleSet",
            scale_set(
                virtualMachineProfile=profile(capacityReservation={"capacityReservationGroup": {"id": "x"}})
            ),
            "virtualMachineProfile.capacityReservation",
            "a capacity reservation can't be used with singlePlacementGroup true",
        ),
        (
            f"{COMPUTE}:VirtualMachineScaleSet",
            scale_set(
                virtualMachineProfile=profile(osProfile={"adminUsername": "admin", "adminPassword": "x"})
            ),
            "virtualMachineProfile.osProfile.adminUsername",
            "The Admin Username specified is not allowed: 'admin'.",
        ),
        (
            f"{COMPUTE}:VirtualMachineScaleSet",
            scale_set(
                virtualMachineProfile=profile(
                    osProfile={"adminUsername": "me", "adminPassword": "x", "customData": "not base64!"}
                )
            ),
            "virtualMachineProfile.osProfile.customData",
            "Custom data in OSProfile must be in Base64 encoding and with a maximum length of 87380 "
            "characters.",
        ),
        (
            f"{COMPUTE}:VirtualMachineScaleSet",
            scale_set(
                virtualMachineProfile=profile(
                    osProfile={
                        "adminUsername": "me",
                        "adminPassword": "x",
                        "customData": base64.b64encode(b"x" * 65536).decode(),
                    }
                )
            ),
            "virtualMachineProfile.osProfile.customData",
            "Custom data in OSProfile must be in Base64 encoding and with a maximum length of 87380 "
            "characters.",
        ),
        (
            "azure-native:keyvault:Vault",
            {
                "vaultName": "kv-sim",
                "properties": {
                    "sku": {"family": "A", "name": "standard"},
                    "tenantId": "t",
                    "enablePurgeProtection": False,
                },
            },
            "properties.enablePurgeProtection",
            'The property "enablePurgeProtection" cannot be set to false. Enabling the purge protection for '
            "a vault is an "
            "irreversible action.",
        ),
        (
            "azure-native:containerservice:AgentPool",
            {"resourceName": "aks", "agentPoolName": "gpu-pool", "vmSize": GPU},
            "agentPoolName",
            "'gpu-pool' is not a valid name for Microsoft.ContainerService/managedClusters/agentPools: 1-12 "
            "lowercase letters and digits (Windows: 1-6), starting with a letter",
        ),
    ],
)
def test_refused_at_once(client: Any, token: str, inputs: dict[str, Any], path: str, text: str) -> None:
    if "scope" not in inputs:
        inputs = {"resourceGroupName": "rg-test", **inputs}
    assert client.check(token, "x", inputs)[1] == [(path, text)]


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield from _places(value[key], (*path, key))


def _unknown_at(value: Any, path: tuple[Any, ...]) -> Any:
    changed = copy.deepcopy(value)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = UNKNOWN
    return changed


LIFECYCLE = {
    "rules": [
        {
            "name": "r",
            "type": "Lifecycle",
            "definition": {
                "filters": {"blobTypes": ["blockBlob"], "prefixMatch": ["a"]},
                "actions": {"baseBlob": {"delete": {"daysAfterModificationGreaterThan": 14}}},
            },
        }
    ]
}


@pytest.mark.parametrize(
    ("token", "inputs"),
    [
        (f"{COMPUTE}:VirtualMachineScaleSet", scale_set(zones=["1"], proximityPlacementGroup={"id": "x"})),
        (f"{STORAGE}:ManagementPolicy", {"accountName": "a", "policy": LIFECYCLE}),
        (f"{NETWORK}:NetworkSecurityGroup", {"networkSecurityGroupName": "n", "securityRules": [RULE]}),
        (
            f"{NETWORK}:PrivateEndpoint",
            {
                "subnet": {"id": SUBNET_ID},
                "privateLinkServiceConnections": [
                    {"name": "c", "privateLinkServiceId": ACCOUNT_ID, "groupIds": ["blob"]}
                ],
            },
        ),
        (
            "azure-native:keyvault:Vault",
            {
                "properties": {
                    "sku": {"family": "A", "name": "standard"},
                    "tenantId": "t",
                    "enablePurgeProtection": True,
                }
            },
        ),
        (
            "azure-native:containerservice:ManagedCluster",
            {
                "dnsPrefix": "d",
                "identity": {"type": "SystemAssigned"},
                "agentPoolProfiles": [
                    {"name": "a", "mode": "System", "count": 1, "vmSize": "Standard_D4s_v5"}
                ],
            },
        ),
    ],
)
def test_what_is_not_known_yet_is_never_a_problem(token: str, inputs: dict[str, Any]) -> None:
    unit = resource_type.find(token)
    assert unit is not None
    assert list(unit.problems(inputs)) == []
    for path in _places(inputs):
        assert list(unit.problems(_unknown_at(inputs, path))) == [], path
