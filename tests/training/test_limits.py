"""Every limit that Azure sets on training nodes and that someone could run into, with the sentence
they get."""

from typing import Any

import pytest

from azure_ai_landing_zone import LandingZoneSettings, SettingsError
from helpers.settings import SUBJECT, stack

AT = "trainingClusters[0]"
AZURE_IMAGES = "`az vm image list --publisher microsoft-dsvm --offer ubuntu-hpc --sku"
ONE_FABRIC = "and nodes in several have no InfiniBand between them"
RACK = (
    "can't be built yet: its nodes join their rack through an interconnect group, which takes compute API "
    "2026-03-01, and scale sets are made with 2024-11-01. Take Standard_ND96isr_H200_v5"
)

LIMITS: list[tuple[str, dict[str, Any], str]] = [
    # What gives InfiniBand
    (
        "only sizes with r have InfiniBand",
        {"size": "Standard_ND96is_H100_v5"},
        f"{AT}.size: Standard_ND96is_H100_v5 has no InfiniBand, and 4 nodes would train over Ethernet, 26 to "
        "57 times slower: take an RDMA size such as Standard_ND96isr_H100_v5, or `nodeCount` 1",
    ),
    (
        "Flexible scale sets have none",
        {"orchestrationMode": "Flexible"},
        f"{AT}.orchestrationMode: the scale set is always Uniform: Flexible scale sets have no InfiniBand, "
        "whatever their size. Leave it out",
    ),
    (
        "several placement groups have none between them",
        {"singlePlacementGroup": False},
        f"{AT}.singlePlacementGroup: it is always true: without a single placement group nodes have no "
        "InfiniBand between them. Leave it out",
    ),
    (
        "a placement group has 100 nodes",
        {"nodeCount": 101},
        f"{AT}.nodeCount: 101 nodes don't fit into one placement group of 100, {ONE_FABRIC}: Azure's "
        "support grants up to 300 for HPC sizes: once it has, set `nodeLimit`",
    ),
    (
        "and 300 at most",
        {"nodeCount": 301, "nodeLimit": 300},
        f"{AT}.nodeCount: 301 nodes don't fit into one placement group of 300, {ONE_FABRIC}: Azure grants no "
        "more than 300: take several clusters, each its own fabric",
    ),
    (
        "nobody is granted more",
        {"nodeLimit": 301},
        f"{AT}.nodeLimit: must be at most 300, got 301",
    ),
    (
        "names that Azure keeps from users",
        {"adminUsername": "admin"},
        f"{AT}.adminUsername: Azure refuses admin as a user's name: take another, such as azureuser",
    ),
    (
        "names that Azure keeps from users, by its page on Linux",
        {"adminUsername": "video"},
        f"{AT}.adminUsername: Azure refuses video as a user's name: take another, such as azureuser",
    ),
    (
        "a fabric is in one zone",
        {"zones": ["1", "2"]},
        f"{AT}.zones: an InfiniBand fabric doesn't span zones: give one zone as `zone`, or leave it out for "
        "a region without zones",
    ),
    (
        "a zone has 1 or 5 fault domains",
        {"faultDomainCount": 2},
        f"{AT}.faultDomainCount: must be 1 or 5, got 2: Azure has no other count for a zone",
    ),
    (
        "overprovisioned nodes come and go",
        {"overprovision": True},
        f"{AT}.overprovision: it is always off: Azure would start more nodes than asked for and delete some "
        "of them again. Leave it out",
    ),
    (
        "capacity reservations exclude InfiniBand",
        {"capacityReservationGroupResourceId": "/group"},
        f"{AT}.capacityReservationGroupResourceId: capacity reservations exclude ND sizes, proximity "
        "placement groups and single placement groups, and so InfiniBand: leave it out, and ask Azure for "
        "capacity by quota and support",
    ),
    (
        "other upgrade policies restart nodes",
        {"upgradePolicy": "Rolling"},
        f"{AT}.upgradePolicy: it is always Manual: the others restart nodes under a running job. Leave it "
        "out; the output `updateNodesCommand` is what brings nodes up to date",
    ),
    # Placement groups
    (
        "a placement group is there or it isn't",
        {
            "placement": "none",
            "existingPlacementGroup": {"proximityPlacementGroupResourceId": "/group"},
        },
        f"{AT}.existingPlacementGroup: goes with a proximity placement group: leave `placement` out",
    ),
    (
        "Ultra is reserved, and nothing else exists",
        {"placement": "ultra"},
        f"{AT}.placement: must be 'proximityPlacementGroup' or 'none', got \"ultra\"",
    ),
    # Images and drivers
    (
        "AMD takes ROCm",
        {"size": "Standard_ND96isr_MI300X_v5", "imageSku": "2404", "location": "westus"},
        f"{AT}.imageSku: 2404 doesn't fit Standard_ND96isr_MI300X_v5: AMD GPUs need 2404-rocm. Leave it out",
    ),
    (
        "V100 takes its own image",
        {"size": "Standard_ND40rs_v2", "imageSku": "2204", "imageVersion": "22.04.2026072901"},
        f"{AT}.imageSku: 2204 doesn't fit Standard_ND40rs_v2: V100 GPUs need 2204-v100. Leave it out",
    ),
    (
        "a version belongs to an image",
        {"imageVersion": "22.04.2026072901"},
        f"{AT}.imageVersion: '22.04.2026072901' is not a version of 2404: versions look like "
        f"24.04.2026072901, and {AZURE_IMAGES} 2404 --all` lists them",
    ),
    (
        "extensions have no drivers for these GPUs and adapters",
        {"extensions": ["InfiniBandDriverLinux"]},
        f"{AT}.extensions: drivers are in the HPC images: the InfiniBand extension has none for ConnectX-7, "
        "and the one for GPUs none for ND sizes. Leave it out",
    ),
    (
        "ND A100 has no Trusted Launch",
        {"size": "Standard_ND96amsr_A100_v4", "securityType": "TrustedLaunch"},
        f"{AT}.securityType: Standard_ND96amsr_A100_v4 doesn't support Trusted Launch: leave it out, or set "
        "it to Standard",
    ),
    (
        "drivers aren't signed for Secure Boot",
        {"secureBoot": True},
        f"{AT}.secureBoot: it is always off: not every driver of the HPC images is signed. Leave it out; "
        "`securityType` TrustedLaunch gives a virtual TPM",
    ),
    (
        "RTX PRO takes a GRID driver",
        {"size": "Standard_NC144ds_xl_RTXPRO6000BSE_v6", "nodeCount": 1},
        f"{AT}.size: Standard_NC144ds_xl_RTXPRO6000BSE_v6 needs a GRID driver, which the Azure HPC images "
        "don't have: take an NC or ND size with a whole GPU",
    ),
    # Racks
    (
        "racks of GB200 take an API that isn't there",
        {
            "size": "Standard_ND128isr_NDR_GB200_v6",
            "nodeCount": 18,
            "imageVersion": None,
            "ownImage": {"imageResourceId": "/image", "architecture": "Arm64"},
        },
        f"{AT}.size: Standard_ND128isr_NDR_GB200_v6 {RACK}",
    ),
    (
        "GB300 is Arm64",
        {
            "size": "Standard_ND128isr_GB300_v6",
            "nodeCount": 18,
            "imageVersion": None,
            "ownImage": {"imageResourceId": "/image"},
        },
        f"{AT}.size: Standard_ND128isr_GB300_v6 {RACK}\n"
        f"{AT}.ownImage.architecture: Standard_ND128isr_GB300_v6 is Arm64, got an image for x64: take "
        "another of the two",
    ),
    (
        "18 nodes are a rack, and there is no image of Azure's",
        {"size": "Standard_ND128isr_GB300_v6", "nodeCount": 4},
        f"{AT}.size: Standard_ND128isr_GB300_v6 {RACK}\n"
        f"{AT}.nodeCount: must be a multiple of 18, the nodes of a rack of Standard_ND128isr_GB300_v6, got "
        "4\n"
        f"{AT}.ownImage: missing: there is no Azure HPC image for Arm64, which Standard_ND128isr_GB300_v6 is",
    ),
    (
        "the disk controller is the size's",
        {"diskControllerType": "NVMe"},
        f"{AT}.diskControllerType: it is the one that the size takes: leave it out",
    ),
    # Capacity, quota, prices
    (
        "spot nodes go within half a minute",
        {"spot": True, "checkpointStore": None},
        f"{AT}.checkpointStore: missing: Azure takes spot nodes back with half a minute's notice, and a job "
        "without checkpoints starts again from nothing. Give it, or leave `spot` out",
    ),
    (
        "only spot nodes are evicted",
        {"evictionPolicy": "Deallocate"},
        f"{AT}.evictionPolicy: is for spot nodes: give `spot` true, or leave it out",
    ),
    (
        "LowPriority is retired",
        {"priority": "LowPriority"},
        f"{AT}.priority: give `spot` true or false: LowPriority is retired since 2026-03-31",
    ),
    (
        "a highest price evicts too",
        {"maxPrice": 20},
        f"{AT}.maxPrice: with one, Azure takes nodes back for their price too, beside for want of room: "
        "leave it out, and they cost what spot costs",
    ),
    (
        "sizes end on a day",
        {"size": "Standard_NC24rs_v3"},
        f"{AT}.size: Standard_NC24rs_v3 is retired since 2025-09-30: take Standard_NC40ads_H100_v5",
    ),
    # Disks, notice, ways in
    (
        "a size takes so many disks",
        {"dataDisks": [{"sizeGib": 64}] * 33},
        f"{AT}.dataDisks: Standard_ND96isr_H100_v5 takes 32 data disks at most, got 33: take larger ones",
    ),
    (
        "a disk has 32 TiB",
        {"dataDisks": [{"sizeGib": 32_768}]},
        f"{AT}.dataDisks[0].sizeGib: must be at most 32767, got 32768",
    ),
    (
        "notice of a deletion is 5 to 15 minutes",
        {"terminationNoticeMinutes": 20},
        f"{AT}.terminationNoticeMinutes: must be at most 15, got 20",
    ),
    (
        "accelerated networking is the size's",
        {"acceleratedNetworking": True},
        f"{AT}.acceleratedNetworking: it is on wherever the size has it: leave it out",
    ),
    (
        "auto-shutdown is for single machines",
        {"autoShutdown": {"time": "19:00"}},
        f"{AT}.autoShutdown: it is for single machines: give `workingHours`",
    ),
    (
        "inbound NAT pools end in 2027",
        {"inboundNatPools": []},
        f"{AT}.inboundNatPools: Azure retires them on 2027-09-30: leave it out, and come in through Bastion",
    ),
    (
        "Azure Disk Encryption ends in 2028",
        {"diskEncryption": True},
        f"{AT}.diskEncryption: Azure Disk Encryption retires on 2028-09-15: give `encryptionAtHost`",
    ),
    (
        "nodes have no public addresses",
        {"publicIpAddress": True},
        f"{AT}.publicIpAddress: nodes have private addresses only: leave it out, and come in through Bastion",
    ),
    (
        "the host keeps 172.16.0.0/16 for RDMA",
        {"addressSpace": "172.16.0.0/16"},
        "network.addressSpace: 172.16.0.0/16 overlaps 172.16.0.0/16, which InfiniBand uses on the hosts: "
        "take another range",
    ),
]
"""What is tried in the stack `training`: settings of its cluster, or of its network and place."""


@pytest.mark.parametrize(("changes", "expected"), [row[1:] for row in LIMITS], ids=[row[0] for row in LIMITS])
def test_limit(changes: dict[str, Any], expected: str) -> None:
    settings = stack()
    for name, value in changes.items():
        if name == "location":
            settings["location"] = value
        elif name == "addressSpace":
            settings["network"][name] = value
        elif value is None:
            settings["trainingClusters"][0].pop(name, None)
        else:
            settings["trainingClusters"][0][name] = value
    with pytest.raises(SettingsError) as raised:
        LandingZoneSettings.load(settings, SUBJECT)
    _, *problems = str(raised.value).split("\n")
    assert "\n".join(problem.strip() for problem in problems) == expected
