"""What a machine for development starts from, by size, and every way in which it couldn't."""

from datetime import date
from typing import Any

import pytest

from azure_ai_landing_zone.catalog.sizes import VM_SIZES
from azure_ai_landing_zone.core.problem import PlanRefused
from azure_ai_landing_zone.machines.dev.plan import DevMachineRequest, dev_machine_problems, plan_dev_machine

TODAY = date(2026, 11, 21)
HPC, UBUNTU, OLDER_UBUNTU = "24.04.2026072901", "24.04.202607290", "22.04.202607290"
ONE_OF_TWO = "give the version of the marketplace's image as `image_version`, or `own_image`: one of the two"
TRAINING = "is for training: take a TrainingCluster with `node_count` 1"


def request(**changes: Any) -> DevMachineRequest:
    values: dict[str, Any] = {
        "size": "Standard_NC4as_T4_v3",
        "image_sku": None,
        "image_version": HPC,
        "own_image_architecture": None,
        "security_type": "Standard",
        "data_disks": 1,
        "os_disk_size_gib": 256,
    }
    return DevMachineRequest(**(values | changes))


@pytest.mark.parametrize(
    ("changes", "image", "extension"),
    [
        ({}, "ubuntu-hpc 2404", None),
        ({"size": "standard_nc64as_t4_v3"}, "ubuntu-hpc 2404", None),
        ({"size": "Standard_NC24ads_A100_v4"}, "ubuntu-hpc 2404", None),
        ({"size": "Standard_NC80adis_H100_v5"}, "ubuntu-hpc 2404", None),
        ({"image_sku": "2204", "image_version": "22.04.2026072901"}, "ubuntu-hpc 2204", None),
        (
            {"size": "Standard_NV6ads_A10_v5", "image_version": UBUNTU},
            "ubuntu-24_04-lts server",
            "NvidiaGpuDriverLinux 1.11",
        ),
        (
            {
                "size": "Standard_NV36ads_A10_v5",
                "image_sku": "22_04-lts-gen2",
                "image_version": "22.04.202607290",
            },
            "0001-com-ubuntu-server-jammy 22_04-lts-gen2",
            "NvidiaGpuDriverLinux 1.11",
        ),
        (
            {"size": "Standard_NV28adms_V710_v5", "image_version": OLDER_UBUNTU},
            "0001-com-ubuntu-server-jammy 22_04-lts-gen2",
            "AmdGpuDriverLinux 1.0",
        ),
        (
            {"size": "Standard_D8ds_v6", "image_version": UBUNTU},
            "ubuntu-24_04-lts server",
            None,
        ),
        (
            {
                "size": "Standard_NC144ds_xl_RTXPRO6000BSE_v6",
                "image_version": None,
                "own_image_architecture": "x64",
            },
            None,
            None,
        ),
    ],
)
def test_plans(changes: dict[str, Any], image: str | None, extension: str | None) -> None:
    plan = plan_dev_machine(request(**changes), TODAY)
    assert (plan.image and f"{plan.image.offer} {plan.image.sku}") == image
    assert (plan.extension and f"{plan.extension.type} {plan.extension.version}") == extension
    assert plan.accelerated_networking is True
    assert plan.warnings == ()


REFUSALS: list[tuple[str, dict[str, Any], list[tuple[str, str]]]] = [
    (
        "retired",
        {"size": "Standard_NC6s_v3"},
        [("size", "Standard_NC6s_v3 is retired since 2025-09-30: take Standard_NC40ads_H100_v5")],
    ),
    (
        "unknown",
        {"size": "Standard_NC4as_T4"},
        [
            (
                "size",
                "Standard_NC4as_T4 is not a size of the catalogue: did you mean Standard_NC4as_T4_v3 or "
                "Standard_NC64as_T4_v3 or Standard_NV4as_v4?",
            )
        ],
    ),
    (
        "no GPU at all",
        {"size": "Standard_NP10s"},
        [
            (
                "size",
                "Standard_NP10s has no GPU: take an NC or NV size, or one without any such as "
                "Standard_D8ds_v5",
            )
        ],
    ),
    (
        "an A10 that only a converged driver reaches",
        {"size": "Standard_NC8ads_A10_v4"},
        [
            (
                "size",
                "Standard_NC8ads_A10_v4 needs a GRID driver that no extension installs: take "
                "Standard_NC40ads_H100_v5, or an image of your own",
            )
        ],
    ),
    (
        "for training",
        {"size": "Standard_ND96isr_H100_v5"},
        [("size", f"Standard_ND96isr_H100_v5 {TRAINING}")],
    ),
    (
        "for training, whatever the image",
        {"size": "Standard_ND96isr_H100_v5", "image_version": None, "own_image_architecture": "x64"},
        [("size", f"Standard_ND96isr_H100_v5 {TRAINING}")],
    ),
    (
        "confidential",
        {"size": "Standard_NCC40ads_H100_v5"},
        [
            (
                "size",
                "Standard_NCC40ads_H100_v5 is a confidential VM, for which there is no image with a driver: "
                "take Standard_NC40ads_H100_v5 for the same GPU",
            )
        ],
    ),
    (
        "RTX PRO",
        {
            "size": "Standard_NC144ds_xl_RTXPRO6000BSE_v6",
            "security_type": "TrustedLaunch",
        },
        [
            (
                "size",
                "Standard_NC144ds_xl_RTXPRO6000BSE_v6 needs a GRID driver that no extension installs: take "
                "Standard_NC40ads_H100_v5, or an image of your own",
            ),
            (
                "security_type",
                "Standard_NC144ds_xl_RTXPRO6000BSE_v6 doesn't support Trusted Launch: leave it out, or set "
                "it to Standard",
            ),
        ],
    ),
    (
        "V620",
        {"size": "Standard_NG8ads_V620_v1"},
        [
            (
                "size",
                "Standard_NG8ads_V620_v1 needs AMD's driver, which no extension is documented to install on "
                "it: take Standard_NV24ads_V710_v5, or an image of your own",
            )
        ],
    ),
    ("no image", {"image_version": None}, [("image_version", ONE_OF_TWO)]),
    ("two images", {"own_image_architecture": "x64"}, [("image_version", ONE_OF_TWO)]),
    (
        "a marketplace's image beside an own one",
        {"image_version": None, "own_image_architecture": "x64", "image_sku": "2404"},
        [("image_sku", "is of the marketplace's images: leave it out beside `own_image`")],
    ),
    (
        "HPC image on A10",
        {"size": "Standard_NV6ads_A10_v5", "image_sku": "2404"},
        [("image_sku", "must be one of server, 22_04-lts-gen2 for Standard_NV6ads_A10_v5, got '2404'")],
    ),
    (
        "the version of the other image",
        {"size": "Standard_NV6ads_A10_v5"},
        [
            (
                "image_version",
                f"'{HPC}' is not a version of server: versions look like {UBUNTU}, and `az vm image list "
                "--publisher Canonical --offer ubuntu-24_04-lts --sku server --all` lists them",
            )
        ],
    ),
    (
        "no room for AMD's driver",
        {"size": "Standard_NV4ads_V710_v5", "image_version": OLDER_UBUNTU, "os_disk_size_gib": 64},
        [
            (
                "os_disk_size_gib",
                "must be at least 128 for Standard_NV4ads_V710_v5: its driver alone wants half of that",
            )
        ],
    ),
    (
        "other processors",
        {"image_version": None, "own_image_architecture": "Arm64"},
        [
            (
                "own_image.architecture",
                "Standard_NC4as_T4_v3 is x64, got an image for Arm64: take another of the two",
            )
        ],
    ),
]


@pytest.mark.parametrize(
    ("changes", "expected"), [row[1:] for row in REFUSALS], ids=[row[0] for row in REFUSALS]
)
def test_refuses(changes: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    problems = dev_machine_problems(request(**changes), TODAY)
    assert [(".".join(map(str, problem.path)), problem.message) for problem in problems] == expected
    with pytest.raises(PlanRefused) as raised:
        plan_dev_machine(request(**changes), TODAY)
    assert raised.value.problems == tuple(problems)


def test_the_newest_of_an_image_warns() -> None:
    assert plan_dev_machine(request(image_version="latest"), TODAY).warnings == (
        "`image_version` is latest: making the machine anew gives another image than it had",
    )


@pytest.mark.parametrize("version", [HPC, UBUNTU, OLDER_UBUNTU])
def test_every_size_gets_a_machine_that_works_or_a_reason(version: str) -> None:
    for size in sorted(VM_SIZES):
        wanted = request(size=size, image_version=version)
        problems = dev_machine_problems(wanted, TODAY)
        if problems:
            with pytest.raises(PlanRefused) as refused:
                plan_dev_machine(wanted, TODAY)
            assert list(refused.value.problems) == problems, size
            continue
        plan = plan_dev_machine(wanted, TODAY)
        assert plan.image is not None, size
        has_driver = plan.image.drivers != "none"
        assert has_driver + (plan.extension is not None) == (1 if plan.size.gpus else 0), size
        assert not plan.size.has_rdma, size
