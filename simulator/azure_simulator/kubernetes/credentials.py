"""Kubeconfigs of AKS clusters, as listManagedCluster…Credentials answer them."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.subscription import Subscription
from azure_simulator.cloud.values import Props, dig

_LIST = "azure-native:containerservice:listManagedCluster"
FUNCTIONS = (f"{_LIST}UserCredentials", f"{_LIST}AdminCredentials")

_KUBELOGIN = {
    "apiVersion": "client.authentication.k8s.io/v1beta1",
    "command": "kubelogin",
    "args": ["get-token", "--server-id", "6dae42f8-4368-4678-94ff-3960e28e3630", "--login", "devicecode"],
    "installHint": "kubelogin is not installed which is required to connect to AAD enabled cluster.",
    "provideClusterInfo": False,
}
"""learn.microsoft.com/azure/aks/kubelogin-authentication, 2026-08; the id is that of AKS's server."""


def credentials(cloud: Subscription, function: str, args: Mapping[str, Any]) -> Props:
    """Of users with kubelogin, which gets their tokens; of administrators with what lets them in itself."""
    group, name = args["resourceGroupName"], args["resourceName"]
    id_ = (
        f"/subscriptions/{cloud.id}/resourceGroups/{group}/providers"
        f"/Microsoft.ContainerService/managedClusters/{name}"
    )
    cluster = cloud.get(id_)
    if cluster is None:
        raise arm.not_found(id_)
    role = "clusterAdmin" if function == FUNCTIONS[1] else "clusterUser"
    if role == "clusterAdmin" and cluster.body.get("disableLocalAccounts"):
        raise ArmError(
            400,
            "BadRequest",
            "Getting static credential is not allowed because this cluster is set to disable local accounts.",
            seen="Azure/caf-terraform-landingzones#416 (2022-09-12)",
        )
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
        "contexts": [{"name": name, "context": {"cluster": name, "user": f"{role}_{group}_{name}"}}],
        "current-context": name,
        "users": [{"name": f"{role}_{group}_{name}", "user": _user(id_, role)}],
    }
    value = base64.b64encode(json.dumps(kubeconfig, sort_keys=True).encode()).decode()
    return {"kubeconfigs": [{"name": role, "value": value}]}


def _user(cluster_id: str, role: str) -> Props:
    if role == "clusterUser":
        return {"exec": _KUBELOGIN}
    secrets = ("client-certificate-data", "client-key-data", "token")
    return {name: base64.b64encode(arm.stable_guid(cluster_id, name).encode()).decode() for name in secrets}
