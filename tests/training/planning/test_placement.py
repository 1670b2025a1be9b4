"""Every way in which a training cluster could lose InfiniBand, or not start, has its sentence."""

from datetime import date
from typing import Any

import pytest

from azure_ai_landing_zone.core.problem import PlanRefused
from azure_ai_landing_zone.training.planning.placement import (
    REFUSED_SETTINGS,
    PlacementRequest,
    placement_problems,
    plan_training_cluster,
)

TODAY = date(2026, 11, 21)
PUBLISHER = "`az vm image list --publisher microsoft-dsvm --offer ubuntu-hpc --sku"
RACK = (
    "can't be built yet: its nodes join their rack through an interconnect group, which takes compute API "
    "2026-03-01, and scale sets are made with 2024-11-01. Take Standard_ND96isr_H200_v5"
)
RACK_OF_18 = "must be a multiple of 18, the nodes of a rack of"
SPREAD = "and nodes in several have no InfiniBand between them"


def request(**changes: Any) -> PlacementRequest:
    values: dict[str, Any] = {
        "size": "Standard_ND96isr_H100_v5",
        "node_count": 4,
        "node_limit": 100,
        "image_sku": None,
        "image_version": "24.04.2026072901",
        "own_image_architecture": None,
        "security_type": "Standard",
    }
    return PlacementRequest(**(values | changes))


REFUSALS: list[tuple[str, dict[str, Any], list[tuple[str, str]]]] = [
    (
        "unknown size",
        {"size": "Standard_ND96isr_H100v5"},
        [
            (
                "size",
                "Standard_ND96isr_H100v5 is not a size of the catalogue: did you mean "
                "Standard_ND96isr_H100_v5 or "
                "Standard_ND96isrf_H100_v5 or Standard_ND96is_H100_v5?",
            )
        ],
    ),
    (
        "nothing like a size",
        {"size": "huge"},
        [("size", "huge is not a size of the catalogue: sizes look like Standard_ND96isr_H100_v5")],
    ),
    (
        "retired, although it has RDMA",
        {"size": "Standard_ND24rs"},
        [("size", "Standard_ND24rs is retired since 2023-09-06: take Standard_ND96amsr_A100_v4")],
    ),
    (
        "announced, and the date has passed",
        {"size": "Standard_NV12s_v3", "node_count": 1},
        [
            (
                "size",
                "Standard_NV12s_v3 is retired since 2026-09-30: take Standard_NV12ads_A10_v5 or "
                "Standard_NC24lds_xl_RTXPRO6000BSE_v6 or Standard_NC16as_T4_v3 or Standard_NV12ads_V710_v5",
            )
        ],
    ),
    (
        "retired without a date",
        {"size": "Standard_NC128ds_xl_RTXPRO6000BSE_v6", "node_count": 1},
        [
            (
                "size",
                "Standard_NC128ds_xl_RTXPRO6000BSE_v6 is retired: take Standard_NC144ds_xl_RTXPRO6000BSE_v6",
            )
        ],
    ),
    (
        "several nodes without RDMA",
        {"size": "Standard_NC96ads_A100_v4"},
        [
            (
                "size",
                "Standard_NC96ads_A100_v4 has no InfiniBand, and 4 nodes would train over Ethernet, 26 to "
                "57 times "
                "slower: take an RDMA size such as Standard_ND96isr_H100_v5, or `node_count` 1",
            )
        ],
    ),
    (
        "more than a placement group holds",
        {"node_count": 101},
        [
            (
                "node_count",
                f"101 nodes don't fit into one placement group of 100, {SPREAD}: Azure's support grants up "
                "to 300 "
                "for HPC sizes: once it has, set `node_limit`",
            )
        ],
    ),
    (
        "more than Azure grants",
        {"node_count": 301, "node_limit": 300},
        [
            (
                "node_count",
                f"301 nodes don't fit into one placement group of 300, {SPREAD}: Azure grants no more than "
                "300: take "
                "several clusters, each its own fabric",
            )
        ],
    ),
    (
        "more than the cluster's own limit",
        {"node_count": 5, "node_limit": 4},
        [
            (
                "node_count",
                f"5 nodes don't fit into one placement group of 4, {SPREAD}: set `node_limit` to at least "
                "5 (100 is "
                "Azure's)",
            )
        ],
    ),
    (
        "V100 with an image for newer GPUs",
        {"size": "Standard_ND40rs_v2", "image_sku": "2404"},
        [("image_sku", "2404 doesn't fit Standard_ND40rs_v2: V100 GPUs need 2204-v100. Leave it out")],
    ),
    (
        "V100 with the version of another image",
        {"size": "Standard_ND40rs_v2"},
        [
            (
                "image_version",
                "'24.04.2026072901' is not a version of 2204-v100: versions look like 22.04.2026072901, and "
                f"{PUBLISHER} 2204-v100 --all` lists them",
            )
        ],
    ),
    (
        "AMD with an image for NVIDIA",
        {"size": "Standard_ND96isr_MI300X_v5", "image_sku": "2404"},
        [("image_sku", "2404 doesn't fit Standard_ND96isr_MI300X_v5: AMD GPUs need 2404-rocm. Leave it out")],
    ),
    (
        "NVIDIA with an image for AMD",
        {"image_sku": "2204-rocm", "image_version": "22.04.2025030701"},
        [("image_sku", "2204-rocm doesn't fit Standard_ND96isr_H100_v5: its GPUs need 2404. Leave it out")],
    ),
    (
        "no such image",
        {"image_sku": "2004"},
        [
            (
                "image_sku",
                "must be one of 2204, 2204-v100, 2204-rocm, 2404, 2404-rocm, got '2004': 2404 fits "
                "Standard_ND96isr_H100_v5",
            )
        ],
    ),
    (
        "a release that is no version",
        {"image_version": "24.04"},
        [
            (
                "image_version",
                "'24.04' is not a version of 2404: versions look like 24.04.2026072901, and "
                f"{PUBLISHER} 2404 --all` lists them",
            )
        ],
    ),
    (
        "GB200",
        {"size": "Standard_ND128isr_NDR_GB200_v6"},
        [
            ("size", f"Standard_ND128isr_NDR_GB200_v6 {RACK}"),
            ("node_count", f"{RACK_OF_18} Standard_ND128isr_NDR_GB200_v6, got 4"),
            (
                "own_image",
                "missing: there is no Azure HPC image for Arm64, which Standard_ND128isr_NDR_GB200_v6 is",
            ),
        ],
    ),
    (
        "GB300, an image for the wrong processors",
        {
            "size": "Standard_ND128isr_GB300_v6",
            "node_count": 20,
            "image_version": None,
            "own_image_architecture": "x64",
        },
        [
            ("size", f"Standard_ND128isr_GB300_v6 {RACK}"),
            ("node_count", f"{RACK_OF_18} Standard_ND128isr_GB300_v6, got 20"),
            (
                "own_image.architecture",
                "Standard_ND128isr_GB300_v6 is Arm64, got an image for x64: take another of the two",
            ),
        ],
    ),
    (
        "GB300, and nothing else wrong",
        {
            "size": "Standard_ND128isr_GB300_v6",
            "node_count": 36,
            "image_version": None,
            "own_image_architecture": "Arm64",
        },
        [("size", f"Standard_ND128isr_GB300_v6 {RACK}")],
    ),
    (
        "an image for Arm64 on other processors",
        {"image_version": None, "own_image_architecture": "Arm64"},
        [
            (
                "own_image.architecture",
                "Standard_ND96isr_H100_v5 is x64, got an image for Arm64: take another of the two",
            )
        ],
    ),
    (
        "no image",
        {"image_version": None},
        [
            (
                "image_version",
                "give the version of an Azure HPC image as `image_version`, or `own_image`: one of the two",
            )
        ],
    ),
    (
        "two images",
        {"own_image_architecture": "x64", "image_sku": "2404"},
        [
            (
                "image_version",
                "give the version of an Azure HPC image as `image_version`, or `own_image`: one of the two",
            ),
            ("image_sku", "is of Azure's images: leave it out beside `own_image`"),
        ],
    ),
    (
        "more data disks than the size takes",
        {"size": "Standard_ND96isr_H200_v5", "data_disks": 17},
        [("data_disks", "Standard_ND96isr_H200_v5 takes 16 data disks at most, got 17: take larger ones")],
    ),
    (
        "neither GPUs nor InfiniBand",
        {"size": "Standard_D16s_v5", "node_count": 1},
        [("size", "Standard_D16s_v5 has neither GPUs nor InfiniBand: take an NC or ND size")],
    ),
    (
        "confidential",
        {"size": "Standard_NCC40ads_H100_v5", "node_count": 1},
        [
            (
                "size",
                "Standard_NCC40ads_H100_v5 is a confidential VM, for which there is no Azure HPC image: take "
                "Standard_NC40ads_H100_v5 for the same GPU",
            )
        ],
    ),
    (
        "a graphics driver",
        {"size": "Standard_NV36ads_A10_v5", "node_count": 1},
        [
            (
                "size",
                "Standard_NV36ads_A10_v5 needs a GRID driver, which the Azure HPC images don't have: take "
                "an NC or ND "
                "size with a whole GPU",
            )
        ],
    ),
    (
        "Trusted Launch on ND A100",
        {"size": "Standard_ND96asr_v4", "security_type": "TrustedLaunch"},
        [
            (
                "security_type",
                "Standard_ND96asr_v4 doesn't support Trusted Launch: leave it out, or set it to Standard",
            )
        ],
    ),
    (
        "all at once",
        {
            "size": "Standard_NC96ads_A100_v4",
            "node_count": 120,
            "image_sku": "2404-rocm",
        },
        [
            (
                "size",
                "Standard_NC96ads_A100_v4 has no InfiniBand, and 120 nodes would train over Ethernet, 26 "
                "to 57 times "
                "slower: take an RDMA size such as Standard_ND96isr_H100_v5, or `node_count` 1",
            ),
            (
                "node_count",
                f"120 nodes don't fit into one placement group of 100, {SPREAD}: Azure's support grants up "
                "to 300 "
                "for HPC sizes: once it has, set `node_limit`",
            ),
            ("image_sku", "2404-rocm doesn't fit Standard_NC96ads_A100_v4: its GPUs need 2404. Leave it out"),
        ],
    ),
]


@pytest.mark.parametrize(
    ("changes", "expected"), [row[1:] for row in REFUSALS], ids=[row[0] for row in REFUSALS]
)
def test_refuses(changes: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    problems = placement_problems(request(**changes), TODAY)
    assert [(".".join(map(str, problem.path)), problem.message) for problem in problems] == expected
    with pytest.raises(PlanRefused) as raised:
        plan_training_cluster(request(**changes), TODAY)
    assert raised.value.problems == tuple(problems)


def test_settings_of_scale_sets_that_are_never_taken() -> None:
    assert list(REFUSED_SETTINGS) == [
        "orchestration_mode",
        "single_placement_group",
        "zones",
        "capacity_reservation_group_resource_id",
        "overprovision",
        "upgrade_policy",
        "accelerated_networking",
        "disk_controller_type",
        "secure_boot",
        "extensions",
        "priority",
        "max_price",
        "auto_shutdown",
        "public_ip_address",
        "inbound_nat_pools",
        "admin_password",
        "disk_encryption",
    ]
