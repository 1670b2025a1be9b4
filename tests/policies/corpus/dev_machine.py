"""One T4 machine on the internet, with a password, a driver that Secure Boot doesn't load, and too small a
budget."""

# mypy: ignore-errors
from pulumi_azure_native import compute, consumption, network, resources

group = resources.ResourceGroup("dev", location="eastus")
virtual_network = network.VirtualNetwork(
    "network",
    resource_group_name=group.name,
    location=group.location,
    address_space={"address_prefixes": ["10.41.0.0/16"]},
)
security = network.NetworkSecurityGroup("open", resource_group_name=group.name, location=group.location)
network.SecurityRule(
    "ssh",
    resource_group_name=group.name,
    network_security_group_name=security.name,
    access="Allow",
    direction="Inbound",
    priority=100,
    protocol="Tcp",
    source_address_prefix="Internet",
    source_port_range="*",
    destination_address_prefix="*",
    destination_port_range="22",
)
subnet = network.Subnet(
    "dev",
    resource_group_name=group.name,
    virtual_network_name=virtual_network.name,
    address_prefix="10.41.0.0/24",
    default_outbound_access=False,
    network_security_group={"id": security.id},
)
address = network.PublicIPAddress(
    "address",
    resource_group_name=group.name,
    location=group.location,
    sku={"name": "Standard"},
    public_ip_allocation_method="Static",
)
interface = network.NetworkInterface(
    "interface",
    resource_group_name=group.name,
    location=group.location,
    ip_configurations=[
        {"name": "ip", "subnet": {"id": subnet.id}, "public_ip_address": {"id": address.id}},
    ],
)
machine = compute.VirtualMachine(
    "dev",
    resource_group_name=group.name,
    location=group.location,
    tags={"owner": "ada@contoso.com", "costCenter": "4711"},
    hardware_profile={"vm_size": "Standard_NC4as_T4_v3"},
    security_profile={
        "security_type": "TrustedLaunch",
        "uefi_settings": {"secure_boot_enabled": True, "v_tpm_enabled": True},
    },
    os_profile={
        "computer_name": "dev",
        "admin_username": "ada",
        "admin_password": "Not-a-secret-1",
        "linux_configuration": {"disable_password_authentication": False},
    },
    storage_profile={
        "image_reference": {
            "publisher": "Canonical",
            "offer": "ubuntu-24_04-lts",
            "sku": "server",
            "version": "latest",
        },
        "os_disk": {"create_option": "FromImage"},
    },
    network_profile={"network_interfaces": [{"id": interface.id}]},
)
compute.VirtualMachineExtension(
    "driver",
    resource_group_name=group.name,
    location=group.location,
    vm_name=machine.name,
    publisher="Microsoft.HpcCompute",
    type="NvidiaGpuDriverLinux",
    type_handler_version="1.6",
    auto_upgrade_minor_version=True,
)
consumption.Budget(
    "budget",
    budget_name="dev",
    scope="/subscriptions/00000000-0000-0000-0000-000000000001",
    amount=100,
    category="Cost",
    time_grain="Monthly",
    time_period={"start_date": "2026-11-01T00:00:00Z"},
    notifications={
        "forecast": {
            "enabled": True,
            "operator": "GreaterThan",
            "threshold": 80,
            "threshold_type": "Forecasted",
            "contact_emails": ["ada@contoso.com"],
        }
    },
)
