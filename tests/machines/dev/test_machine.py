"""A machine for development is private, off at night, and leaves its data behind."""

from typing import Any

import pytest

from azure_ai_landing_zone import AccessGrant, BuiltInRole, DevMachine, DevMachineArgs, Naming, SettingsError
from helpers.registered import Registered, register
from helpers.settings import problems_of, stack

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me"


def arguments(**changes: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "location": "eastus",
        "naming": Naming(suffix="x1"),
        "resource_group_name": "rg",
        "subnet_resource_id": "/subnet",
        "size": "Standard_NV6ads_A10_v5",
        "zone": "1",
        "image_version": "24.04.202607290",
        "ssh_public_key": KEY,
        "access": [AccessGrant(key="me", principal_id="p", role=BuiltInRole.VIRTUAL_MACHINE_USER_LOGIN)],
        "monthly_budget": {"amount": 200, "emails": ["team@example.com"]},
    }
    return values | changes


def machine(**changes: Any) -> Registered:
    return register(lambda: DevMachine("try", DevMachineArgs(**arguments(**changes))))


def test_a_machine_with_a_graphics_driver() -> None:
    made = machine()
    assert made.azure == [
        ("authorization:RoleAssignment", "try-me-access"),
        ("compute:Disk", "try-data-disk"),
        ("compute:VirtualMachine", "try-machine"),
        ("compute:VirtualMachineExtension", "try-driver"),
        ("compute:VirtualMachineExtension", "try-entra-login"),
        ("consumption:Budget", "try-machine-budget"),
        ("devtestlab:GlobalSchedule", "try-auto-shutdown"),
        ("network:NetworkInterface", "try-interface"),
    ]
    virtual_machine = made.inputs["try-machine"]
    assert virtual_machine.pop("osProfile") == {
        "adminUsername": "azureuser",
        "computerName": "try",
        "linuxConfiguration": {
            "disablePasswordAuthentication": True,
            "provisionVMAgent": True,
            "ssh": {"publicKeys": [{"keyData": KEY, "path": "/home/azureuser/.ssh/authorized_keys"}]},
        },
    }
    assert virtual_machine == {
        "diagnosticsProfile": {"bootDiagnostics": {"enabled": True}},
        "hardwareProfile": {"vmSize": "Standard_NV6ads_A10_v5"},
        "identity": {"type": "SystemAssigned"},
        "location": "eastus",
        "networkProfile": {
            "networkInterfaces": [{"deleteOption": "Detach", "id": "/try-interface", "primary": True}]
        },
        "resourceGroupName": "rg",
        "storageProfile": {
            "dataDisks": [
                {
                    "caching": "None",
                    "createOption": "Attach",
                    "deleteOption": "Detach",
                    "lun": 0,
                    "managedDisk": {"id": "/try-data-disk"},
                }
            ],
            "imageReference": {
                "offer": "ubuntu-24_04-lts",
                "publisher": "Canonical",
                "sku": "server",
                "version": "24.04.202607290",
            },
            "osDisk": {
                "caching": "ReadWrite",
                "createOption": "FromImage",
                "deleteOption": "Delete",
                "diskSizeGB": 256,
                "managedDisk": {"storageAccountType": "Premium_LRS"},
                "name": "osdisk-ai-try-x1",
            },
        },
        "tags": {"machine": "try"},
        "vmName": "vm-ai-try-x1",
        "zones": ["1"],
    }
    interface = made.inputs["try-interface"]
    assert interface["enableAcceleratedNetworking"] is True
    (address,) = interface["ipConfigurations"]
    assert "publicIPAddress" not in address
    driver, login = made.inputs["try-driver"], made.inputs["try-entra-login"]
    assert (driver["publisher"], driver["type"]) == ("Microsoft.HpcCompute", "NvidiaGpuDriverLinux")
    assert (login["publisher"], login["type"]) == (
        "Microsoft.Azure.ActiveDirectory",
        "AADSSHLoginForLinux",
    )
    assert "try-driver" in made.dependencies["try-entra-login"]
    schedule = made.inputs["try-auto-shutdown"]
    assert (schedule["status"], schedule["dailyRecurrence"]) == ("Enabled", {"time": "1900"})
    assert made.inputs["try-machine-budget"]["filter"] == {
        "tags": {"name": "machine", "operator": "In", "values": ["try"]}
    }


@pytest.mark.parametrize(
    ("changes", "protected"),
    [({}, {"try-data-disk"}), ({"protection": "off"}, set()), ({"data_disk": None}, set())],
)
def test_only_the_data_disk_holds_data(changes: dict[str, Any], protected: set[str]) -> None:
    assert machine(**changes).protected == protected


HPC = {"size": "Standard_NC4as_T4_v3", "image_version": "24.04.2026072901"}


@pytest.mark.parametrize(
    ("changes", "path", "expected"),
    [
        (HPC, "storageProfile.imageReference.offer", "ubuntu-hpc"),
        (
            {"identity_resource_ids": ["/me"]},
            "identity",
            {"type": "SystemAssigned, UserAssigned", "userAssignedIdentities": ["/me"]},
        ),
        (
            {"own_image": {"image_resource_id": "/image"}, "image_version": None},
            "storageProfile.imageReference",
            {"id": "/image"},
        ),
        (
            {"size": "Standard_D8ds_v6"},
            "storageProfile.diskControllerType",
            "NVMe",
        ),
        ({}, "securityProfile", None),
        (
            {**HPC, "security_type": "TrustedLaunch", "encryption_at_host": True},
            "securityProfile",
            {
                "encryptionAtHost": True,
                "securityType": "TrustedLaunch",
                "uefiSettings": {"secureBootEnabled": False, "vTpmEnabled": True},
            },
        ),
        ({"data_disk": None}, "storageProfile.dataDisks", None),
    ],
)
def test_settings(changes: dict[str, Any], path: str, expected: object) -> None:
    value: Any = machine(**changes).inputs["try-machine"]
    for part in path.split("."):
        value = (value or {}).get(part)
    assert value == expected


def test_an_image_with_a_driver_gets_no_second_one() -> None:
    made = machine(**HPC)
    assert [name for _, name in made.azure if "driver" in name] == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (
            {"public_ip_address": "1.2.3.4"},
            "public_ip_address: the machine has a private address only: leave it out, and come in through "
            "Bastion",
        ),
        (
            {"admin_password": "x"},
            "admin_password: there are no passwords: people sign in with their Entra accounts",
        ),
        (
            {"secure_boot": True},
            "secure_boot: it is always off: drivers of GPUs aren't signed for it. Leave it out",
        ),
        ({"spot": True}, "spot: work of a day would be gone within half a minute: leave it out"),
        (
            {"ssh_public_key": "-----BEGIN OPENSSH PRIVATE KEY-----"},
            "ssh_public_key: is a private key: give the public one, and take this one out of the file's "
            "history",
        ),
        (
            {"access": [AccessGrant(key="me", principal_id="p", role=BuiltInRole.ACR_PULL)]},
            "access[0].role: AcrPull is a role on Microsoft.ContainerRegistry/registries and means nothing "
            "on Microsoft.Compute/virtualMachines",
        ),
        (
            {"size": "Standard_ND96isr_H100_v5"},
            "size: Standard_ND96isr_H100_v5 is for training: take a TrainingCluster with `node_count` 1",
        ),
    ],
)
def test_what_is_refused(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(SettingsError) as raised:
        DevMachineArgs(**arguments(**changes))
    assert str(raised.value) == f"1 problem in the arguments of DevMachineArgs:\n  {problem}"


DEV_MACHINE = "devMachines[0]"


@pytest.mark.parametrize(
    ("changes", "zone", "expected"),
    [
        (
            {"size": "Standard_ND96isr_H100_v5"},
            {},
            [
                f"{DEV_MACHINE}.size: Standard_ND96isr_H100_v5 is for training: take a TrainingCluster with "
                "`nodeCount` 1"
            ],
        ),
        (
            {"size": "Standard_NG8ads_V620_v1"},
            {},
            [
                f"{DEV_MACHINE}.size: Standard_NG8ads_V620_v1 needs AMD's driver, which no extension is "
                "documented to install on it: take Standard_NV24ads_V710_v5, or an image of your own"
            ],
        ),
        (
            {},
            {"gpuQuota": {"projects": {"vision": {"NC_A100_v4": 1}}}},
            [f"{DEV_MACHINE}.project: missing: `gpuQuota` gives GPUs to projects only, which are vision"],
        ),
        (
            {"project": "vision"},
            {},
            [f"{DEV_MACHINE}.project: goes with `gpuQuota`: add that, or leave this out"],
        ),
        (
            {"project": "vision"},
            {"gpuQuota": {"projects": {"vision": {"NC_A100_v4": 0}}}},
            [
                f"{DEV_MACHINE}: 1 × Standard_NC24ads_A100_v4 takes 1 GPU of NC_A100_v4; the quota of vision "
                "is 0, with 0 GPUs taken: have fewer nodes, or raise the quota"
            ],
        ),
        (
            {"autoShutdown": {"time": "19:00", "timeZone": "Europe/Berlin"}},
            {},
            [
                f"{DEV_MACHINE}.autoShutdown.timeZone: must be a time zone as Windows calls it, such as UTC "
                "or W. Europe Standard Time, got 'Europe/Berlin'"
            ],
        ),
    ],
)
def test_machines_of_a_stack(changes: dict[str, Any], zone: dict[str, Any], expected: list[str]) -> None:
    settings = stack("dev")
    del settings["trainingClusters"]
    settings["devMachines"][0] |= {"size": "Standard_NC24ads_A100_v4"} | changes
    found = [
        problem.partition(", brazilsouth")[0]
        for problem in problems_of(settings | zone)
        if problem.startswith("devMachines")
    ]
    assert found == expected
