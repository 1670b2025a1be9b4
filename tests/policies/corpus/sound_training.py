"""Training as it should be, in plain azure-native: nothing to say but what only the house can know."""

# mypy: ignore-errors
import pulumi
from pulumi_azure_native import compute, consumption, network, resources, storage

group = resources.ResourceGroup("training", location="eastus")
security = network.NetworkSecurityGroup("closed", resource_group_name=group.name)
virtual_network = network.VirtualNetwork(
    "network", resource_group_name=group.name, address_space={"address_prefixes": ["10.40.0.0/16"]}
)
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
    sku={"name": "Standard_ND96isr_H100_v5", "capacity": 4},
    zones=["1"],
    orchestration_mode="Uniform",
    single_placement_group=True,
    overprovision=False,
    tags={"workload": "training", "owner": "ml-platform@contoso.com", "costCenter": "4711"},
    virtual_machine_profile={
        "security_profile": {"encryption_at_host": True},
        "os_profile": {"linux_configuration": {"disable_password_authentication": True}},
        "storage_profile": {
            "image_reference": {
                "publisher": "microsoft-dsvm",
                "offer": "ubuntu-hpc",
                "sku": "2404",
                "version": "24.04.2026072901",
            },
            "os_disk": {
                "create_option": "FromImage",
                "disk_size_gb": 256,
                "managed_disk": {"storage_account_type": "Premium_LRS"},
            },
        },
        "network_profile": {
            "network_interface_configurations": [
                {"name": "nic", "ip_configurations": [{"name": "ip", "subnet": {"id": subnet.id}}]}
            ]
        },
    },
)
account = storage.StorageAccount(
    "checkpoints",
    resource_group_name=group.name,
    kind="StorageV2",
    sku={"name": "Standard_ZRS"},
    allow_shared_key_access=False,
    allow_blob_public_access=False,
    minimum_tls_version="TLS1_2",
    public_network_access="Disabled",
    opts=pulumi.ResourceOptions(protect=True),
)
network.PrivateEndpoint(
    "checkpoints",
    resource_group_name=group.name,
    subnet={"id": subnet.id},
    private_link_service_connections=[
        {"name": "blob", "group_ids": ["blob"], "private_link_service_id": account.id}
    ],
)
storage.BlobContainer(
    "checkpoints", resource_group_name=group.name, account_name=account.name, container_name="checkpoints"
)
storage.ManagementPolicy(
    "expire",
    resource_group_name=group.name,
    account_name=account.name,
    policy={
        "rules": [
            {
                "name": "expire",
                "enabled": True,
                "type": "Lifecycle",
                "definition": {
                    "filters": {"blob_types": ["blockBlob"], "prefix_match": ["checkpoints/"]},
                    "actions": {"base_blob": {"delete": {"days_after_modification_greater_than": 14}}},
                },
            }
        ]
    },
)
consumption.Budget(
    "budget",
    scope=group.id,
    amount=400000,
    category="Cost",
    time_grain="Monthly",
    time_period={"start_date": "2026-11-01T00:00:00Z"},
    notifications={
        "forecast": {
            "enabled": True,
            "operator": "GreaterThan",
            "threshold": 80,
            "contact_emails": ["ml-platform@contoso.com"],
        }
    },
)
