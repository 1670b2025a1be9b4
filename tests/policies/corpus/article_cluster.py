"""The training cluster that articles show: Flexible, Ethernet, two zones, spot, a plain image."""

# mypy: ignore-errors
from pulumi_azure_native import compute, resources

group = resources.ResourceGroup("training", location="eastus")
placement = compute.ProximityPlacementGroup("near", resource_group_name=group.name, location=group.location)
compute.VirtualMachineScaleSet(
    "gpu",
    resource_group_name=group.name,
    location=group.location,
    sku={"name": "Standard_NC96ads_A100_v4", "capacity": 4},
    zones=["1", "2"],
    orchestration_mode="Flexible",
    platform_fault_domain_count=1,
    proximity_placement_group={"id": placement.id},
    virtual_machine_profile={
        "priority": "Spot",
        "eviction_policy": "Delete",
        "storage_profile": {
            "image_reference": {
                "publisher": "Canonical",
                "offer": "ubuntu-24_04-lts",
                "sku": "server",
                "version": "latest",
            }
        },
        "network_profile": {
            "network_interface_configurations": [
                {
                    "name": "nic",
                    "ip_configurations": [
                        {"name": "ip", "public_ip_address_configuration": {"name": "public"}}
                    ],
                }
            ]
        },
    },
)
compute.VirtualMachineScaleSet(
    "h100",
    resource_group_name=group.name,
    location=group.location,
    sku={"name": "Standard_ND96isr_H100_v5", "capacity": 2},
    orchestration_mode="Flexible",
    platform_fault_domain_count=1,
    single_placement_group=False,
    tags={"workload": "training", "checkpoints": "abfss://runs@elsewhere", "owner": "a", "costcenter": "b"},
    virtual_machine_profile={
        "storage_profile": {
            "image_reference": {
                "publisher": "Canonical",
                "offer": "ubuntu-24_04-lts",
                "sku": "server",
                "version": "latest",
            }
        },
        "extension_profile": {
            "extensions": [
                {
                    "name": "ib",
                    "publisher": "Microsoft.HpcCompute",
                    "type": "InfiniBandDriverLinux",
                    "type_handler_version": "1.2",
                }
            ]
        },
    },
)
