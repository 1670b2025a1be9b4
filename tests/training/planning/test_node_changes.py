"""What changes of a scale set mean for the nodes that run."""

from copy import deepcopy
from typing import Any

import pytest

from azure_ai_landing_zone.training.planning.node_changes import ScaleSetChange

ANEW = (
    "give the cluster another name, which makes a second one; or take it out, run `pulumi up`, and put it "
    "back, which deletes its nodes"
)
H100, H200 = "Standard_ND96isr_H100_v5", "Standard_ND96isr_H200_v5"
BEFORE: dict[str, Any] = {
    "zones": ["1"],
    "platformFaultDomainCount": 1,
    "proximityPlacementGroup": {"id": "/group"},
    "sku": {"name": H100, "capacity": 4},
    "virtualMachineProfile": {
        "osProfile": {
            "adminUsername": "azureuser",
            "computerNamePrefix": "pretrain",
            "customData": "Zmlyc3Q=",
        },
        "storageProfile": {
            "imageReference": {"sku": "2404", "version": "24.04.2026072901"},
            "osDisk": {"diskSizeGB": 256},
        },
    },
}
UNKNOWN = object()


def change(changes: dict[str, Any], nodes: int = 4) -> ScaleSetChange:
    after = deepcopy(BEFORE)
    for path, value in changes.items():
        *parents, name = path.split(".")
        place = after
        for parent in parents:
            place = place.setdefault(parent, {})
        place[name] = value
    return ScaleSetChange(BEFORE, after, nodes)


PROFILE = "virtualMachineProfile"


@pytest.mark.parametrize(
    ("changes", "sentences"),
    [
        ({"zones": ["2"]}, [f"`zone` of a scale set can't change, from 1 to 2: {ANEW}"]),
        ({"zones": None}, [f"`zone` of a scale set can't change, from 1 to none: {ANEW}"]),
        (
            {"platformFaultDomainCount": 5},
            [f"`fault_domain_count` of a scale set can't change, from 1 to 5: {ANEW}"],
        ),
        (
            {f"{PROFILE}.priority": "Spot"},
            [f"`spot` of a scale set can't change, from none to Spot: {ANEW}"],
        ),
        (
            {f"{PROFILE}.evictionPolicy": "Deallocate"},
            [f"`eviction_policy` of a scale set can't change, from none to Deallocate: {ANEW}"],
        ),
        (
            {f"{PROFILE}.priority": "Spot", f"{PROFILE}.evictionPolicy": "Delete"},
            [f"`spot` of a scale set can't change, from none to Spot: {ANEW}"],
        ),
        (
            {f"{PROFILE}.osProfile.adminUsername": "ops", f"{PROFILE}.osProfile.computerNamePrefix": "b"},
            [
                f"`admin_username` of a scale set can't change, from azureuser to ops: {ANEW}",
                f"`label` of a scale set can't change, from pretrain to b: {ANEW}",
            ],
        ),
        (
            {"proximityPlacementGroup": None},
            [
                "`placement` can't change while the cluster has nodes, and it has 4: set `node_count` to 0 "
                "first"
            ],
        ),
        (
            {"sku.name": H200},
            [
                f"`size` can't change to another family, from {H100} to {H200}: nodes of two families are on "
                f"two InfiniBand fabrics; {ANEW}"
            ],
        ),
        (
            {"proximityPlacementGroup": {"id": "/other"}},
            [
                "`placement` can't change while the cluster has nodes, and it has 4: set `node_count` to 0 "
                "first"
            ],
        ),
        (
            {f"{PROFILE}.storageProfile.osDisk": {"managedDisk": {"diskEncryptionSet": {"id": UNKNOWN}}}},
            [f"the key of a scale set's disks can't come or go later: {ANEW}"],
        ),
        ({"sku.name": "Standard_ND96isrf_H100_v5"}, []),
        ({"zones": UNKNOWN, "proximityPlacementGroup": {"id": UNKNOWN}}, []),
        ({"sku.capacity": 8, f"{PROFILE}.storageProfile.imageReference": {"sku": "2204"}}, []),
    ],
)
def test_refusals(changes: dict[str, Any], sentences: list[str]) -> None:
    assert change(changes).refusals() == sentences


@pytest.mark.parametrize(
    ("changes", "not_yet"),
    [
        ({"sku.capacity": 8}, []),
        ({"tags": {"owner": "b"}}, []),
        ({f"{PROFILE}.storageProfile.imageReference": {"sku": "2204"}}, ["`image_version`"]),
        ({f"{PROFILE}.storageProfile.imageReference": {"id": UNKNOWN}}, []),
        ({f"{PROFILE}.storageProfile.dataDisks": [{"lun": 0}]}, ["`data_disks`"]),
        ({f"{PROFILE}.storageProfile.osDisk.diskSizeGB": 512}, ["`os_disk_size_gib`"]),
        (
            {
                f"{PROFILE}.osProfile.customData": "c2Vjb25k",
                f"{PROFILE}.securityProfile": {"securityType": "TrustedLaunch"},
            },
            ["`security_type`", "what nodes do on their first boot"],
        ),
        ({f"{PROFILE}.securityProfile": {"encryptionAtHost": True}}, ["`encryption_at_host`"]),
        (
            {f"{PROFILE}.scheduledEventsProfile": {"terminateNotificationProfile": {"enable": True}}},
            ["`termination_notice_minutes`"],
        ),
        (
            {f"{PROFILE}.networkProfile": {"networkInterfaceConfigurations": [{"name": "other"}]}},
            ["the network"],
        ),
        ({"sku.name": "Standard_ND96isrf_H100_v5"}, ["`size`"]),
    ],
)
def test_what_running_nodes_do_not_see(changes: dict[str, Any], not_yet: list[str]) -> None:
    assert change(changes).not_yet() == not_yet


@pytest.mark.parametrize(
    ("changes", "needed"),
    [
        ({f"{PROFILE}.osProfile.customData": "c2Vjb25k"}, True),
        ({f"{PROFILE}.osProfile.linuxConfiguration": {"ssh": {"publicKeys": []}}}, True),
        ({f"{PROFILE}.osProfile.customData": UNKNOWN}, False),
        ({f"{PROFILE}.storageProfile.dataDisks": [{"lun": 0}]}, False),
    ],
)
def test_what_takes_a_first_boot(changes: dict[str, Any], *, needed: bool) -> None:
    assert change(changes).needs_first_boot() is needed


def test_a_group_without_an_id_yet_is_a_group() -> None:
    into = ScaleSetChange({}, {"proximityPlacementGroup": {"id": UNKNOWN}}, nodes=1)
    assert into.refusals() == [
        "`placement` can't change while the cluster has nodes, and it has 1: set `node_count` to 0 first"
    ]


def test_without_nodes_anything_that_azure_takes_is_applied_at_once() -> None:
    nothing_left = change({"proximityPlacementGroup": None, f"{PROFILE}.osProfile.customData": "x"}, nodes=0)
    assert (nothing_left.refusals(), nothing_left.not_yet()) == ([], [])
