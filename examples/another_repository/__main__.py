"""A training cluster and its checkpoints, from another repository.

First: pulumi config set sshPublicKey "$(cat ~/.ssh/id_ed25519.pub)"
"""

from typing import Any

import pulumi
from pulumi_azure_native import managedidentity, resources

import azure_ai_landing_zone as zone
from azure_ai_landing_zone import CheckpointStore, TrainingCluster

group = resources.ResourceGroup("research", resource_group_name="rg-research", location="eastus")
here: dict[str, Any] = {"location": "eastus", "resource_group_name": group.name}
nodes = managedidentity.UserAssignedIdentity("nodes", resource_name_="id-research-nodes", **here)
subnets = [
    zone.NetworkSubnet(name="endpoints", purpose="privateEndpoints", addresses=11),
    zone.NetworkSubnet(name="nodes", purpose="nodes", addresses=100),
]
network = zone.Network("research", zone.NetworkArgs(**here, address_space="10.50.0.0/20", subnets=subnets))

store = CheckpointStore(
    "checkpoints",
    zone.CheckpointStoreArgs(
        **here,
        parameters=7_000_000_000,
        retention_days=14,
        private_endpoint=zone.PrivateEndpointPlace(
            subnet_resource_id=network.subnet_resource_ids["endpoints"]
        ),
        access=[
            zone.AccessGrant(
                key="nodes",
                principal_id=nodes.principal_id,
                role=zone.BuiltInRole.STORAGE_BLOB_DATA_OWNER,
            )
        ],
        protection="off",
    ),
)
cluster = TrainingCluster(
    "pretrain",
    zone.TrainingClusterArgs(
        **here,
        subnet_resource_id=network.subnet_resource_ids["nodes"],
        identity_resource_id=nodes.id,
        size="Standard_ND96isr_H100_v5",
        node_count=2,
        zone="1",
        image_version="24.04.2026072901",
        ssh_public_key=pulumi.Config().require("sshPublicKey"),
    ),
    pulumi.ResourceOptions(depends_on=[store]),
)
pulumi.export("scaleSet", cluster.scale_set_resource_id)
pulumi.export("checkpoints", store.container_url)
