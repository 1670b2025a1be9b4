"""What plans lose of what the guard keeps."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from azure_ai_landing_zone_policies.guard.kinds import GUARDED
from azure_ai_landing_zone_policies.guard.losses import losses
from azure_ai_landing_zone_policies.guard.moves import MOVED_SUBNET
from azure_ai_landing_zone_policies.preview.read import read_plan
from policies.plans import GROUP, H100, STORE, VMSS, at, document, events, moved, step

TODAY = date(2026, 11, 21)
D16 = {"sku": {"name": "Standard_D16s_v5", "capacity": 4}}
VAULT = {
    "resourceProviderNamespace": "Microsoft.KeyVault",
    "parentResourcePath": "",
    "resourceType": "vaults",
    "resourceName": "kv",
    "apiVersion": "2026-02-01",
}
KEEP = "the program has it no more | keep it in the program"
LEAVE = MOVED_SUBNET.instead
MOVES = "only while nothing is in the subnet"
UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
"""What the engine writes for a value that isn't known before deployment."""
BEST = f"{STORE}/blobServices/default/containers/best"
BESIDE = GUARDED[VMSS].instead
Writer = Callable[..., str]


def listed(name: str, number: int) -> dict[str, str]:
    """A subnet inside a network."""
    return {"name": name, **at(f"10.0.{number}.0/24")}


@pytest.mark.parametrize("write", [document, events])
@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([], []),
        ([step("same", VMSS, "nodes", old=H100, new=H100)], []),
        ([step("create", VMSS, "nodes", new=H100)], []),
        ([step("update", VMSS, "nodes", old=H100, new=H100)], []),
        ([step("delete", VMSS, "nodes", old=H100)], [f"nodes deleted: {KEEP}"]),
        ([step("delete", VMSS, "web", old=D16)], []),
        ([step("delete", VMSS, "nodes", old={"sku": {}})], []),
        ([step("delete", VMSS, "nodes", old=H100, retained=True)], []),
        ([step("discard", VMSS, "nodes", old=H100)], []),
        ([step("delete", "network:RouteTable", "routes", old={})], []),
        (
            [step("delete", "cognitiveservices:Deployment", "gpt", old={"sku": {"name": "GlobalStandard"}})],
            [],
        ),
        (
            [
                step(
                    "delete",
                    "cognitiveservices:Deployment",
                    "gpt",
                    old={"sku": {"name": "ProvisionedManaged"}},
                )
            ],
            [f"gpt deleted: {KEEP}"],
        ),
        (
            [step("delete", "compute/v20240301:VirtualMachineScaleSet", "nodes", old=H100)],
            [f"nodes deleted: {KEEP}"],
        ),
        (
            [step("delete", "resources:Resource", "vault", old=VAULT)],
            [f"vault deleted: {KEEP}"],
        ),
        (
            [step("delete", "network:PrivateZone", "zone", old={})],
            [f"zone deleted: {KEEP}"],
        ),
        (
            [step("delete", VMSS, "nodes", old=H100), step("create", VMSS, "machines", new=H100)],
            [
                "nodes deleted: the program has a new machines in its place | if machines is the same one "
                "under another name, give it an alias; else keep both"
            ],
        ),
        (
            [
                step("delete-replaced", VMSS, "nodes", old=H100),
                step(
                    "replace",
                    VMSS,
                    "nodes",
                    old=H100,
                    new={**H100, "location": "westus"},
                    keys=("location",),
                    changed=("location",),
                ),
                step("create-replacement", VMSS, "nodes", old=H100, new=H100, keys=("location",)),
            ],
            [f'nodes replaced: Azure can\'t change location from "eastus" to "westus" in place | {BESIDE}'],
        ),
        (
            [
                step(
                    "replace",
                    VMSS,
                    "nodes",
                    old={**H100, "x": {"y": ["a"]}},
                    new={**H100, "x": {"y": ["b"]}},
                    changed=("x.y[0]",),
                )
            ],
            [f'nodes replaced: Azure can\'t change x.y[0] from "a" to "b" in place | {BESIDE}'],
        ),
        (
            [step("replace", VMSS, "nodes", old=H100, new=H100, keys=("extra",), changed=("extra",))],
            [f"nodes replaced: Azure can't change extra in place | {BESIDE}"],
        ),
        (
            [step("replace", VMSS, "nodes", old=H100, new=H100)],
            [f"nodes replaced: it follows another resource that is replaced | {BESIDE}"],
        ),
        (
            [
                step(
                    "replace",
                    "compute:ProximityPlacementGroup",
                    "ppg",
                    old={},
                    id=f"{GROUP}/ppg",
                    changed=("zones",),
                ),
                step(
                    "replace",
                    VMSS,
                    "nodes",
                    old={**H100, "proximityPlacementGroup": {"id": f"{GROUP}/ppg"}},
                    new=H100,
                    keys=("proximityPlacementGroup",),
                ),
            ],
            ["nodes replaced: its proximityPlacementGroup came from ppg, which is replaced | spare ppg"],
        ),
        (
            [step("replace", VMSS, "nodes", old=H100, new=H100, keys=("subnet",))],
            [f"nodes replaced: its subnet may change | {BESIDE}"],
        ),
        (
            [
                step("same", "storage:StorageAccount", "store", old={}, id=STORE),
                step("same", "storage:BlobContainer", "best", old={}, id=BEST),
                step("delete", "resources:ResourceGroup", "group", old={}, id=GROUP.upper()),
            ],
            [
                f"group deleted: {KEEP}",
                "best deleted along: it is in group, and Azure deletes it with that | spare group",
                "store deleted along: it is in group, and Azure deletes it with that | spare group",
            ],
        ),
        (
            [
                step("delete", "storage:BlobContainer", "best", old={}, id=BEST),
                step("delete", "storage:StorageAccount", "store", old={}, id=STORE),
            ],
            [
                f"store deleted: {KEEP}",
                "best deleted: it is in store, which is deleted | spare store",
            ],
        ),
        (
            [
                step(
                    "replace",
                    "storage:StorageAccount",
                    "store",
                    old={"location": "a"},
                    new={"location": "b"},
                    id=STORE,
                    changed=("location",),
                ),
                step("replace", "storage:BlobContainer", "best", old={}, id=BEST, keys=("accountName",)),
            ],
            [
                'store replaced: Azure can\'t change location from "a" to "b" in place | ' + BESIDE,
                "best replaced: it is in store, which is replaced | spare store",
            ],
        ),
        (
            [
                step(
                    "update",
                    "network:Subnet",
                    "nodes",
                    old={"addressPrefix": "10.40.2.0/29"},
                    new={"addressPrefix": "10.40.3.64/29"},
                )
            ],
            [
                'nodes moved: Azure changes addressPrefix from "10.40.2.0/29" to "10.40.3.64/29" only while '
                "nothing is in the subnet | leave it the prefix that it has; for more addresses add a subnet "
                "beside it, and move what is in this one"
            ],
        ),
        (
            [moved(at("10.0.0.0/24"), at("10.0.0.0/23"))],
            [
                'nodes moved: Azure changes addressPrefix from "10.0.0.0/24" to "10.0.0.0/23" '
                f"{MOVES} | {LEAVE}"
            ],
        ),
        ([moved(at("10.0.0.0/24"), {"addressPrefix": "10.0.0.0/24", "delegations": []})], []),
        ([moved(at("10.0.0.0/24"), {"addressPrefixes": ["10.0.0.0/24", "10.0.9.0/24"]})], []),
        (
            [
                moved(
                    {"addressPrefixes": ["10.0.0.0/24", "10.0.9.0/24"]}, {"addressPrefixes": ["10.0.0.0/24"]}
                )
            ],
            [
                'nodes moved: Azure changes addressPrefixes from "10.0.0.0/24" and "10.0.9.0/24" to '
                f'"10.0.0.0/24" {MOVES} | {LEAVE}'
            ],
        ),
        (
            [moved({"addressPrefix": 3}, at("10.0.0.0/24"))],
            [
                f'nodes moved: Azure changes addressPrefix from what can\'t be read to "10.0.0.0/24" {MOVES} '
                f"| {LEAVE}"
            ],
        ),
        ([moved({"addressPrefix": 3}, {"addressPrefix": 3})], []),
        (
            [moved({"subnets": 3}, {"subnets": []}, "network:VirtualNetwork")],
            [f"nodes moved: Azure changes subnets from what can't be read {MOVES} | {LEAVE}"],
        ),
        (
            [moved(at("10.0.0.0/24"), {"addressPrefix": UNKNOWN})],
            [
                'nodes moved: Azure changes addressPrefix from "10.0.0.0/24" to what is not known yet '
                f"{MOVES} | {LEAVE}"
            ],
        ),
        (
            [moved(at("10.0.0.0/24"), {"ipamPoolPrefixAllocations": []})],
            [f'nodes moved: Azure changes addressPrefix from "10.0.0.0/24" to nothing {MOVES} | {LEAVE}'],
        ),
        (
            [
                moved(
                    {"subnets": [listed("a", 0), listed("b", 1), listed("c", 2), listed("gone", 3)]},
                    {"subnets": [listed("c", 2), listed("b", 5), listed("a", 4), listed("new", 3)]},
                    "network:VirtualNetwork",
                )
            ],
            [
                'nodes moved: Azure changes subnets[0].addressPrefix from "10.0.0.0/24" to "10.0.4.0/24" and '
                f'subnets[1].addressPrefix from "10.0.1.0/24" to "10.0.5.0/24" {MOVES} | {LEAVE}'
            ],
        ),
        (
            [moved({"subnets": [listed("a", 0)]}, {"subnets": UNKNOWN}, "network:VirtualNetwork")],
            [
                'nodes moved: Azure changes subnets[0].addressPrefix from "10.0.0.0/24" to what is not known '
                f"yet {MOVES} | {LEAVE}"
            ],
        ),
        (
            [
                step("same", "network:Subnet", "nodes", old={"addressPrefix": "10.0.0.0/24"}),
                step("create", "network:Subnet", "more", new={"addressPrefix": "10.0.1.0/24"}),
                moved({"location": "a"}, {"location": "b"}, "network:RouteTable"),
            ],
            [],
        ),
    ],
)
def test_the_losses_of_a_plan(write: Writer, steps: list[Any], expected: list[str]) -> None:
    found = losses(read_plan(write(*steps)), TODAY)
    assert [f"{loss.name} {loss.how}: {loss.why} | {loss.instead}" for loss in found] == expected
