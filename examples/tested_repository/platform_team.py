"""A component of this repository's own, on azure-native alone."""

import pulumi
from pulumi_azure_native import dbforpostgresql, network, privatedns, resources, storage

DELEGATION = "Microsoft.DBforPostgreSQL/flexibleServers"


class ModelData(pulumi.ComponentResource):
    """host: the server's name, inside the network."""

    host: pulumi.Output[str]

    def __init__(self, name: str, location: str, administrator: str) -> None:
        super().__init__("platform:index:ModelData", name)
        mine = pulumi.ResourceOptions(parent=self)
        group = resources.ResourceGroup(
            f"{name}-group", resource_group_name=f"rg-{name}", location=location, opts=mine
        )
        place = {"resource_group_name": group.name, "location": location}
        net = network.VirtualNetwork(
            f"{name}-network",
            virtual_network_name=f"vnet-{name}",
            address_space={"address_prefixes": ["10.20.0.0/24"]},
            opts=mine,
            **place,
        )
        subnet = network.Subnet(
            f"{name}-subnet",
            subnet_name="database",
            virtual_network_name=net.name,
            resource_group_name=group.name,
            address_prefix="10.20.0.0/28",
            delegations=[{"name": "database", "service_name": DELEGATION}],
            opts=mine,
        )
        zone = privatedns.PrivateZone(
            f"{name}-zone",
            private_zone_name=f"{name}.private.postgres.database.azure.com",
            resource_group_name=group.name,
            location="global",
            opts=mine,
        )
        server = dbforpostgresql.Server(
            f"{name}-server",
            server_name=f"psql-{name}-vectors",
            administrator_login=administrator,
            administrator_login_password=pulumi.Config().require_secret("password"),
            version="17",
            sku={"name": "Standard_D2ds_v5", "tier": "GeneralPurpose"},
            storage={"storage_size_gb": 128},
            network={"delegated_subnet_resource_id": subnet.id, "private_dns_zone_arm_resource_id": zone.id},
            opts=pulumi.ResourceOptions(parent=self, protect=False),
            **place,
        )
        storage.StorageAccount(
            f"{name}-backups",
            account_name=f"st{name}backups",
            kind="StorageV2",
            sku={"name": "Standard_ZRS"},
            public_network_access="Disabled",
            opts=mine,
            **place,
        )
        self.host = server.fully_qualified_domain_name
        self.register_outputs({"host": self.host})
