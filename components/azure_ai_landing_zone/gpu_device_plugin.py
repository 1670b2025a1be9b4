"""GpuDevicePlugin: tells Kubernetes of the GPUs of every pool."""

from typing import Any

import pulumi
from pydantic import model_validator

from azure_ai_landing_zone.gpu_pools_of_cluster import OnGpuPools
from azure_ai_landing_zone.kubernetes_component import KubernetesComponent, Manifest
from azure_ai_landing_zone.kubernetes_settings import Image, NamespaceName
from azure_ai_landing_zone.model import refuse
from azure_ai_landing_zone.planning.gpu_pods import daemon_placement
from azure_ai_landing_zone.planning.problem import Problem

DEVICE_PLUGIN_IMAGE = "nvcr.io/nvidia/k8s-device-plugin:v0.18.0"
"""Of learn.microsoft.com/azure/aks/use-nvidia-gpu, 2026-08."""

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
        self.register_outputs({})


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
