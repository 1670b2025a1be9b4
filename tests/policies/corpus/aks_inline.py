"""A cluster with its GPU pool inside, of a version that is out of support, open to everybody."""

# mypy: ignore-errors
from pulumi_azure_native import containerservice, resources

group = resources.ResourceGroup("inference", location="swedencentral")
cluster = containerservice.ManagedCluster(
    "cluster",
    resource_group_name=group.name,
    dns_prefix="inference",
    kubernetes_version="1.32.4",
    identity={"type": "SystemAssigned"},
    agent_pool_profiles=[
        {"name": "system", "mode": "System", "vm_size": "Standard_D4ds_v5", "count": 3},
        {
            "name": "gpu",
            "mode": "User",
            "vm_size": "Standard_NC24ads_A100_v4",
            "count": 2,
            "enable_node_public_ip": True,
        },
    ],
)
containerservice.AgentPool(
    "old",
    resource_group_name=group.name,
    resource_name_=cluster.name,
    vm_size="Standard_NC6s_v3",
    count=1,
    node_taints=["sku=gpu:NoSchedule"],
    tags={"owner": "a", "costCenter": "b"},
)
