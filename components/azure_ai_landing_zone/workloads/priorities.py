"""GpuPriorities: who gives way when GPUs run short."""

from collections.abc import Mapping
from types import MappingProxyType

import pulumi

from azure_ai_landing_zone.workloads.component import KubernetesComponent, Manifest

SERVING = "gpu-serving"
TRAINING = "gpu-training"
WARM = "gpu-warm-capacity"

_CLASSES: Mapping[str, tuple[int, str]] = MappingProxyType(
    {
        SERVING: (10_000, "Answers requests: takes GPUs from training and placeholders."),
        TRAINING: (1_000, "Computes for long: gives way to serving, takes GPUs from placeholders."),
        # Below -10 the cluster autoscaler would bring no node for them (its expendable-pods-priority-cutoff).
        WARM: (-5, "Placeholders that keep nodes warm: give way to everything."),
    }
)


class GpuPriorities(KubernetesComponent):
    """The priority classes of pods on GPU nodes. None is the default: pods that name none stay between
    placeholders and training."""

    def __init__(self, name: str, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts)
        self._make(name, gpu_priorities())
        self._end()


def gpu_priorities() -> dict[str, Manifest]:
    """The classes by role."""
    return {
        name.removeprefix("gpu-"): {
            "apiVersion": "scheduling.k8s.io/v1",
            "kind": "PriorityClass",
            "metadata": {"name": name},
            "value": value,
            "globalDefault": False,
            "preemptionPolicy": "Never" if value < 0 else "PreemptLowerPriority",
            "description": description,
        }
        for name, (value, description) in _CLASSES.items()
    }
