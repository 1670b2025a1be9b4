"""ClusterOperators: the control planes that others' objects need, as pinned charts."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import pulumi
from pydantic import Field

from azure_ai_landing_zone.aks.planning.gpu_pools import SHARED_IB_PODS, GpuPool, daemon_tolerations
from azure_ai_landing_zone.catalog import chart_images, pins
from azure_ai_landing_zone.workloads.component import KubernetesComponent, Manifest, OnGpuPools
from azure_ai_landing_zone.workloads.gpu_daemons import counters_csv, pod_monitor
from azure_ai_landing_zone.workloads.inference_gateway import ENVOY_NAMESPACE
from azure_ai_landing_zone.workloads.namespaces import KUBERAY_NAMESPACE, PodSecurity, make_namespace
from azure_ai_landing_zone.workloads.plan import (
    WITHOUT_GPUS,
    as_manifest,
    daemon_placement,
    spread_apart,
)

if TYPE_CHECKING:
    from pulumi_kubernetes.helm.v3 import Release


NAMESPACE = "network-operator"

_LOADER = pins.image("mcr.microsoft.com/azurelinux/base/core")

_REPOSITORY = "nvcr.io/nvidia/mellanox"
_DRIVER = pins.version(f"{_REPOSITORY}/doca-driver")
_PLUGIN = f"network-operator-v{pins.version('network-operator')}"

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


OperatorName = Literal["kueue", "kuberay", "envoyGateway", "networkOperator", "gpuOperator"]
"""Kueue, KubeRay, Envoy Gateway, and NVIDIA's operators of InfiniBand adapters and of GPU drivers."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart in the version that our objects were checked with."""

    chart: str
    repository: str | None
    version: str
    namespace: str
    pod_security: PodSecurity
    values: Callable[[Sequence[GpuPool]], dict[str, Any]]

    @property
    def name(self) -> str:
        """Of the chart alone, as catalog/pins.csv has it."""
        return self.chart.rpartition("/")[2]


class ClusterOperatorsArgs(OnGpuPools):
    """What ClusterOperators are made of."""

    operators: list[OperatorName] = Field(min_length=1)
    """Those that are needed."""


class ClusterOperators(KubernetesComponent):
    """Helm releases of operators. What they run on GPU nodes gets tolerations through their values; our own
    objects are never part of a chart."""

    def __init__(
        self, name: str, args: ClusterOperatorsArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts)
        pools = list(args.pools_by_name().values())
        releases = {one: self._release(name, one, pools) for one in args.operators}
        if "networkOperator" in releases:
            infiniband = {"infiniband": nic_cluster_policy(pools)}
            if "gpuOperator" not in releases:
                infiniband["peer-memory"] = peer_memory(pools)
            self._make(name, infiniband, depends_on=[releases["networkOperator"]])
        if "gpuOperator" in releases:
            labels = {"app": "nvidia-dcgm-exporter"}
            monitor = pod_monitor("dcgm-exporter", "gpu-operator", labels, port="metrics", honor_labels=True)
            self._make(name, {"gpu-monitor": monitor}, depends_on=[releases["gpuOperator"]])
        self._end()

    def _release(self, name: str, operator: OperatorName, pools: Sequence[GpuPool]) -> "Release":
        from pulumi_kubernetes.helm import v3 as helm

        chart = CHARTS[operator]
        role = operator.lower()
        namespace = make_namespace(chart.namespace, chart.pod_security)
        made = self._make(name, {f"{role}-namespace": namespace})
        return helm.Release(
            f"{name}-{role}",
            name=chart.namespace,
            chart=chart.chart,
            version=chart.version,
            namespace=chart.namespace,
            repository_opts=helm.RepositoryOptsArgs(repo=chart.repository) if chart.repository else None,
            values=self._values(chart, pools),
            atomic=True,
            timeout=900,
            opts=self._child(depends_on=list(made.values())),
        )

    def _values(self, chart: Chart, pools: Sequence[GpuPool]) -> dict[str, Any]:
        registry = self._image_registry
        if registry is None:
            return chart.values(pools)
        return merged(chart.values(pools), chart_images.values(chart.name, registry.pulled))


def merged(values: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """As Helm merges values: maps into maps."""
    found = dict(values)
    for name, value in more.items():
        inner = found.get(name)
        found[name] = merged(inner, value) if isinstance(inner, Mapping) else value
    return found


def _kueue_values(_: Sequence[GpuPool]) -> dict[str, Any]:
    """The chart's own configuration (charts/kueue/values.yaml, v0.17.8) with gangs: a job starts when all its
    pods have a place, and gives up its place when they don't all come in time. Only GPUs are counted."""
    configuration = {
        "apiVersion": "config.kueue.x-k8s.io/v1beta2",
        "kind": "Configuration",
        "health": {"healthProbeBindAddress": ":8081"},
        "metrics": {"bindAddress": ":8443"},
        "webhook": {"port": 9443},
        "leaderElection": {"leaderElect": True, "resourceName": "c1f6bfd2.kueue.x-k8s.io"},
        # A node takes about ten minutes to come.
        "waitForPodsReady": {
            "timeout": "30m",
            "recoveryTimeout": "10m",
            # With true a job for which Azure has no nodes would hold up every queue for 30 minutes.
            "blockAdmission": False,
            "requeuingStrategy": {
                "timestamp": "Eviction",
                "backoffLimitCount": 10,
                "backoffBaseSeconds": 60,
                "backoffMaxSeconds": 3600,
            },
        },
        "integrations": {"frameworks": ["batch/job", "ray.io/raycluster", "ray.io/rayjob"]},
        "resources": {"excludeResourcePrefixes": ["cpu", "memory", "ephemeral-storage", "rdma"]},
    }
    return {
        "managerConfig": {"controllerManagerConfigYaml": json.dumps(configuration, sort_keys=True)},
        "controllerManager": {
            "replicas": 2,
            "tolerations": WITHOUT_GPUS,
            "podDisruptionBudget": {"enabled": True, "minAvailable": 1},
            "topologySpreadConstraints": spread_apart({"control-plane": "controller-manager"}),
        },
    }


def _kuberay_values(_: Sequence[GpuPool]) -> dict[str, Any]:
    return {
        "resources": {"requests": {"cpu": "100m", "memory": "512Mi"}, "limits": {"memory": "512Mi"}},
        "tolerations": WITHOUT_GPUS,
    }


def _envoy_gateway_values(_: Sequence[GpuPool]) -> dict[str, Any]:
    return {
        "deployment": {
            "replicas": 2,
            "pod": {
                "tolerations": WITHOUT_GPUS,
                "topologySpreadConstraints": spread_apart({"control-plane": "envoy-gateway"}),
            },
        },
        "podDisruptionBudget": {"minAvailable": 1},
        "certgen": {"job": {"tolerations": WITHOUT_GPUS}},
    }


def _gpu_operator_values(pools: Sequence[GpuPool]) -> dict[str, Any]:
    """Its DaemonSets tolerate nvidia.com/gpu and nothing else by themselves, its node feature discovery not
    even that. Its exporter measures what ours does, and it loads nvidia_peermem itself."""
    tolerations = as_manifest(daemon_tolerations(pools))
    strategies = {pool.mig_strategy for pool in pools if pool.mig_profile is not None}
    return {
        "driver": {"enabled": True, "rdma": {"enabled": any(pool.rdma is not None for pool in pools)}},
        "dcgmExporter": {"config": {"name": "counters", "create": True, "data": counters_csv()}},
        "daemonsets": {"tolerations": tolerations},
        "mig": {"strategy": "mixed" if "mixed" in strategies else "single"},
        "node-feature-discovery": {
            "worker": {"tolerations": tolerations},
            "master": {"tolerations": WITHOUT_GPUS},
            "gc": {"tolerations": WITHOUT_GPUS},
        },
        "operator": {"tolerations": WITHOUT_GPUS},
    }


CHARTS: Mapping[OperatorName, Chart] = MappingProxyType(
    {
        "kueue": Chart(
            "oci://registry.k8s.io/kueue/charts/kueue",
            None,
            pins.version("kueue"),
            "kueue-system",
            "baseline",
            _kueue_values,
        ),
        "kuberay": Chart(
            "kuberay-operator",
            "https://ray-project.github.io/kuberay-helm/",
            pins.version("kuberay-operator"),
            KUBERAY_NAMESPACE,
            "baseline",
            _kuberay_values,
        ),
        "envoyGateway": Chart(
            "oci://docker.io/envoyproxy/gateway-helm",
            None,
            pins.version("gateway-helm"),
            ENVOY_NAMESPACE,
            "baseline",
            _envoy_gateway_values,
        ),
        "networkOperator": Chart(
            "network-operator",
            "https://helm.ngc.nvidia.com/nvidia",
            pins.version("network-operator"),
            NAMESPACE,
            "privileged",
            network_operator_values,
        ),
        "gpuOperator": Chart(
            "gpu-operator",
            "https://helm.ngc.nvidia.com/nvidia",
            pins.version("gpu-operator"),
            "gpu-operator",
            "privileged",
            _gpu_operator_values,
        ),
    }
)
"""Their versions are those of catalog/pins.csv."""
