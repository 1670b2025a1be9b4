"""DcgmExporter: what the GPUs of every pool do, as metrics in Azure's managed Prometheus."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pulumi

from azure_ai_landing_zone.gpu_device_plugin import GpuDaemonsArgs
from azure_ai_landing_zone.kubernetes_component import KubernetesComponent, Manifest
from azure_ai_landing_zone.kubernetes_settings import Image
from azure_ai_landing_zone.planning.gpu_pods import daemon_placement
from azure_ai_landing_zone.pod_monitor import pod_monitor

DCGM_EXPORTER_IMAGE = "nvcr.io/nvidia/k8s/dcgm-exporter:4.5.3-4.8.2-distroless"
"""Of github.com/NVIDIA/dcgm-exporter, chart 4.8.2, 2026-08."""

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
        self.register_outputs({})


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
