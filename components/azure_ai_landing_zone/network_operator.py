"""What NVIDIA's network operator needs to know, so that pods get InfiniBand adapters."""

import json
from collections.abc import Sequence
from typing import Any

from azure_ai_landing_zone.kubernetes_component import Manifest
from azure_ai_landing_zone.planning.gpu_pods import WITHOUT_GPUS, as_manifest, daemon_placement
from azure_ai_landing_zone.planning.gpu_pools import SHARED_IB_PODS, GpuPool, daemon_tolerations

NAMESPACE = "network-operator"

_LOADER = "mcr.microsoft.com/azurelinux/base/core:3.0"

_REPOSITORY = "nvcr.io/nvidia/mellanox"
_DRIVER = "doca3.2.0-25.10-1.2.8.0-2"
_PLUGIN = "network-operator-v26.4.0"
"""Versions: github.com/Azure/aks-rdma-infiniband, 2026-08."""

_ADAPTERS = {"vendors": ["15b3"], "linkTypes": ["infiniband"]}
"""Mellanox, and only the ports that are InfiniBand: eth0 is Mellanox too."""


def network_operator_values(pools: Sequence[GpuPool]) -> dict[str, Any]:
    """Of the chart. Its node feature discovery finds nodes with adapters, also behind our taints."""
    tolerations = as_manifest(daemon_tolerations(_with_rdma(pools)))
    return {
        "nfd": {"enabled": True, "deployNodeFeatureRules": True},
        "sriovNetworkOperator": {"enabled": False},
        "node-feature-discovery": {
            "worker": {"tolerations": tolerations},
            "master": {"tolerations": WITHOUT_GPUS},
            "gc": {"tolerations": WITHOUT_GPUS},
        },
        "operator": {"tolerations": WITHOUT_GPUS},
    }


def nic_cluster_policy(pools: Sequence[GpuPool]) -> Manifest:
    """Drivers, which AKS nodes lack, and the device plugin that shows adapters as the pools' resource."""
    ours = _with_rdma(pools)
    spec: dict[str, Any] = {
        "tolerations": as_manifest(daemon_tolerations(ours)),
        "ofedDriver": {"image": "doca-driver", "repository": _REPOSITORY, "version": _DRIVER},
    }
    if any(pool.rdma == "rdma/shared_ib" for pool in ours):
        shared = [
            {
                "resourcePrefix": "rdma",
                "resourceName": "shared_ib",
                "rdmaHcaMax": SHARED_IB_PODS,
                "selectors": _ADAPTERS,
            }
        ]
        spec["rdmaSharedDevicePlugin"] = {
            "image": "k8s-rdma-shared-dev-plugin",
            "repository": _REPOSITORY,
            "version": _PLUGIN,
            "config": json.dumps({"configList": shared}, sort_keys=True),
        }
    if any(pool.rdma == "rdma/ib" for pool in ours):
        own = [{"resourcePrefix": "rdma", "resourceName": "ib", "selectors": _ADAPTERS | {"isRdma": True}}]
        spec["sriovDevicePlugin"] = {
            "image": "sriov-network-device-plugin",
            "repository": _REPOSITORY,
            "version": _PLUGIN,
            "config": json.dumps({"resourceList": own}, sort_keys=True),
        }
    return {
        "apiVersion": "mellanox.com/v1alpha1",
        "kind": "NicClusterPolicy",
        "metadata": {"name": "nic-cluster-policy"},
        "spec": spec,
    }


def peer_memory(pools: Sequence[GpuPool]) -> Manifest:
    """Loads nvidia_peermem again and again: AKS's GPU driver is there before the adapters' driver, and
    without the module adapters can't read GPU memory. Source: github.com/Azure/aks-rdma-infiniband."""
    labels = {"app.kubernetes.io/name": "nvidia-peermem"}
    load = "while true; do nsenter --target 1 --mount -- modprobe nvidia_peermem || true; sleep 60; done"
    ours = _with_rdma(pools)
    pod: dict[str, Any] = {
        **daemon_placement(ours, only=ours),
        "hostPID": True,
        "priorityClassName": "system-node-critical",
        "automountServiceAccountToken": False,
        "containers": [
            {
                "name": "loader",
                "image": _LOADER,
                "command": ["/bin/sh", "-c", load],
                "resources": {
                    "requests": {"cpu": "10m", "memory": "16Mi"},
                    "limits": {"memory": "64Mi"},
                },
                "securityContext": {"privileged": True},
            }
        ],
    }
    return {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": "nvidia-peermem", "namespace": NAMESPACE, "labels": labels},
        "spec": {
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": pod},
        },
    }


def _with_rdma(pools: Sequence[GpuPool]) -> list[GpuPool]:
    return [pool for pool in pools if pool.rdma is not None]
