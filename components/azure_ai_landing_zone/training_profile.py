"""The machine profile of a training cluster's scale set."""

import re
from typing import TYPE_CHECKING

from pulumi_azure_native import compute

from azure_ai_landing_zone.catalog.images import VM_IMAGES
from azure_ai_landing_zone.node_setup.services import node_custom_data
from azure_ai_landing_zone.planning.placement import TrainingPlan

if TYPE_CHECKING:
    from azure_ai_landing_zone.training_cluster import TrainingClusterArgs


def node_profile(
    args: "TrainingClusterArgs", plan: TrainingPlan, label: str
) -> "compute.VirtualMachineScaleSetVMProfileArgs":
    """What every node of the cluster starts as."""
    return compute.VirtualMachineScaleSetVMProfileArgs(
        priority="Spot" if args.spot else None,
        eviction_policy=args.eviction_policy if args.spot else None,
        # Never taken back for its price alone.
        billing_profile=compute.BillingProfileArgs(max_price=-1.0) if args.spot else None,
        storage_profile=_storage(args, plan),
        os_profile=_operating_system(args, plan, label),
        network_profile=_network(args, accelerated=plan.accelerated_networking),
        # Without an address of a storage account Azure keeps the console output itself.
        diagnostics_profile=compute.DiagnosticsProfileArgs(
            boot_diagnostics=compute.BootDiagnosticsArgs(enabled=True)
        ),
        # Deletions only: a spot node that is taken back has its own event, half a minute before.
        scheduled_events_profile=None
        if args.spot
        else compute.ScheduledEventsProfileArgs(
            terminate_notification_profile=compute.TerminateNotificationProfileArgs(
                enable=True, not_before_timeout=f"PT{args.termination_notice_minutes}M"
            )
        ),
        security_profile=args.security_profile(),
    )


def _image(args: "TrainingClusterArgs", plan: TrainingPlan) -> "compute.ImageReferenceArgs":
    if args.own_image is not None or plan.image_sku is None:
        return compute.ImageReferenceArgs(id=args.own_image.image_resource_id if args.own_image else None)
    image = VM_IMAGES[plan.image_sku]
    return compute.ImageReferenceArgs(
        publisher=image.publisher, offer=image.offer, sku=image.sku, version=args.image_version
    )


def _storage(
    args: "TrainingClusterArgs", plan: TrainingPlan
) -> "compute.VirtualMachineScaleSetStorageProfileArgs":
    disk = compute.VirtualMachineScaleSetManagedDiskParametersArgs
    return compute.VirtualMachineScaleSetStorageProfileArgs(
        image_reference=_image(args, plan),
        disk_controller_type=plan.size.disk_controller if plan.size.disk_controller == "NVMe" else None,
        os_disk=compute.VirtualMachineScaleSetOSDiskArgs(
            create_option="FromImage",
            caching=compute.CachingTypes.READ_WRITE,
            disk_size_gb=args.os_disk_size_gib,
            managed_disk=disk(storage_account_type="Premium_LRS"),
        ),
        data_disks=[
            compute.VirtualMachineScaleSetDataDiskArgs(
                lun=position,
                create_option="Empty",
                caching=compute.CachingTypes.NONE,
                disk_size_gb=one.size_gib,
                managed_disk=disk(storage_account_type=one.disk_sku),
            )
            for position, one in enumerate(args.data_disks)
        ]
        or None,
    )


def _operating_system(
    args: "TrainingClusterArgs", plan: TrainingPlan, label: str
) -> "compute.VirtualMachineScaleSetOSProfileArgs":
    return compute.VirtualMachineScaleSetOSProfileArgs(
        # Azure appends six characters to at most fifteen.
        computer_name_prefix=re.sub(r"[^A-Za-z0-9-]", "-", label)[:15],
        admin_username=args.admin_username,
        custom_data=node_custom_data(plan.size, args.node_services),
        linux_configuration=args.linux_configuration(),
    )


def _network(
    args: "TrainingClusterArgs", *, accelerated: bool
) -> "compute.VirtualMachineScaleSetNetworkProfileArgs":
    return compute.VirtualMachineScaleSetNetworkProfileArgs(
        network_interface_configurations=[
            compute.VirtualMachineScaleSetNetworkConfigurationArgs(
                name="ethernet",
                primary=True,
                enable_accelerated_networking=accelerated,
                enable_ip_forwarding=False,
                ip_configurations=[
                    compute.VirtualMachineScaleSetIPConfigurationArgs(
                        name="private",
                        primary=True,
                        private_ip_address_version="IPv4",
                        subnet=compute.ApiEntityReferenceArgs(id=args.subnet_resource_id),
                    )
                ],
            )
        ]
    )
