"""GpuDevicePlugin: tells Kubernetes of the GPUs of every pool."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pulumi
from pydantic import model_validator

from azure_ai_landing_zone.catalog import pins
from azure_ai_landing_zone.core.model import refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.workloads.component import (
    Image,
    KubernetesComponent,
    Manifest,
    NamespaceName,
    OnGpuPools,
)
from azure_ai_landing_zone.workloads.plan import daemon_placement

DEVICE_PLUGIN_IMAGE = pins.image("nvcr.io/nvidia/k8s-device-plugin")

GPU_NAMESPACE = "gpu-resources"

_LABEL = "nvidia-device-plugin"


class GpuDaemonsArgs(OnGpuPools):
    """What every DaemonSet on GPU nodes takes: it runs on all pools, and tolerates all their taints."""

    namespace: NamespaceName = GPU_NAMESPACE
    """Where it runs; the namespace has to allow host paths."""

    @model_validator(mode="after")
    def _check_owner(self) -> "GpuDaemonsArgs":
        refuse(
            GpuDaemonsArgs,
            [
                Problem(
                    ("gpu_pools", number, "driver"),
                    f"{pool.name} leaves drivers to NVIDIA's GPU Operator, which brings its own device "
                    "plugin and exporter: leave these out",
                )
                for number, pool in enumerate(self.gpu_pools)
                if pool.driver == "gpuOperator"
            ],
        )
        return self


class GpuDevicePluginArgs(GpuDaemonsArgs):
    """What a GpuDevicePlugin is made of."""

    image: Image = DEVICE_PLUGIN_IMAGE
    """NVIDIA's device plugin."""


class GpuDevicePlugin(KubernetesComponent):
    """NVIDIA's device plugin on every GPU node. Nodes whose GPUs are cut into instances have a DaemonSet of
    their own: it alone needs the right to watch them."""

    def __init__(
        self, name: str, args: GpuDevicePluginArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts)
        self._make(name, device_plugin(args))
        self._end()


def device_plugin(args: GpuDevicePluginArgs) -> dict[str, Manifest]:
    """The DaemonSets by role."""
    pools = list(args.pools_by_name().values())
    cut = [pool for pool in pools if pool.mig_profile is not None]
    found = {"plugin": _daemon_set(args, _LABEL, "none", daemon_placement(pools, others=cut))}
    for strategy in ("single", "mixed"):
        ours = [pool for pool in cut if pool.mig_strategy == strategy]
        if ours:
            found[f"plugin-{strategy}"] = _daemon_set(
                args, f"{_LABEL}-{strategy}", strategy, daemon_placement(pools, only=ours)
            )
    return found


def _daemon_set(args: GpuDevicePluginArgs, name: str, strategy: str, placement: dict[str, Any]) -> Manifest:
    labels = {"app.kubernetes.io/name": name}
    security: dict[str, Any] = {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}
    environment = [
        {"name": "MIG_STRATEGY", "value": strategy},
        {"name": "FAIL_ON_INIT_ERROR", "value": "false"},
    ]
    if strategy != "none":
        # As NVIDIA's chart does (templates/_helpers.tpl, v0.18): instances are device files of their own.
        security = {"capabilities": {"add": ["SYS_ADMIN"]}}
        environment.append({"name": "NVIDIA_MIG_MONITOR_DEVICES", "value": "all"})
    plugins = "/var/lib/kubelet/device-plugins"
    return {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": name, "namespace": args.namespace, "labels": labels},
        "spec": {
            "selector": {"matchLabels": labels},
            "updateStrategy": {"type": "RollingUpdate"},
            "template": {
                "metadata": {"labels": labels},
                "spec": {
                    **placement,
                    "priorityClassName": "system-node-critical",
                    "automountServiceAccountToken": False,
                    "containers": [
                        {
                            "name": "plugin",
                            "image": args.image,
                            "env": environment,
                            "resources": {
                                "requests": {"cpu": "50m", "memory": "64Mi"},
                                "limits": {"memory": "256Mi"},
                            },
                            "securityContext": security,
                            "volumeMounts": [{"name": "plugins", "mountPath": plugins}],
                        }
                    ],
                    "volumes": [{"name": "plugins", "hostPath": {"path": plugins}}],
                },
            },
        },
    }


DCGM_EXPORTER_IMAGE = pins.image("nvcr.io/nvidia/k8s/dcgm-exporter")

COUNTERS: Mapping[str, str] = MappingProxyType(
    {
        "DCGM_FI_DEV_GPU_UTIL": "gauge, share of time in which anything ran in %",
        "DCGM_FI_DEV_GPU_TEMP": "gauge, temperature in degrees Celsius",
        "DCGM_FI_DEV_MEMORY_TEMP": "gauge, temperature of the memory in degrees Celsius",
        "DCGM_FI_DEV_POWER_USAGE": "gauge, power draw in W",
        "DCGM_FI_DEV_SM_CLOCK": "gauge, clock of the multiprocessors in MHz",
        "DCGM_FI_DEV_FB_USED": "gauge, memory in use in MiB",
        "DCGM_FI_DEV_FB_FREE": "gauge, memory free in MiB",
        "DCGM_FI_DEV_XID_ERRORS": "gauge, number of the last XID error",
        "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL": "counter, memory errors that could not be corrected",
        "DCGM_FI_DEV_ROW_REMAP_FAILURE": "gauge, whether remapping of memory rows has failed",
        "DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL": "counter, checksum errors of NVLink",
        "DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_TOTAL": "counter, repeated transfers of NVLink",
        "DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL": "counter, recoveries of NVLink",
        "DCGM_FI_PROF_GR_ENGINE_ACTIVE": "gauge, share of time in which anything ran on a GPU or an instance",
        "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE": "gauge, share of cycles in which tensor cores ran",
        "DCGM_FI_PROF_DRAM_ACTIVE": "gauge, share of cycles in which memory was read or written",
    }
)
"""What is measured: all that rules and dashboards ask for."""

PORT = 9400

_NAME = "dcgm-exporter"


class DcgmExporterArgs(GpuDaemonsArgs):
    """What a DcgmExporter is made of."""

    image: Image = DCGM_EXPORTER_IMAGE
    """NVIDIA's exporter."""


class DcgmExporter(KubernetesComponent):
    """NVIDIA's DCGM exporter on every GPU node, with what it measures and how it is read."""

    def __init__(self, name: str, args: DcgmExporterArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts)
        self._make(name, dcgm_exporter(args))
        self._end()


def counters_csv() -> str:
    """As the exporter reads it."""
    return "".join(f"{name}, {kind_and_text}\n" for name, kind_and_text in COUNTERS.items())


def dcgm_exporter(args: DcgmExporterArgs) -> dict[str, Manifest]:
    """Its objects by role."""
    labels = {"app.kubernetes.io/name": _NAME}
    metadata = {"name": _NAME, "namespace": args.namespace, "labels": labels}
    return {
        "counters": {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": metadata,
            "data": {"counters.csv": counters_csv()},
        },
        "exporter": {
            "apiVersion": "apps/v1",
            "kind": "DaemonSet",
            "metadata": metadata,
            "spec": {
                "selector": {"matchLabels": labels},
                "updateStrategy": {"type": "RollingUpdate"},
                "template": {"metadata": {"labels": labels}, "spec": _pod(args)},
            },
        },
        # The exporter says itself which pod uses a GPU: its labels win over those of its own pod.
        "monitor": pod_monitor(_NAME, args.namespace, labels, port="metrics", honor_labels=True),
    }


def _pod(args: DcgmExporterArgs) -> dict[str, Any]:
    pod_resources = "/var/lib/kubelet/pod-resources"
    probe = {"httpGet": {"path": "/health", "port": "metrics"}}
    return {
        **daemon_placement(list(args.pools_by_name().values())),
        "priorityClassName": "system-node-critical",
        "automountServiceAccountToken": False,
        "containers": [
            {
                "name": "exporter",
                "image": args.image,
                "args": ["--collectors=/etc/dcgm-exporter/counters.csv"],
                "env": [
                    {"name": "DCGM_EXPORTER_LISTEN", "value": f":{PORT}"},
                    {"name": "DCGM_EXPORTER_KUBERNETES", "value": "true"},
                    {"name": "NODE_NAME", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}},
                ],
                "ports": [{"name": "metrics", "containerPort": PORT}],
                "readinessProbe": probe | {"initialDelaySeconds": 30},
                "livenessProbe": probe | {"initialDelaySeconds": 60, "periodSeconds": 30},
                "resources": {
                    "requests": {"cpu": "100m", "memory": "256Mi"},
                    "limits": {"memory": "1Gi"},
                },
                # DCGM's profiling counters take it (github.com/NVIDIA/dcgm-exporter, README).
                "securityContext": {
                    "runAsNonRoot": False,
                    "runAsUser": 0,
                    "capabilities": {"add": ["SYS_ADMIN"]},
                },
                "volumeMounts": [
                    {"name": "pod-resources", "mountPath": pod_resources, "readOnly": True},
                    {"name": "counters", "mountPath": "/etc/dcgm-exporter", "readOnly": True},
                ],
            }
        ],
        "volumes": [
            {"name": "pod-resources", "hostPath": {"path": pod_resources}},
            {"name": "counters", "configMap": {"name": _NAME}},
        ],
    }


def pod_monitor(
    name: str,
    namespace: str,
    labels: Mapping[str, str],
    *,
    port: str,
    path: str = "/metrics",
    honor_labels: bool = False,
) -> Manifest:
    """Of pods with these labels, at a path of a named port. The group is Azure's: one of
    monitoring.coreos.com is accepted and never looked at. Limits as in
    learn.microsoft.com/azure/azure-monitor/containers/prometheus-metrics-scrape-crd."""
    return {
        "apiVersion": "azmonitoring.coreos.com/v1",
        "kind": "PodMonitor",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {
            "labelLimit": 63,
            "labelNameLengthLimit": 511,
            "labelValueLengthLimit": 1023,
            "selector": {"matchLabels": dict(labels)},
            "podMetricsEndpoints": [{"port": port, "path": path, "honorLabels": honor_labels}],
        },
    }
