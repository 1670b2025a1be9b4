"""Virtual machines and scale sets: what the compute provider refuses of sizes, disks and drivers."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.samples import COMPUTE, NETWORK, PROVIDERS, SUBNET_ID, profile, scale_set

DISK_ID = f"{PROVIDERS}/Microsoft.Compute/disks/disk"
T4 = "Standard_NC4as_T4_v3"


@pytest.fixture
def network(client: Any, group: str) -> str:
    """A network 10.0.0.0/16 with the subnet `n`, 10.0.0.0/28."""
    given = {"resourceGroupName": group, "virtualNetworkName": "v"}
    addresses = {"addressPrefixes": ["10.0.0.0/16"]}
    client.create(f"{NETWORK}:VirtualNetwork", "v", **given, addressSpace=addresses)
    client.create(f"{NETWORK}:Subnet", "n", **given, addressPrefix="10.0.0.0/28")
    return group


def storage(**more: Any) -> dict[str, Any]:
    image = {"publisher": "p", "offer": "o", "sku": "s", "version": "1.0.0"}
    return {"storageProfile": {"imageReference": image, **more}}


@pytest.mark.parametrize(
    ("size", "changes", "path", "text"),
    [
        (
            "Standard_ND96isr_H200_v5",
            storage(dataDisks=[{"lun": number, "createOption": "Empty"} for number in range(17)]),
            "storageProfile.dataDisks",
            "The maximum number of data disks allowed to be attached to a VM of this size is 16.",
        ),
        (
            "Standard_ND128isr_NDR_GB200_v6",
            storage(diskControllerType="SCSI"),
            "storageProfile.diskControllerType",
            "The VM size 'Standard_ND128isr_NDR_GB200_v6' cannot boot with disk controller SCSI: it takes "
            "NVMe only",
        ),
        (
            "Standard_ND96amsr_A100_v4",
            {"securityProfile": {"securityType": "TrustedLaunch"}},
            "securityProfile.securityType",
            "The VM size 'Standard_ND96amsr_A100_v4' is not supported with security type 'TrustedLaunch'.",
        ),
    ],
)
def test_what_a_size_does_not_take(
    client: Any, group: str, size: str, changes: dict[str, Any], path: str, text: str
) -> None:
    nodes = scale_set(sku={"name": size, "capacity": 1}, virtualMachineProfile=profile(**changes))
    given = {"resourceGroupName": group, "location": "westus2", **nodes}
    _, problems = client.check(f"{COMPUTE}:VirtualMachineScaleSet", "vmss", given)
    assert (f"virtualMachineProfile.{path}", text) in problems


def machine(client: Any, group: str, **changes: Any) -> Any:
    name = changes.pop("name", "vm")
    nic = {
        "networkInterfaceName": f"{name}-nic",
        "ipConfigurations": [{"name": "ip", "subnet": {"id": SUBNET_ID}}],
    }
    accelerated = changes.pop("accelerated", False)
    interface = client.create(
        f"{NETWORK}:NetworkInterface",
        f"{name}-nic",
        resourceGroupName=group,
        location="eastus",
        enableAcceleratedNetworking=accelerated,
        **nic,
    )
    values = {
        "vmName": name,
        "location": "eastus",
        "hardwareProfile": {"vmSize": T4},
        "networkProfile": {"networkInterfaces": [{"id": interface.id}]},
        "osProfile": {**profile()["osProfile"], "computerName": "vm"},
        **storage(),
    }
    return client.create(f"{COMPUTE}:VirtualMachine", name, resourceGroupName=group, **(values | changes))


def disk(client: Any, group: str, **more: Any) -> None:
    client.create(
        f"{COMPUTE}:Disk",
        "disk",
        resourceGroupName=group,
        location="eastus",
        diskName="disk",
        diskSizeGB=64,
        creationData={"createOption": "Empty"},
        **more,
    )


ATTACHED = storage(dataDisks=[{"lun": 0, "createOption": "Attach", "managedDisk": {"id": DISK_ID}}])


def test_a_disk_of_another_zone_is_not_attached(client: Any, network: str, refused: Any) -> None:
    disk(client, network, zones=["2"])
    with refused(
        f'Status=400 Code="BadRequest" Message="Disk {DISK_ID} cannot be attached to the VM because it is '
        "not in the same zone as the VM. VM zone: '1'. Disk zone: '2'.\""
    ):
        machine(client, network, zones=["1"], **ATTACHED)


def test_a_disk_without_a_zone_is_not_attached_in_one(client: Any, network: str, refused: Any) -> None:
    disk(client, network)
    with refused(
        f'Status=400 Code="BadRequest" Message="Disk {DISK_ID} cannot be attached to the VM because it is '
        "not in zone '1'.\""
    ):
        machine(client, network, zones=["1"], **ATTACHED)


def test_a_disk_belongs_to_one_machine(client: Any, network: str, refused: Any) -> None:
    disk(client, network)
    first = machine(client, network, **ATTACHED)
    with refused(
        f'Status=409 Code="ConflictingUserInput" Message="Disk \'{DISK_ID}\' cannot be attached as the disk '
        f"is already owned by VM '{first.id}'.\""
    ):
        machine(client, network, name="other", **ATTACHED)


def test_networking_is_not_accelerated_where_the_size_lacks_it(
    client: Any, network: str, refused: Any
) -> None:
    vm = f"{PROVIDERS}/Microsoft.Compute/virtualMachines/vm"
    with refused(
        'Status=400 Code="VMSizeIsNotPermittedToEnableAcceleratedNetworking" Message="The virtual machine '
        f"{vm} has size Standard_NP10s, which is not compatible with enabling accelerated networking on "
        'network interface(s) on the VM."'
    ):
        machine(client, network, accelerated=True, hardwareProfile={"vmSize": "Standard_NP10s"})


@pytest.mark.parametrize(
    ("changes", "kind", "exit_code"),
    [
        ({}, "AmdGpuDriverLinux", "11: AMD GPU not found on this VM size"),
        (
            {"hardwareProfile": {"vmSize": "Standard_NC40ads_H100_v5"}},
            "NvidiaGpuDriverLinux",
            "13: VM size not supported",
        ),
        (
            {
                "securityProfile": {
                    "securityType": "TrustedLaunch",
                    "uefiSettings": {"secureBootEnabled": True},
                }
            },
            "NvidiaGpuDriverLinux",
            "14: operation unsuccessful, Secure Boot is not supported",
        ),
    ],
)
def test_drivers_that_do_not_install(
    client: Any, network: str, refused: Any, changes: dict[str, Any], kind: str, exit_code: str
) -> None:
    machine(client, network, **changes)
    with refused(
        'Status=409 Code="VMExtensionProvisioningError" Message="VM has reported a failure when processing '
        f"extension 'driver'. Exit code {exit_code}.\""
    ):
        client.create(
            f"{COMPUTE}:VirtualMachineExtension",
            "driver",
            resourceGroupName=network,
            location="eastus",
            vmName="vm",
            vmExtensionName="driver",
            publisher="Microsoft.HpcCompute",
            type=kind,
        )


def test_a_mix_of_sizes(client: Any) -> None:
    def problems(*sizes: str) -> Any:
        mix = {"vmSizes": [{"name": size} for size in sizes], "allocationStrategy": "LowestPrice"}
        inputs = scale_set(
            sku={"name": "Mix", "capacity": 2},
            skuProfile=mix,
            orchestrationMode="Flexible",
            platformFaultDomainCount=1,
            resourceGroupName="rg-test",
        )
        del inputs["singlePlacementGroup"], inputs["upgradePolicy"]
        inputs["virtualMachineProfile"]["networkProfile"]["networkApiVersion"] = "2022-11-01"
        return client.check(f"{COMPUTE}:VirtualMachineScaleSet", "x", inputs)[1]

    assert problems("Standard_D2s_v5", "Standard_D4s_v5") == []
    assert [path for path, _ in problems("Standard_D2s_v5", "Standard_NC6s_v99")] == [
        "skuProfile.vmSizes[1].name"
    ]
