"""Which node a pod fits on, as kube-scheduler's filters say (kubernetes.io/docs/reference/scheduling/config,
v1.35): TaintToleration, NodeAffinity and NodeResourcesFit, after the admission plugin
ExtendedResourceToleration."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool

Json = dict[str, Any]

_UNITS: dict[str, Fraction | int] = {
    "": 1,
    "m": Fraction(1, 1000),
    "Ki": 2**10,
    "Mi": 2**20,
    "Gi": 2**30,
    "Ti": 2**40,
    "k": 1000,
    "M": 10**6,
}
_CORE = ("cpu", "memory", "ephemeral-storage", "pods")


@dataclass
class Node:
    """An empty node."""

    name: str
    labels: dict[str, str]
    taints: list[Json] = field(default_factory=list)
    allocatable: dict[str, Fraction] = field(default_factory=dict)


def node_of(pool: GpuPool, name: str = "node") -> Node:
    """A node of a GPU pool, after the device plugin has come up."""
    taints = []
    for text in pool.taints:
        pair, _, effect = text.partition(":")
        key, _, value = pair.partition("=")
        taints.append({"key": key, "value": value, "effect": effect})
    allocatable = {
        "cpu": Fraction(pool.allocatable.cpu_millicores, 1000),
        "memory": Fraction(pool.allocatable.memory_mib * 2**20),
        "pods": Fraction(pool.max_pods),
        "ephemeral-storage": Fraction(pool.disk_for_pods_gib * 2**30),
    }
    allocatable |= {resource: Fraction(count) for resource, count in pool.resources.items()}
    return Node(f"{pool.name}-{name}", dict(pool.labels), taints, allocatable)


# As InferenceCluster makes it.
SYSTEM_NODE = Node(
    "system",
    {"kubernetes.azure.com/mode": "system"},
    [{"key": "CriticalAddonsOnly", "value": "true", "effect": "NoSchedule"}],
    {"cpu": Fraction(4), "memory": Fraction(16 * 2**30), "pods": Fraction(250)},
)


def quantity(text: Any) -> Fraction:
    """A Kubernetes quantity as a number."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(\D*)", str(text))
    assert found is not None, text
    return Fraction(str(found[1])) * Fraction(_UNITS[str(found[2])])


def admitted(spec: Json) -> Json:
    """The pod's spec after admission: requests default to limits, and each extended resource that is asked
    for brings a toleration of its own name."""
    tolerations = list(spec.get("tolerations", []))
    containers = []
    for container in spec["containers"]:
        resources = container.get("resources", {})
        requests = {**resources.get("limits", {}), **resources.get("requests", {})}
        for name, amount in resources.get("limits", {}).items():
            if name not in _CORE:
                assert requests[name] == amount, f"{name}: requests of extended resources are their limits"
        containers.append({**container, "resources": {**resources, "requests": requests}})
        tolerations += [
            {"key": name, "operator": "Exists", "effect": "NoSchedule"}
            for name in requests
            if name not in _CORE
        ]
    return {**spec, "containers": containers, "tolerations": tolerations}


def requests(spec: Json) -> dict[str, Fraction]:
    """What a pod asks for in all."""
    found: dict[str, Fraction] = {"pods": Fraction(1)}
    for container in admitted(spec)["containers"]:
        for name, amount in container["resources"]["requests"].items():
            found[name] = found.get(name, Fraction(0)) + quantity(amount)
    return found


def reasons_against(spec: Json, node: Node) -> list[str]:
    """Why the node is filtered out; empty: the pod fits."""
    pod = admitted(spec)
    return [*_taints(pod, node), *_affinity(pod, node), *_resources(spec, node)]


def tolerated(taint: Json, tolerations: list[Json]) -> bool:
    """As the scheduler's TaintToleration, for effects that keep pods off."""
    for one in tolerations:
        if one.get("effect") and one["effect"] != taint["effect"]:
            continue
        if one.get("key") and one["key"] != taint["key"]:
            continue
        operator = one.get("operator", "Equal")
        if operator == "Exists" or (one.get("key") and one.get("value", "") == taint.get("value", "")):
            return True
    return False


def _taints(pod: Json, node: Node) -> Iterator[str]:
    for taint in node.taints:
        if taint["effect"] != "PreferNoSchedule" and not tolerated(taint, pod["tolerations"]):
            yield f"untolerated taint {taint['key']}"


def _affinity(pod: Json, node: Node) -> Iterator[str]:
    for key, value in pod.get("nodeSelector", {}).items():
        if node.labels.get(key) != value:
            yield f"node selector {key}"
    required = (
        pod.get("affinity", {}).get("nodeAffinity", {}).get("requiredDuringSchedulingIgnoredDuringExecution")
    )
    if required is not None:
        terms = required["nodeSelectorTerms"]
        if not any(all(_matches(one, node) for one in term["matchExpressions"]) for term in terms):
            yield "node affinity"


def _matches(expression: Json, node: Node) -> bool:
    value, operator = node.labels.get(expression["key"]), expression["operator"]
    if operator == "In":
        return value in list(expression["values"])
    if operator == "NotIn":
        return value not in list(expression["values"])
    return bool((value is not None) == (operator == "Exists"))


def _resources(spec: Json, node: Node) -> Iterator[str]:
    for name, amount in requests(spec).items():
        if amount > node.allocatable.get(name, Fraction(0)):
            yield f"insufficient {name}"
