"""The Kubernetes objects of a plan, and the pods that they make."""

from collections.abc import Iterator
from typing import Any

from helpers.kube_scheduler import requests
from helpers.registered import Registered

Json = dict[str, Any]


def objects(plan: Registered) -> dict[str, Json]:
    """The manifests by logical name."""
    return {
        name: inputs
        for name, inputs in plan.inputs.items()
        if plan.types[name].startswith("kubernetes:") and "helm.sh" not in plan.types[name]
    }


def pod_specs(plan: Registered) -> Iterator[tuple[str, str, Json]]:
    """Logical name, kind and spec of all pods."""
    for name, manifest in objects(plan).items():
        kind, spec = manifest["kind"], manifest.get("spec", {})
        if kind in ("DaemonSet", "Deployment", "Job"):
            yield name, kind, spec["template"]["spec"]
        for cluster in (spec, spec.get("rayClusterSpec", {}), spec.get("rayClusterConfig", {})):
            if "headGroupSpec" in cluster:
                yield f"{name}-head", "Head", cluster["headGroupSpec"]["template"]["spec"]
                for group in cluster["workerGroupSpecs"]:
                    yield f"{name}-worker", "Worker", group["template"]["spec"]


def asks_for_gpus(spec: Json) -> bool:
    return any(name.startswith("nvidia.com/") for name in requests(spec))
