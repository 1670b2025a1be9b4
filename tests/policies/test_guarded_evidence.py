"""Losses beside what holds data: evidence, ways in, and updates that lose some."""

from datetime import date
from typing import Any

import pytest

from azure_ai_landing_zone_policies.guard.losses import losses
from azure_ai_landing_zone_policies.preview.read import read_plan
from policies.plans import GROUP, STORE, document, step

TODAY = date(2026, 11, 21)
H100 = {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4}, "location": "eastus"}
D16 = {"sku": {"name": "Standard_D16s_v5", "capacity": 4}}
VMSS = "compute:VirtualMachineScaleSet"
BEST = f"{STORE}/blobServices/default/containers/best"
UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
"""What the engine writes for a value that isn't known before deployment."""
POOL = f"{GROUP}/providers/Microsoft.Compute/virtualMachineScaleSets/nodes"
SUBNET = f"{GROUP}/providers/Microsoft.Network/virtualNetworks/vnet/subnets/nodes"
NSG = f"{GROUP}/providers/Microsoft.Network/networkSecurityGroups/nsg"
USER = f"{GROUP}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/user"
SETTING = f"{STORE}/blobServices/default/providers/Microsoft.Insights/diagnosticSettings/audit"
ASSIGNED = {"scope": STORE, "principalId": "p-1", "roleDefinitionId": "reader"}


@pytest.mark.parametrize(
    ("steps", "lost"),
    [
        ([step("delete", "storage:BlobContainerImmutabilityPolicy", "worm", old={}, id=f"{BEST}/x")], [
            "worm"]),
        ([step("delete", "monitor:DiagnosticSetting", "audit", old={}, id=SETTING)], ["audit"]),
        ([step("delete", "operationalinsights:Table", "records", old={})], ["records"]),
        ([step("delete", "eventhub:EventHub", "stream", old={})], ["stream"]),
        ([step("delete", "authorization:ManagementLockByScope", "lock", old={"scope": STORE})], ["lock"]),
        ([step("delete", "network:AzureFirewall", "wall", old={})], ["wall"]),
        (
            [
                step("delete", "network:NetworkSecurityGroup", "nsg", old={}, id=NSG),
                step("update", "network:Subnet", "nodes", old={"networkSecurityGroup": {"id": NSG}}, new={}),
            ],
            ["nsg"],
        ),
        (
            [
                step("delete", "network:PrivateEndpoint", "endpoint", old={"privateLinkServiceConnections": [
                    {"name": "blob", "privateLinkServiceId": STORE}]}),
            ],
            ["endpoint"],
        ),
        (
            [
                step("delete", "managedidentity:UserAssignedIdentity", "user", old={}, id=USER),
                step("same", "storage:StorageAccount", "store", old={"encryption": {"identity": USER}}),
            ],
            ["user"],
        ),
        ([step("delete", "authorization:RoleAssignment", "reads", old=ASSIGNED)], ["reads"]),
        # What goes in company of what it serves is no loss of its own.
        (
            [
                step("delete", "storage:StorageAccount", "store", old={}, id=STORE),
                step("delete", "monitor:DiagnosticSetting", "audit", old={}, id=SETTING),
                step("delete", "authorization:RoleAssignment", "reads", old=ASSIGNED),
                step("delete", "network:PrivateEndpoint", "endpoint", old={"privateLinkServiceConnections": [
                    {"name": "blob", "privateLinkServiceId": STORE.upper()}]}),
            ],
            ["store"],
        ),
        (
            [
                step("delete", VMSS, "nodes", old=H100, id=POOL),
                step("delete", "network:NetworkSecurityGroup", "nsg", old={}, id=NSG),
                step("delete", "managedidentity:UserAssignedIdentity", "user", old={}, id=USER),
            ],
            ["nodes"],
        ),
        # The same right under another name.
        (
            [
                step("delete", "authorization:RoleAssignment", "reads", old=ASSIGNED),
                step("create", "authorization:RoleAssignment", "reader", new=ASSIGNED),
            ],
            [],
        ),
        (
            [step("replace", "monitor:DiagnosticSetting", "audit", old={}, new={}, changed=("x",))],
            [],
        ),
    ],
)  # fmt: skip
def test_evidence_and_ways_in_are_guarded(steps: list[Any], lost: list[str]) -> None:
    assert [loss.name for loss in losses(read_plan(document(*steps)), TODAY)] == lost


def nodes(count: int) -> dict[str, Any]:
    return {**H100, "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": count}}


def lifecycle(days: int | None, name: str = "old") -> dict[str, Any]:
    base = {"tierToCool": {"daysAfterModificationGreaterThan": 9}}
    if days is not None:
        base["delete"] = {"daysAfterModificationGreaterThan": days}
    definition = {"actions": {"baseBlob": base}, "filters": {"blobTypes": ["blockBlob"]}}
    return {"policy": {"rules": [{"name": name, "type": "Lifecycle", "definition": definition}]}}


@pytest.mark.parametrize(
    ("token", "old", "new", "why"),
    [
        ("storage:ManagementPolicy", lifecycle(90), lifecycle(0), [
            "policy.rules[0] deletes blobs 0 days after the last change, which stay for 90 days now"]),
        ("storage:ManagementPolicy", lifecycle(None), lifecycle(30), [
            "policy.rules[0] deletes blobs 30 days after the last change, which nothing deletes now"]),
        ("storage:ManagementPolicy", lifecycle(90), lifecycle(90, "new"), []),
        ("storage:ManagementPolicy", lifecycle(90), lifecycle(91), []),
        ("storage:BlobServiceProperties", {"deleteRetentionPolicy": {"enabled": True, "days": 14}},
         {"deleteRetentionPolicy": {"enabled": False}, "isVersioningEnabled": False}, [
            "deleteRetentionPolicy.enabled from true to false",
            "deleteRetentionPolicy.days from 14 to nothing"]),
        ("storage:BlobServiceProperties", {"isVersioningEnabled": True}, {}, [
            "isVersioningEnabled from true to nothing"]),
        ("operationalinsights:Table", {"totalRetentionInDays": 2555}, {"totalRetentionInDays": 90}, [
            "totalRetentionInDays from 2555 to 90"]),
        ("operationalinsights:Table", {"totalRetentionInDays": 90}, {"totalRetentionInDays": 2555}, []),
        ("operationalinsights:Workspace", {"retentionInDays": 90}, {"retentionInDays": UNKNOWN}, [
            "retentionInDays from 90 to what is not known yet"]),
        (VMSS, H100, nodes(0), ["sku.capacity from 4 to 0"]),
        (VMSS, H100, nodes(3), []),
        (VMSS, D16, {"sku": {"name": "Standard_D16s_v5", "capacity": 0}}, []),
        ("monitor:DiagnosticSetting",
         {"logs": [{"category": "Audit", "enabled": True}, {"categoryGroup": "allLogs", "enabled": False}]},
         {"logs": [{"category": "Audit", "enabled": False}]}, ["logs no longer have Audit"]),
    ],
)  # fmt: skip
def test_updates_that_lose_data_are_guarded(
    token: str, old: dict[str, Any], new: dict[str, Any], why: list[str]
) -> None:
    found = losses(read_plan(document(step("update", token, "it", old=old, new=new))), TODAY)
    assert [(loss.name, loss.how, loss.why) for loss in found] == [
        ("it", "changed", " and ".join(why))
    ] * bool(why)
