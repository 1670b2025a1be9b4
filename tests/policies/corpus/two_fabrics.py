"""One job on two scale sets, of which Azure upgrades one; an ML cluster that people log into; a registry."""

# mypy: ignore-errors
from pulumi_azure_native import (
    compute,
    consumption,
    containerregistry,
    machinelearningservices,
    network,
    resources,
    storage,
)

group = resources.ResourceGroup("two", location="westeurope")
tags = {"owner": "ml@contoso.com", "costCenter": "4711", "workload": "training", "job": "llama"}
placement = compute.ProximityPlacementGroup("near", resource_group_name=group.name, location=group.location)
virtual_network = network.VirtualNetwork(
    "network",
    resource_group_name=group.name,
    location=group.location,
    address_space={"address_prefixes": ["10.60.0.0/16"]},
)
security = network.NetworkSecurityGroup("nodes", resource_group_name=group.name, location=group.location)
subnet = network.Subnet(
    "nodes",
    resource_group_name=group.name,
    virtual_network_name=virtual_network.name,
    address_prefix="10.60.0.0/24",
    default_outbound_access=False,
    network_security_group={"id": security.id},
)
for number in (1, 2):
    compute.VirtualMachineScaleSet(
        f"half-{number}",
        resource_group_name=group.name,
        location=group.location,
        tags=tags,
        orchestration_mode="Uniform",
        single_placement_group=True,
        overprovision=False,
        proximity_placement_group={"id": placement.id},
        upgrade_policy={"mode": "Automatic" if number == 2 else "Manual"},
        sku={"name": "Standard_ND96isr_H100_v5", "capacity": 8, "tier": "Standard"},
        virtual_machine_profile={
            "os_profile": {
                "computer_name_prefix": "half",
                "admin_username": "ada",
                "linux_configuration": {
                    "disable_password_authentication": True,
                    "ssh": {
                        "public_keys": [
                            {"path": "/home/ada/.ssh/authorized_keys", "key_data": "ssh-ed25519 A"}
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
                        "name": "ethernet",
                        "primary": True,
                        "enable_accelerated_networking": True,
                        "ip_configurations": [{"name": "ip", "subnet": {"id": subnet.id}}],
                    }
                ]
            },
        },
    )
account = storage.StorageAccount(
    "kept",
    resource_group_name=group.name,
    location=group.location,
    kind="StorageV2",
    sku={"name": "Standard_LRS"},
    allow_shared_key_access=False,
    allow_blob_public_access=False,
    minimum_tls_version="TLS1_2",
    public_network_access="Disabled",
)
storage.BlobContainer("checkpoints", resource_group_name=group.name, account_name=account.name)
storage.ManagementPolicy(
    "lifecycle",
    resource_group_name=group.name,
    account_name=account.name,
    management_policy_name="default",
    policy={
        "rules": [
            {
                "name": "expire",
                "type": "Lifecycle",
                "enabled": True,
                "definition": {
                    "filters": {"blob_types": ["blockBlob"]},
                    "actions": {"base_blob": {"delete": {"days_after_modification_greater_than": 14}}},
                },
            }
        ]
    },
)
registry = containerregistry.Registry(
    "images",
    resource_group_name=group.name,
    location=group.location,
    sku={"name": "Premium"},
    admin_user_enabled=True,
    public_network_access="Disabled",
)
machinelearningservices.Compute(
    "shared",
    resource_group_name=group.name,
    workspace_name="experiments",
    compute_name="shared",
    location="westeurope",
    tags=tags,
    properties={
        "compute_type": "AmlCompute",
        "properties": {
            "vm_size": "Standard_D4s_v5",
            "scale_settings": {
                "min_node_count": 0,
                "max_node_count": 2,
                "node_idle_time_before_scale_down": "PT15M",
            },
            "user_account_credentials": {
                "admin_user_name": "ada",
                "admin_user_ssh_public_key": "ssh-ed25519 A",
            },
        },
    },
)
consumption.Budget(
    "budget",
    scope=group.id,
    budget_name="two",
    amount=2000000,
    category="Cost",
    time_grain="Monthly",
    time_period={"start_date": "2026-11-01T00:00:00Z"},
    notifications={
        "forecast": {
            "enabled": True,
            "operator": "GreaterThan",
            "threshold": 80,
            "contact_emails": ["ml@contoso.com"],
        }
    },
)
