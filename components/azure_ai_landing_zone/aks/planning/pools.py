"""GPU pools of AKS: what speaks against one, and how its generations are told apart."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool, can_mig
from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.catalog.sizes import VmSize
from azure_ai_landing_zone.core.problem import Problem

ScaleDownMode = Literal["Delete", "Deallocate"]
"""What becomes of nodes that aren't needed: gone, or stopped with their disks and images."""

INFINIBAND_NODES = 100
"""The most nodes of an InfiniBand pool: AKS puts them into one placement group.
Source: github.com/Azure/AKS, CHANGELOG of 2022-03-20."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolRequest:
    """A pool, and what of it only the nodes' makers need to know."""

    pool: GpuPool
    scale_down_mode: ScaleDownMode
    reserved: bool = False
    """Whether its nodes come out of a capacity reservation group."""


def pool_problems(request: PoolRequest, today: date) -> list[Problem]:
    """All that speaks against the pool, or an empty list."""
    problem = _size_problem(request.pool.size, today)
    size = sizes.find(request.pool.size)
    if problem is not None or size is None:
        return [Problem(("size",), problem or "")]
    return [
        *_driver(request.pool, size),
        *_mig(request.pool, size),
        *_nodes(request),
        *_reservation(request, size),
    ]


def training_problems(request: PoolRequest, today: date) -> list[Problem]:
    """The same of a pool whose nodes talk to each other."""
    pool, size = request.pool, sizes.find(request.pool.size)
    found = pool_problems(request, today)
    if size is not None and not any(problem.path == ("size",) for problem in found) and not size.has_rdma:
        text = (
            f"{size.size} has no InfiniBand, and nodes would train over Ethernet, 26 to 57 times slower: "
            "take an RDMA size such as Standard_ND96isr_H100_v5, or make it an inference pool"
        )
        found.append(Problem(("size",), text))
    if pool.max_nodes > INFINIBAND_NODES:
        text = (
            f"{pool.max_nodes} nodes don't fit into one placement group of {INFINIBAND_NODES}, and pools "
            "have no InfiniBand between them: take a TrainingCluster, or several jobs on several pools"
        )
        found.append(Problem(("max_nodes",), text))
    return found


def pool_warning(pool: GpuPool) -> str | None:
    """What will bite later, besides what is so of every machine of its size."""
    instances = pool.resources[pool.gpu_resource]
    if pool.mig_profile is not None and pool.scales and not pool.min_nodes and pool.max_nodes > 1:
        return (
            f"until {pool.name} has had a node, the cluster autoscaler takes one for {pool.gpus_per_node} × "
            f"nvidia.com/gpu, not {instances}: for pods that all fit on one it brings as many as there are, "
            f"up to {pool.max_nodes}. With `min_nodes` 1 it knows better"
        )
    if not pool.spot or not pool.min_nodes:
        return None
    return f"{pool.name} keeps {pool.min_nodes} spot nodes only while Azure has some to spare"


def os_disk_type(request: PoolRequest) -> Literal["Ephemeral", "Managed"]:
    """Ephemeral where the temporary disk has room for it: faster, and free. A node that is stopped and not
    deleted needs a managed one (learn.microsoft.com/azure/aks/scale-down-mode, 2023-08-21)."""
    room = request.pool.vm_size.local_disk_gib or 0
    fits = room >= request.pool.os_disk_size_gib and request.scale_down_mode == "Delete"
    return "Ephemeral" if fits else "Managed"


def generation_of(fixed: Mapping[str, Any]) -> str:
    """Four characters that stand for what Azure can't change in a pool. Another value of any of it gives
    other characters, and so a new pool beside the old one; a setting that gets added later, and is left at
    what it was before there was a choice, has to be left out of `fixed`."""
    text = json.dumps(fixed, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:4]


def feature_problems(pools: Sequence[GpuPool | None]) -> list[Problem]:
    """Where the InfiniBand pools of one subscription want AKSInfinibandSupport both on and off. Paths begin
    with a pool's position; None stands for one that can't be judged."""
    known = [
        (number, pool) for number, pool in enumerate(pools) if pool is not None and pool.rdma is not None
    ]
    first = known[0][1] if known else None
    return [
        Problem(
            (number, "size"),
            f"{pool.size} can't be in one subscription with {first.size}: the feature AKSInfinibandSupport "
            "has to be registered for one and unregistered for the other; take two subscriptions",
        )
        for number, pool in known
        if first is not None
        and wants_infiniband_feature(pool.vm_size) != wants_infiniband_feature(first.vm_size)
    ]


def wants_infiniband_feature(size: VmSize) -> bool:
    """Whether AKSInfinibandSupport has to be registered before a pool of that size is made; for the others it
    has to be unregistered."""
    return size.has_rdma and size.traits.aks_infiniband_support == "registered"


def _size_problem(name: str, today: date) -> str | None:
    size = sizes.find(name)
    if size is None:
        close = sizes.did_you_mean(name)
        hint = f"did you mean {' or '.join(close)}?" if close else "sizes look like Standard_NC24ads_A100_v4"
        return f"{name} is not a size of the catalogue: {hint}"
    if size.retired_on(today):
        since = f" since {size.retirement_date}" if size.retirement_date else ""
        return f"{size.size} is retired{since}: take {' or '.join(size.replacement)}"
    if size.gpus == 0:
        return f"{size.size} has no GPU: take a size such as Standard_NC4as_T4_v3 or Standard_NC40ads_H100_v5"
    traits = size.traits
    if traits.gpu_vendor != "nvidia":
        return f"{size.size} has {size.gpu_model}, and pools are for NVIDIA's GPUs: take a size with those"
    if traits.aks is False:
        why = "AKS has no confidential GPUs" if traits.confidential else "AKS doesn't support its family"
        return f"{size.size} can't be in a cluster, {why}: take another size"
    if size.gpus is None:
        return f"{size.size} has no published number of GPUs, so nothing can be planned with it: take another"
    return None


def _driver(pool: GpuPool, size: VmSize) -> Iterator[Problem]:
    if not size.traits.aks_gpu_driver and pool.driver == "aks":
        text = f"AKS installs no GPU driver on {size.size}: set it to gpuOperator"
        yield Problem(("driver",), text)


def _mig(pool: GpuPool, size: VmSize) -> Iterator[Problem]:
    if pool.mig_profile is None:
        return
    if not can_mig(size):
        text = (
            f"AKS cuts A100, H100 and H200 GPUs into instances, and {size.size} has {size.gpu_model}: leave "
            "it out, or take another size"
        )
        yield Problem(("mig",), text)
    elif pool.driver != "aks":
        text = (
            f"AKS cuts GPUs with the driver that it installs itself, and `driver` is {pool.driver}: set that "
            "to aks, or leave this out"
        )
        yield Problem(("mig",), text)


def _reservation(request: PoolRequest, size: VmSize) -> Iterator[Problem]:
    """Source: learn.microsoft.com/azure/virtual-machines/capacity-reservation-overview, 2026-02-17."""
    path = ("capacity_reservation_group_resource_id",)
    if request.reserved and size.traits.capacity_reservation is False:
        text = f"Azure reserves no {size.size} on demand: leave it out, and ask for quota"
        yield Problem(path, text)
    if request.reserved and request.pool.spot:
        yield Problem(path, "no reservation is for spot nodes: leave it out, or `spot`")


def _nodes(request: PoolRequest) -> Iterator[Problem]:
    pool = request.pool
    if pool.min_nodes > pool.max_nodes:
        text = f"must be at most `max_nodes`, {pool.max_nodes}, got {pool.min_nodes}"
        yield Problem(("min_nodes",), text)
    elif pool.rdma is not None and pool.scales and not pool.min_nodes:
        # github.com/kubernetes/autoscaler@55c37cd, azure_template.go; what it learned is lost when AKS
        # restarts it (kubernetes-sigs/cluster-autoscaler@33c3f97, mixed_nodeinfos_processor.go), 2026-08.
        text = (
            f"from no node on the cluster autoscaler doesn't know that nodes have {pool.rdma}, and brings "
            "none for pods that ask for it: keep at least 1, or as many as `max_nodes`"
        )
        yield Problem(("min_nodes",), text)
    if pool.spot and request.scale_down_mode == "Deallocate":
        text = "stopped spot nodes still count against the quota, and may not start again: set it to Delete"
        yield Problem(("scale_down_mode",), text)
