"""A Lustre file system of a size that Azure doesn't make, in a subnet with a function app in it."""

# mypy: ignore-errors
from pulumi_azure_native import network, resources, storage, storagecache

group = resources.ResourceGroup("files", location="eastus")
subnet = network.Subnet(
    "files",
    resource_group_name=group.name,
    virtual_network_name="hub",
    address_prefix="10.40.8.0/27",
    delegations=[{"name": "app", "service_name": "Microsoft.Web/serverFarms"}],
)
storagecache.AmlFilesystem(
    "files",
    resource_group_name=group.name,
    sku={"name": "AMLFS-Durable-Premium-250"},
    storage_capacity_ti_b=20,
    zones=["1"],
    filesystem_subnet=subnet.id,
    maintenance_window={"day_of_week": "Saturday", "time_of_day_utc": "22:00"},
    tags={"owner": "a", "costCenter": "b"},
)
storage.StorageAccount(
    "datasets",
    resource_group_name=group.name,
    kind="StorageV2",
    sku={"name": "Standard_LRS"},
    allow_blob_public_access=True,
    minimum_tls_version="TLS1_0",
    network_rule_set={"default_action": "Deny"},
)
