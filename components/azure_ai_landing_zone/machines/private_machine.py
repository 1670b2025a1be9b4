"""What virtual machines of ours have in common: a private address, a disk that goes with them and one that
stays."""

from collections.abc import Sequence
from typing import Any

import pulumi
from pulumi_azure_native import compute, network

from azure_ai_landing_zone.access.disk_encryption import set_of
from azure_ai_landing_zone.catalog.sizes import VmSize
from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Input, Zone
from azure_ai_landing_zone.machines.planning.extensions import MachineExtension
from azure_ai_landing_zone.machines.settings import DataDisk

MADE_ANEW: dict[str, Any] = {
    "replace_on_changes": [
        "storageProfile.imageReference",
        "storageProfile.osDisk.managedDisk.diskEncryptionSet",
        "osProfile",
        "securityProfile",
        "zones",
    ],
    "delete_before_replace": True,
}
"""Options of a virtual machine: Azure changes none of these on one that exists, and what matters is on the
disk that stays."""


def private_interface(
    making: Making, name: str, *, azure_name: str, subnet_resource_id: Input[str], size: VmSize
) -> "network.NetworkInterface":
    """The interface of a machine of that size."""
    return network.NetworkInterface(
        f"{name}-interface",
        network_interface_name=azure_name,
        enable_accelerated_networking=size.accelerated_networking is True,
        ip_configurations=[
            network.NetworkInterfaceIPConfigurationArgs(
                name="private",
                primary=True,
                private_ip_allocation_method="Dynamic",
                subnet=network.SubnetArgs(id=subnet_resource_id),
            )
        ],
        opts=making.child(),
        **making.place,
    )


def through(interface: "network.NetworkInterface") -> "compute.NetworkProfileArgs":
    """The network of a machine: the interface stays, and the address with it, when the machine goes."""
    return compute.NetworkProfileArgs(
        network_interfaces=[
            compute.NetworkInterfaceReferenceArgs(
                id=interface.id, primary=True, delete_option=compute.DeleteOptions.DETACH
            )
        ]
    )


def install(
    making: Making,
    role: str,
    machine: "compute.VirtualMachine",
    extension: MachineExtension,
    *,
    depends_on: Sequence[pulumi.Resource] = (),
) -> "compute.VirtualMachineExtension":
    """An extension on a machine. The agent installs one at a time: name the one before."""
    return compute.VirtualMachineExtension(
        f"{making.name}-{role}",
        vm_extension_name=extension.type,
        vm_name=machine.name,
        publisher=extension.publisher,
        type=extension.type,
        type_handler_version=extension.version,
        auto_upgrade_minor_version=True,
        opts=making.child(depends_on=depends_on),
        **making.place,
    )


def address_of(interface: "network.NetworkInterface") -> pulumi.Output[str | None]:
    """Its private address."""
    return interface.ip_configurations.apply(lambda found: found[0].private_ip_address if found else None)


def kept_disk(
    making: Making,
    role: str,
    disk: DataDisk,
    zone: Zone | None,
    encryption: "compute.DiskEncryptionSet | None",
) -> "compute.Disk":
    """A data disk that outlives its machine. Azure encrypts one that is there with another key only while no
    machine runs that it is attached to: hashicorp/terraform-provider-azurerm@69697b7:
    internal/services/compute/managed_disk_resource.go, 2026-11-23."""
    return compute.Disk(
        f"{making.name}-{role}",
        disk_name=making.azure_name("disk"),
        zones=[zone] if zone else None,
        sku=compute.DiskSkuArgs(name=disk.disk_sku),
        disk_size_gb=disk.size_gib,
        creation_data=compute.CreationDataArgs(create_option="Empty"),
        encryption=None
        if encryption is None
        else compute.EncryptionArgs(
            type=compute.EncryptionType.ENCRYPTION_AT_REST_WITH_CUSTOMER_KEY,
            disk_encryption_set_id=encryption.id,
        ),
        network_access_policy="DenyAll",
        public_network_access="Disabled",
        opts=making.keeper(),
        **making.place,
    )


def disks(
    image: "compute.ImageReferenceArgs",
    *,
    size: VmSize,
    os_disk_name: str,
    os_disk_size_gib: int,
    data_disk: "compute.Disk | None",
    encryption: "compute.DiskEncryptionSet | None",
) -> "compute.StorageProfileArgs":
    """An operating-system disk that goes with the machine, and a data disk that stays."""
    return compute.StorageProfileArgs(
        image_reference=image,
        disk_controller_type=size.disk_controller if size.disk_controller == "NVMe" else None,
        os_disk=compute.OSDiskArgs(
            name=os_disk_name,
            create_option="FromImage",
            caching=compute.CachingTypes.READ_WRITE,
            disk_size_gb=os_disk_size_gib,
            managed_disk=compute.ManagedDiskParametersArgs(
                storage_account_type="Premium_LRS", disk_encryption_set=set_of(encryption)
            ),
            delete_option=compute.DiskDeleteOptionTypes.DELETE,
        ),
        data_disks=[
            compute.DataDiskArgs(
                lun=0,
                create_option="Attach",
                caching=compute.CachingTypes.NONE,
                managed_disk=compute.ManagedDiskParametersArgs(id=data_disk.id),
                delete_option=compute.DiskDeleteOptionTypes.DETACH,
            )
        ]
        if data_disk is not None
        else None,
    )


def console() -> "compute.DiagnosticsProfileArgs":
    """Console output; without an address of a storage account Azure keeps it itself."""
    return compute.DiagnosticsProfileArgs(boot_diagnostics=compute.BootDiagnosticsArgs(enabled=True))
