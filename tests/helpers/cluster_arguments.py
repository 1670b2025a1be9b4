"""Arguments of a cluster that is right, for tests to change."""

from typing import Any

from azure_ai_landing_zone import AttachedIdentity, ClusterMetrics, InferenceClusterArgs, Naming
from azure_ai_landing_zone.catalog.kubernetes_versions import KUBERNETES_VERSIONS

CLUSTERS = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.ContainerService/managedClusters"
NETWORK = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v"
ZONES = "/subscriptions/h/resourceGroups/dns/providers/Microsoft.Network/privateDnsZones"
VERSION = list(KUBERNETES_VERSIONS)[-1]
MONITOR_WORKSPACE = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Monitor/accounts/amw"
METRICS = ClusterMetrics(
    monitor_workspace_resource_id=MONITOR_WORKSPACE, data_collection_endpoint_resource_id="/endpoint"
)


def identity(name: str) -> AttachedIdentity:
    return AttachedIdentity(
        identity_resource_id=f"/subscriptions/s/resourceGroups/rg/providers/x/y/{name}",
        principal_id=f"{name}-principal",
        client_id=f"{name}-client",
    )


def arguments(settings: dict[str, Any] | None = None, **changes: Any) -> InferenceClusterArgs:
    values: dict[str, Any] = {
        "location": "eastus",
        "naming": Naming(suffix="x1"),
        "resource_group_name": "rg",
        "managed_cluster": {"mode": "create", "kubernetes_version": VERSION} | (settings or {}),
        "subnet_resource_id": f"{NETWORK}/subnets/pods",
        "control_plane": identity("control"),
        "kubelet": identity("nodes"),
    }
    return InferenceClusterArgs(**(values | changes))
