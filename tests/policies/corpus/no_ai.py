"""A web shop without any AI, carelessly made: none of our business, except what no program may do."""

# mypy: ignore-errors
from pulumi_azure_native import compute, containerservice, keyvault, network, resources, storage

group = resources.ResourceGroup("shop")
virtual_network = network.VirtualNetwork(
    "network",
    resource_group_name=group.name,
    location=group.location,
    address_space={"addressPrefixes": ["10.0.0.0/16"]},
)
subnet = network.Subnet(
    "web",
    resource_group_name=group.name,
    virtual_network_name=virtual_network.name,
    address_prefix="10.0.1.0/24",
)
network.NetworkSecurityGroup(
    "open",
    resource_group_name=group.name,
    security_rules=[
        {
            "name": "app",
            "priority": 100,
            "direction": "Inbound",
            "access": "Allow",
            "protocol": "Tcp",
            "source_address_prefix": "*",
            "source_port_range": "*",
            "destination_address_prefix": "*",
            "destination_port_range": "8080",
        }
    ],
)
storage.StorageAccount(
    "assets", resource_group_name=group.name, kind="StorageV2", sku={"name": "Standard_LRS"}
)
keyvault.Vault(
    "vault",
    resource_group_name=group.name,
    properties={"sku": {"name": "standard", "family": "A"}, "tenant_id": "t", "access_policies": []},
)
compute.VirtualMachine(
    "web",
    resource_group_name=group.name,
    hardware_profile={"vm_size": "Standard_D4s_v5"},
    os_profile={"admin_password": "…", "linux_configuration": {"disable_password_authentication": False}},
    network_profile={"network_interfaces": [{"id": subnet.id}]},
)
containerservice.ManagedCluster(
    "shop",
    resource_group_name=group.name,
    kubernetes_version="1.30",
    agent_pool_profiles=[{"name": "system", "mode": "System", "vm_size": "Standard_D4s_v5", "count": 3}],
)
