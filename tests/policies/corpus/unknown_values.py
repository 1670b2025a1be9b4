"""A program in which most ids, names and regions aren't known before deployment. Nothing else is wrong."""

# mypy: ignore-errors
import pulumi
from pulumi_azure_native import compute, network, resources

settings = resources.ResourceGroup("settings", location="eastus")
group = resources.ResourceGroup("training", location=settings.location)
virtual_network = network.VirtualNetwork(
    "network",
    resource_group_name=group.name,
    location=group.location,
    address_space={"address_prefixes": ["10.40.0.0/16"]},
)
security = network.NetworkSecurityGroup("closed", resource_group_name=group.name, location=group.location)
subnet = network.Subnet(
    "nodes",
    resource_group_name=group.name,
    virtual_network_name=virtual_network.name,
    address_prefix="10.40.0.0/22",
    default_outbound_access=False,
    network_security_group={"id": security.id},
)
compute.VirtualMachineScaleSet(
    "nodes",
    resource_group_name=group.name,
    location=group.location,
    sku={"name": "Standard_ND96isr_H100_v5", "capacity": 1},
    orchestration_mode="Uniform",
    single_placement_group=True,
    overprovision=False,
    upgrade_policy={"mode": "Manual"},
    tags={"workload": "training", "owner": settings.id, "costCenter": "4711"},
    virtual_machine_profile={
        "os_profile": {
            "computer_name_prefix": "node",
            "admin_username": "azureuser",
            "custom_data": settings.id,
            "linux_configuration": {
                "disable_password_authentication": True,
                "ssh": {
                    "public_keys": [
                        {"path": "/home/azureuser/.ssh/authorized_keys", "key_data": "ssh-ed25519 AAAA"}
                    ]
                },
            },
        },
        "storage_profile": {
            "image_reference": {
                "publisher": "microsoft-dsvm",
                "offer": "ubuntu-hpc",
                "sku": "2404",
                "version": "24.04.2026072901",
            },
            "os_disk": {"create_option": "FromImage"},
        },
        "network_profile": {
            "network_interface_configurations": [
                {
                    "name": "nic",
                    "primary": True,
                    "ip_configurations": [{"name": "ip", "subnet": {"id": subnet.id}}],
                }
            ]
        },
    },
)
compute.VirtualMachineScaleSet(
    "unknown-size",
    resource_group_name=group.name,
    location=group.location,
    sku={
        "name": settings.tags.apply(lambda tags: (tags or {}).get("size", "Standard_D4s_v5")),
        "capacity": 1,
    },
    orchestration_mode="Uniform",
    upgrade_policy={"mode": "Manual"},
    virtual_machine_profile={
        "os_profile": {
            "computer_name_prefix": "node",
            "admin_username": "azureuser",
            "linux_configuration": {
                "disable_password_authentication": True,
                "ssh": {
                    "public_keys": [
                        {"path": "/home/azureuser/.ssh/authorized_keys", "key_data": "ssh-ed25519 AAAA"}
                    ]
                },
            },
        },
        "network_profile": {
            "network_interface_configurations": [
                {
                    "name": "nic",
                    "primary": True,
                    "ip_configurations": [{"name": "ip", "subnet": {"id": subnet.id}}],
                }
            ]
        },
    },
)
pulumi.export("group", group.name)
