"""A Machine Learning workspace to start from, for tests that change one thing."""

from typing import Any

from azure_ai_landing_zone import (
    MachineLearningCluster,
    MachineLearningInstance,
    Naming,
    PrivateEndpointPlace,
)
from azure_ai_landing_zone.machine_learning.managed_network import HostRule

PLACE = PrivateEndpointPlace(subnet_resource_id="/subnet", private_dns_zone_resource_ids=["/zone"])
GROUP = "/subscriptions/s/resourceGroups/shared/providers"
STORE = f"{GROUP}/Microsoft.Storage/storageAccounts/checkpoints"
USER = "00000000-0000-0000-0000-00000000000a"
BASE: dict[str, Any] = {
    "location": "eastus",
    "naming": Naming(suffix="x1"),
    "resource_group_name": "rg",
    "private_endpoint": PLACE,
    "storage_private_endpoints": {"blob": PLACE, "file": PLACE},
    "key_vault_private_endpoint": PLACE,
    "container_registry_private_endpoint": PLACE,
    "identity_resource_id": "/identity",
    "principal_id": "p-workspace",
    "machine_identities": {
        kind: {"identity_resource_id": f"/{kind}", "principal_id": f"p-{kind}"}
        for kind in ("jobs", "images", "notebooks")
    },
    "log_analytics_workspace_resource_id": "/logs",
}
CLUSTER = MachineLearningCluster(name="a100", size="Standard_NC24ads_A100_v4", max_node_count=4)
INSTANCE = MachineLearningInstance(name="notebook", size="Standard_D4ds_v4", user_object_id=USER)
HOST = {"pypi": HostRule(mode="fqdn", host_name="pypi.org")}
