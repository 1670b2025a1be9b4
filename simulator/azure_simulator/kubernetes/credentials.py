"""Kubeconfigs of AKS clusters, as listManagedClusterUserCredentials answers them."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.subscription import Subscription
from azure_simulator.cloud.values import Props, dig

FUNCTION = "azure-native:containerservice:listManagedClusterUserCredentials"

_KUBELOGIN = {
    "apiVersion": "client.authentication.k8s.io/v1beta1",
    "command": "kubelogin",
    "args": ["get-token", "--server-id", "6dae42f8-4368-4678-94ff-3960e28e3630", "--login", "devicecode"],
    "installHint": "kubelogin is not installed which is required to connect to AAD enabled cluster.",
    "provideClusterInfo": False,
}
"""learn.microsoft.com/azure/aks/kubelogin-authentication, 2026-08; the id is that of AKS's server."""


def user_credentials(cloud: Subscription, args: Mapping[str, Any]) -> Props:
    """With format=exec there are no credentials in it: kubelogin gets them."""
    group, name = args["resourceGroupName"], args["resourceName"]
    id_ = (
        f"/subscriptions/{cloud.id}/resourceGroups/{group}/providers"
        f"/Microsoft.ContainerService/managedClusters/{name}"
    )
    cluster = cloud.get(id_)
    if cluster is None:
        raise arm.not_found(id_)
    host = dig(cluster.body, "privateFQDN") or dig(cluster.body, "fqdn")
    authority = base64.b64encode(f"certificate authority of {host}".encode()).decode()
    kubeconfig = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [
            {
                "name": name,
                "cluster": {
                    "server": f"https://{host}:443",
                    "certificate-authority-data": authority,
                },
            }
        ],
        "contexts": [{"name": name, "context": {"cluster": name, "user": f"clusterUser_{group}_{name}"}}],
        "current-context": name,
        "users": [{"name": f"clusterUser_{group}_{name}", "user": {"exec": _KUBELOGIN}}],
    }
    value = base64.b64encode(json.dumps(kubeconfig, sort_keys=True).encode()).decode()
    return {"kubeconfigs": [{"name": "clusterUser", "value": value}]}
