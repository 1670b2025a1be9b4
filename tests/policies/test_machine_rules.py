"""Rules on virtual machines and scale sets: what tips the verdict."""

from datetime import date
from typing import Any

import pytest
from pulumi_policy.proxy import UNKNOWN_BOOLEAN_VALUE, UNKNOWN_STRING_VALUE

from azure_ai_landing_zone_policies.engine.rule import Verdict
from azure_ai_landing_zone_policies.engine.testing import PASSES, fails, judge, judge_program, unsure

TODAY = date(2026, 11, 21)
SCALE_SET = "compute:VirtualMachineScaleSet"
MACHINE = "compute:VirtualMachine"
POOL = "containerservice:AgentPool"

H100 = {"name": "Standard_ND96isr_H100_v5", "capacity": 4.0}
UNKNOWN = {"name": UNKNOWN_STRING_VALUE, "capacity": 4.0}
SIZE_UNKNOWN = unsure("sku.name isn't known before deployment")


def profile(**parts: Any) -> dict[str, Any]:
    return {"virtualMachineProfile": parts}


def image(publisher: str, offer: str) -> dict[str, Any]:
    return profile(storageProfile={"imageReference": {"publisher": publisher, "offer": offer}})


TRUSTED = profile(securityProfile={"securityType": "TrustedLaunch"})
RESERVED = profile(capacityReservation={"capacityReservationGroup": {"id": UNKNOWN_STRING_VALUE}})


@pytest.mark.parametrize(
    ("rule", "type_", "inputs", "verdict"),
    [
        ("infiniband-needs-its-drivers", SCALE_SET, {"sku": H100}, PASSES),
        ("infiniband-needs-its-drivers", SCALE_SET, {"sku": H100, **image("contoso", "golden")}, PASSES),
        (
            "infiniband-needs-its-drivers",
            SCALE_SET,
            {"sku": H100, **image("microsoft-dsvm", "ubuntu-hpc")},
            PASSES,
        ),
        (
            "infiniband-needs-its-drivers",
            SCALE_SET,
            {"sku": {"name": "Standard_NC4as_T4_v3"}, **image("Canonical", "ubuntu-24_04-lts")},
            PASSES,
        ),
        (
            "infiniband-needs-its-drivers",
            SCALE_SET,
            {
                "sku": H100,
                **profile(storageProfile={"imageReference": {"id": UNKNOWN_STRING_VALUE}}),
            },
            PASSES,
        ),
        ("trusted-launch-is-supported", SCALE_SET, {"sku": H100, **TRUSTED}, PASSES),
        ("trusted-launch-is-supported", SCALE_SET, {"sku": UNKNOWN, **TRUSTED}, SIZE_UNKNOWN),
        ("trusted-launch-is-supported", SCALE_SET, {"sku": UNKNOWN}, PASSES),
        (
            "trusted-launch-is-supported",
            MACHINE,
            {
                "hardwareProfile": {"vmSize": "Standard_NC144ds_xl_RTXPRO6000BSE_v6"},
                "securityProfile": {"securityType": "trustedlaunch"},
            },
            fails(
                "securityProfile.securityType is TrustedLaunch, which "
                "Standard_NC144ds_xl_RTXPRO6000BSE_v6 doesn't support; leave it out"
            ),
        ),
        *(
            (
                "trusted-launch-is-supported",
                SCALE_SET,
                {"sku": {"name": name}, **TRUSTED},
                fails(
                    "virtualMachineProfile.securityProfile.securityType is TrustedLaunch, which "
                    f"{name} doesn't support; leave it out"
                ),
            )
            for name in ("Standard_ND96ams_A100_v4", "Standard_NP10s")
        ),
        ("no-capacity-reservation-on-infiniband", SCALE_SET, {"sku": UNKNOWN}, PASSES),
        ("no-capacity-reservation-on-infiniband", SCALE_SET, {"sku": UNKNOWN, **RESERVED}, SIZE_UNKNOWN),
        (
            "no-capacity-reservation-on-infiniband",
            SCALE_SET,
            {"sku": {"name": "Standard_NC4as_T4_v3"}, **RESERVED},
            PASSES,
        ),
        (
            "no-capacity-reservation-on-infiniband",
            SCALE_SET,
            {"sku": {"name": "Standard_NC4as_T4_v3"}, "singlePlacementGroup": True, **RESERVED},
            fails(
                "virtualMachineProfile.capacityReservation is set, and singlePlacementGroup is true; "
                "remove the reservation"
            ),
        ),
        (
            "no-capacity-reservation-on-infiniband",
            POOL,
            {"vmSize": "Standard_NC40ads_H100_v5", "capacityReservationGroupID": UNKNOWN_STRING_VALUE},
            fails(
                "capacityReservationGroupID is set, and Standard_NC40ads_H100_v5 can't be reserved; "
                "remove the reservation"
            ),
        ),
        (
            "no-capacity-reservation-on-infiniband",
            POOL,
            {
                "vmSize": "Standard_NC4as_T4_v3",
                "scaleSetPriority": "Spot",
                "capacityReservationGroupID": "reserved",
            },
            fails("capacityReservationGroupID is set, and the machines are spot; remove the reservation"),
        ),
        ("no-overprovision-on-infiniband", SCALE_SET, {"sku": H100, "orchestrationMode": "Flexible"}, PASSES),
        ("no-overprovision-on-infiniband", SCALE_SET, {"sku": {**H100, "capacity": 1.0}}, PASSES),
        ("no-overprovision-on-infiniband", SCALE_SET, {"sku": UNKNOWN, "overprovision": False}, PASSES),
        ("no-overprovision-on-infiniband", SCALE_SET, {"sku": UNKNOWN}, SIZE_UNKNOWN),
        (
            "no-overprovision-on-infiniband",
            SCALE_SET,
            {"sku": H100, "overprovision": UNKNOWN_BOOLEAN_VALUE},
            unsure("overprovision isn't known before deployment"),
        ),
        ("gpu-machine-takes-no-password", SCALE_SET, {"sku": H100}, PASSES),
        (
            "gpu-machine-takes-no-password",
            SCALE_SET,
            {"sku": H100, **profile(osProfile={"adminPassword": UNKNOWN_STRING_VALUE})},
            fails(
                "virtualMachineProfile.osProfile.linuxConfiguration.disablePasswordAuthentication isn't "
                "true, so that a password opens the machine; set it to true and give a key"
            ),
        ),
        (
            "gpu-machine-takes-no-password",
            SCALE_SET,
            {"sku": H100, **profile(osProfile={"adminPassword": "x", "windowsConfiguration": {}})},
            PASSES,
        ),
        (
            "gpu-machine-takes-no-password",
            SCALE_SET,
            {
                "sku": {"name": "Standard_D4s_v5"},
                **profile(osProfile={"linuxConfiguration": {"disablePasswordAuthentication": False}}),
            },
            PASSES,
        ),
    ],
)
def test_one_machine(rule: str, type_: str, inputs: dict[str, Any], verdict: Verdict) -> None:
    assert judge(rule, type_, inputs, TODAY) == verdict


@pytest.mark.parametrize(
    ("size", "days", "reported"),
    [
        ("Standard_NP10s", 365, True),
        ("Standard_NP10s", 30, False),
        ("Standard_NV12s_v3", 365, False),
        ("Standard_NC6s_v3", 365, False),
        ("Standard_ND96isr_H100_v5", 36500, False),
    ],
)
def test_the_notice_of_a_size(size: str, days: int, *, reported: bool) -> None:
    verdict = judge("soon-retired-gpu-size", SCALE_SET, {"sku": {"name": size}}, TODAY, noticeDays=days)
    assert bool(verdict.problems) is reported


def machine(**properties: Any) -> dict[str, Any]:
    return {
        "type": "azure-native:compute:VirtualMachine",
        "properties": {"hardwareProfile": {"vmSize": "Standard_NC4as_T4_v3"}, **properties},
    }


def schedule(**properties: Any) -> dict[str, Any]:
    return {"type": "azure-native:devtestlab:GlobalSchedule", "properties": properties}


NO_SCHEDULE = fails(
    "no enabled devtestlab GlobalSchedule stops this machine in the evening; add one, or set the tag "
    "workload if it has to run on"
)


@pytest.mark.parametrize(
    ("resources", "said"),
    [
        ({"dev": machine(tags={"Workload": "inference"})}, {}),
        ({"dev": machine(), "stop": schedule(targetResourceId="${dev.id}")}, {}),
        (
            {"dev": machine(), "stop": schedule(targetResourceId="${dev.id}", status="Disabled")},
            {"dev": NO_SCHEDULE},
        ),
        (
            {"dev": machine(), "other": machine(), "stop": schedule(targetResourceId="${other.id}")},
            {"dev": NO_SCHEDULE},
        ),
        (
            {
                "dev": machine(vmName="ada"),
                "stop": schedule(targetResourceId="/subscriptions/s/virtualMachines/ADA"),
            },
            {},
        ),
        (
            {"dev": machine(vmName="ada"), "stop": schedule(targetResourceId="/virtualMachines/bob")},
            {"dev": NO_SCHEDULE},
        ),
        (
            {"dev": machine(), "stop": schedule(targetResourceId="${elsewhere.id}")},
            {"dev": unsure("targetResourceId isn't known before deployment")},
        ),
        ({"dev": machine(hardwareProfile={"vmSize": "Standard_D4s_v5"})}, {}),
    ],
)
def test_a_machine_and_its_schedule(resources: dict[str, Any], said: dict[str, Verdict]) -> None:
    found = judge_program("dev-machine-shuts-down", resources, TODAY)
    assert {name: verdict for name, verdict in found.items() if name == "dev"} == said


def extension(type_: str) -> dict[str, Any]:
    return {
        "type": "azure-native:compute:VirtualMachineExtension",
        "properties": {"vmName": "${dev.name}", "type": type_},
    }


@pytest.mark.parametrize(
    ("properties", "problems"),
    [
        ({}, ()),
        (
            {"hardwareProfile": {"vmSize": "Standard_NC40ads_H100_v5"}},
            (
                "driver: type is NvidiaGpuDriverLinux, which has no driver for Standard_NC40ads_H100_v5; "
                "remove it and use an HPC image",
            ),
        ),
        (
            {"storageProfile": {"imageReference": {"offer": "ubuntu-hpc"}}},
            (
                "driver: type is NvidiaGpuDriverLinux, and the HPC image already has the driver; "
                "remove the extension",
            ),
        ),
        (
            {
                "securityProfile": {
                    "securityType": "TrustedLaunch",
                    "uefiSettings": {"secureBootEnabled": False},
                }
            },
            (),
        ),
        (
            {"securityProfile": {"securityType": "TrustedLaunch"}},
            (
                "driver: type is NvidiaGpuDriverLinux, whose kernel module Secure Boot doesn't load; "
                "set securityProfile.uefiSettings.secureBootEnabled to false",
            ),
        ),
    ],
)
def test_the_driver_extension(properties: dict[str, Any], problems: tuple[str, ...]) -> None:
    resources = {"dev": machine(**properties), "driver": extension("NvidiaGpuDriverLinux")}
    found = judge_program("gpu-driver-extension-fits-the-machine", resources, TODAY)
    assert found == ({"dev": fails(*problems)} if problems else {})
