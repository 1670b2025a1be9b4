"""Pods on GPU pools: where they may run, what they can have there, and why they never would."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from azure_ai_landing_zone.aks.planning.gpu_pools import (
    GPU_PRESENT,
    POOL_LABEL,
    Allocatable,
    GpuPool,
    Toleration,
    daemon_tolerations,
)
from azure_ai_landing_zone.core.problem import Problem

DAEMONS = Allocatable(cpu_millicores=1000, memory_mib=1536)
"""What DaemonSets take of every GPU node: AKS's own, the device plugin, the exporter and a CSI driver; ours,
from their requests with room to spare."""


WITHOUT_GPUS = [{"key": "CriticalAddonsOnly", "operator": "Exists"}]
"""Tolerations of pods without GPUs: in a cluster whose other nodes all have GPUs they run on the system pool,
which keeps off what doesn't name its taint (learn.microsoft.com/azure/aks/use-system-pools)."""


NOBODY = 65534
"""The user of containers that own no file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PodRequest:
    """What one pod asks for."""

    gpus: int
    """Units of the pool's GPU resource."""
    cpu_millicores: int
    memory_mib: int
    rdma: int = 0
    """Units of the pool's RDMA resource."""


def units_per_node(pool: GpuPool) -> int:
    """GPUs, or instances of GPUs, that pods of one node share."""
    return pool.resources[pool.gpu_resource]


def share(pool: GpuPool, gpus: int, rdma: int = 0) -> PodRequest:
    """A pod with so many of a node's GPUs, and as much of everything else; what is left over is
    DaemonSets'."""
    node, units = pool.allocatable, units_per_node(pool)
    return PodRequest(
        gpus=gpus,
        cpu_millicores=(node.cpu_millicores - DAEMONS.cpu_millicores) * gpus // units,
        memory_mib=(node.memory_mib - DAEMONS.memory_mib) * gpus // units,
        rdma=rdma,
    )


def request_problems(pool: GpuPool, request: PodRequest) -> Iterator[Problem]:
    """Why no node of the pool ever takes the pod; paths are the request's own names."""
    units, node = units_per_node(pool), pool.allocatable
    if request.gpus > units:
        yield Problem(
            ("gpus",),
            f"{request.gpus} × {pool.gpu_resource} is more than a node of {pool.name} has, which is {units} "
            f"({pool.size}): a pod runs on one node, so ask for less or take a pool of a larger size",
        )
    elif units % request.gpus:
        yield Problem(
            ("gpus",),
            f"{request.gpus} does not divide the {units} × {pool.gpu_resource} of a node of {pool.name}: "
            f"{units % request.gpus} of them would idle on every node, so take a divisor of {units}",
        )
    if pool.mig_profile is not None and request.gpus > 1:
        yield Problem(
            ("gpus",),
            f"a process uses one MIG instance at most, got {request.gpus} on {pool.name} "
            f"({pool.mig_profile}): ask for 1, or take a pool without `mig_profile`",
        )
    cpus = node.cpu_millicores - DAEMONS.cpu_millicores
    if request.cpu_millicores > cpus:
        yield Problem(
            ("cpu_millicores",),
            f"{request.cpu_millicores} is more than a node of {pool.name} has for pods, which is {cpus} "
            f"({pool.size}): ask for less",
        )
    memory = node.memory_mib - DAEMONS.memory_mib
    if request.memory_mib > memory:
        yield Problem(
            ("memory_mib",),
            f"{request.memory_mib} is more than a node of {pool.name} has for pods, which is {memory} "
            f"({pool.size}): ask for less",
        )
    if request.rdma and pool.rdma is None:
        yield Problem(
            ("rdma",), f"{pool.name} offers no RDMA resource: take a pool with `rdma`, or leave it out"
        )


def limits_problems(pool: GpuPool, limits: Mapping[str, int]) -> Iterator[Problem]:
    """Limits of a container that are no resource of the pool's nodes, or inconsistent with how its GPUs are
    cut; paths begin with the resource."""
    for name in limits:
        if name.startswith("nvidia.com/") and name != pool.gpu_resource:
            how = f"{pool.mig_profile}, shown as {pool.mig_strategy}" if pool.mig_profile else "whole GPUs"
            yield Problem(
                (name,), f"nodes of {pool.name} have {pool.gpu_resource} ({how}) and no {name}: ask for that"
            )
        elif name.startswith("rdma/") and name != pool.rdma:
            has = pool.rdma or "no RDMA resource"
            yield Problem((name,), f"nodes of {pool.name} have {has}, and no {name}: ask for what they have")


def extended_resources(pool: GpuPool, request: PodRequest) -> dict[str, str]:
    """What goes into a container's limits; Kubernetes makes them its requests too."""
    found = {pool.gpu_resource: str(request.gpus)} if request.gpus else {}
    if request.rdma and pool.rdma is not None:
        found[pool.rdma] = str(request.rdma)
    return found


def container_resources(pool: GpuPool, request: PodRequest) -> dict[str, dict[str, str]]:
    """Of one container. Processors have no limit: a limit would slow down what feeds the GPUs."""
    extended = extended_resources(pool, request)
    memory = f"{request.memory_mib}Mi"
    return {
        "requests": {"cpu": f"{request.cpu_millicores}m", "memory": memory, **extended},
        "limits": {"memory": memory, **extended},
    }


def confined(user_id: int | None, *, read_only: bool = False) -> dict[str, Any]:
    """A container's securityContext: no way to more rights than it begins with. `user_id`: whom it runs as;
    0 is root, None whoever its image says. `read_only`: it writes to its volumes alone."""
    user: dict[str, Any] = {} if user_id is None else {"runAsUser": user_id}
    return {
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
        **({"readOnlyRootFilesystem": True} if read_only else {}),
        **({"runAsNonRoot": True} if user_id else {}),
        **user,
        "seccompProfile": {"type": "RuntimeDefault"},
    }


def as_manifest(tolerations: Sequence[Toleration]) -> list[dict[str, str]]:
    """As a pod's spec has them."""
    return [{"key": one.key, "operator": one.operator, "effect": one.effect} for one in tolerations]


def placement(pools: Sequence[GpuPool]) -> dict[str, Any]:
    """The part of a pod's spec that puts it on one of the pools, the first one if there is room."""
    required = [{"key": POOL_LABEL, "operator": "In", "values": [pool.name for pool in pools]}]
    affinity: dict[str, Any] = {
        "requiredDuringSchedulingIgnoredDuringExecution": {
            "nodeSelectorTerms": [{"matchExpressions": required}]
        }
    }
    if len(pools) > 1:
        first = [{"key": POOL_LABEL, "operator": "In", "values": [pools[0].name]}]
        affinity["preferredDuringSchedulingIgnoredDuringExecution"] = [
            {"weight": 100, "preference": {"matchExpressions": first}}
        ]
    return {
        "affinity": {"nodeAffinity": affinity},
        "tolerations": as_manifest(daemon_tolerations(pools)),
    }


def spread_apart(labels: dict[str, str]) -> list[dict[str, Any]]:
    """Of pods that no single node is to take along, and no zone where there are several."""
    return [
        {
            "maxSkew": 1,
            "topologyKey": key,
            "whenUnsatisfiable": unless,
            "labelSelector": {"matchLabels": labels},
        }
        for key, unless in (
            ("kubernetes.io/hostname", "DoNotSchedule"),
            ("topology.kubernetes.io/zone", "ScheduleAnyway"),
        )
    ]


def daemon_placement(
    pools: Sequence[GpuPool], *, only: Sequence[GpuPool] = (), others: Sequence[GpuPool] = ()
) -> dict[str, Any]:
    """The part of a DaemonSet's pod spec that puts it on GPU nodes: of all pools, also of those that come
    later, or `only` of some; never on those of `others`."""
    terms: list[dict[str, Any]] = [{"key": GPU_PRESENT, "operator": "In", "values": ["true"]}]
    for operator, named in (("In", only), ("NotIn", others)):
        if named:
            names = [pool.name for pool in named]
            terms.append({"key": POOL_LABEL, "operator": operator, "values": names})
    node_affinity = {
        "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [{"matchExpressions": terms}]}
    }
    return {
        "affinity": {"nodeAffinity": node_affinity},
        "tolerations": as_manifest(daemon_tolerations(only or pools)),
    }


def same_kind_problems(pools: Sequence[GpuPool]) -> Iterator[Problem]:
    """Where pods could not run on either of several pools; paths begin with the position of a pool."""
    for number, pool in enumerate(pools[1:], 1):
        if pool.gpu_resource != pools[0].gpu_resource:
            text = (
                f"nodes of {pool.name} have {pool.gpu_resource}, and those of {pools[0].name} "
                f"{pools[0].gpu_resource}: a pod asks for one of them, so name pools of one kind"
            )
            yield Problem((number,), text)
