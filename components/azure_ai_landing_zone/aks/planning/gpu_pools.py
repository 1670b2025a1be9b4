"""GPU pools of AKS, described once for those who make the nodes and those who run pods on them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from azure_ai_landing_zone.catalog import mig_profiles, single_facts, sizes
from azure_ai_landing_zone.catalog.mig_profiles import MigInstances, MigProfile
from azure_ai_landing_zone.catalog.sizes import VmSize
from azure_ai_landing_zone.core.problem import Problem

GpuTaint = Literal["nvidia.com/gpu=present:NoSchedule", "sku=gpu:NoSchedule"]
"""What keeps other pods off GPU nodes: AKS puts no taint there itself. Pods that ask for nvidia.com/gpu
tolerate the first one's key by themselves, and NVIDIA's charts do; the second one is the example of
learn.microsoft.com/azure/aks/use-nvidia-gpu."""

DriverOwner = Literal["aks", "gpuOperator", "none"]
"""Who installs the GPU driver: AKS, NVIDIA's GPU Operator, or nobody (the node image brings it)."""

MigStrategy = Literal["single", "mixed"]
"""How the device plugin shows instances: as nvidia.com/gpu, or by their profile's name."""

RdmaResource = Literal["rdma/ib", "rdma/shared_ib"]
"""What pods ask for to reach InfiniBand: adapters of their own, or ones shared with other pods."""

PoolWorkload = Literal["inference", "training"]

SPOT_TAINT = single_facts.text("spotTaint")
"""AKS puts it on every spot pool."""

GPU_PRESENT = "nvidia.com/gpu.present"
"""The label, with the value true, that DaemonSets of GPU nodes select."""

POOL_LABEL = "gpu-pool"
"""The label that has a pool's name: the same in every generation, unlike Azure's own labels."""

NVIDIA_GPU = single_facts.text("gpuResource")

SHARED_IB_PODS = 63
"""How many pods of a node may share its adapters.
Source: github.com/Azure/aks-rdma-infiniband, values of the network operator, 2026-08."""


@dataclass(frozen=True, slots=True)
class Toleration:
    """Of a pod. It holds whatever the taint's value is."""

    key: str
    effect: str
    operator: Literal["Exists"] = "Exists"


@dataclass(frozen=True, slots=True)
class Allocatable:
    """What pods of one node can have, all DaemonSets included: an estimate on the low side."""

    cpu_millicores: int
    memory_mib: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GpuPool:
    """A pool of GPU nodes. Its size has to be one with GPUs that the catalogue knows."""

    name: str
    """The same in every generation of the pool."""
    size: str
    """Such as Standard_NC40ads_H100_v5."""
    taint: GpuTaint = "nvidia.com/gpu=present:NoSchedule"
    driver: DriverOwner = "aks"
    mig_profile: MigProfile | None = None
    mig_strategy: MigStrategy = "single"
    """Means something only with a profile."""
    spot: bool = False
    rdma: RdmaResource | None = None
    min_nodes: int = 0
    max_nodes: int = 1
    max_pods: int = 60
    os_disk_size_gib: int = 128
    workload: PoolWorkload = "inference"

    @property
    def vm_size(self) -> VmSize:
        """The catalogue's row. Raises ValueError for a size that it lacks."""
        found = sizes.find(self.size)
        if found is None:
            raise ValueError(f"{self.size} is not a size of the catalogue")
        return found

    @property
    def gpus_per_node(self) -> int:
        """A part of a GPU is shown as one."""
        return max(int(self.vm_size.gpus or 0), 1)

    @property
    def gpu_resource(self) -> str:
        """What pods ask for: nvidia.com/gpu, or such as nvidia.com/mig-1g.12gb."""
        if self.mig_profile is None or self.mig_strategy == "single":
            return NVIDIA_GPU
        gigabytes = mig_memory_gb(self.vm_size, self.mig_profile)
        return f"nvidia.com/mig-{self.mig_profile.removeprefix('MIG')}.{gigabytes}gb"

    @property
    def resources(self) -> dict[str, int]:
        """The extended resources of one node."""
        cut = _cut(self.vm_size, self.mig_profile) if self.mig_profile else None
        found = {self.gpu_resource: self.gpus_per_node * (cut.instances if cut else 1)}
        if self.rdma == "rdma/ib":
            found[self.rdma] = self.gpus_per_node  # an adapter for each GPU
        elif self.rdma == "rdma/shared_ib":
            found[self.rdma] = SHARED_IB_PODS
        return found

    @property
    def scales(self) -> bool:
        """Whether the cluster autoscaler has it: only that brings back spot nodes that Azure took."""
        return self.spot or self.min_nodes < self.max_nodes

    @property
    def gpu_memory_gib(self) -> int:
        """Of what one unit of `gpu_resource` is."""
        if self.mig_profile is not None:
            return mig_memory_gb(self.vm_size, self.mig_profile) or 0
        return int(self.vm_size.gpu_memory_gib or 0)

    @property
    def disk_for_pods_gib(self) -> int:
        """What pods of one node may write together: with less than a tenth free the kubelet evicts, and the
        system and images of model servers take 50 GiB, which is ours, not Azure's. Source: kubernetes.io/
        docs/concepts/scheduling-eviction/node-pressure-eviction, nodefs.available."""
        return max(self.os_disk_size_gib * 9 // 10 - 50, 0)

    @property
    def taints(self) -> tuple[str, ...]:
        """As nodeTaints has them."""
        return (self.taint, SPOT_TAINT) if self.spot else (self.taint,)

    @property
    def tolerations(self) -> tuple[Toleration, ...]:
        """What every pod on these nodes needs. Kubernetes adds one by itself only for the very resource that
        a pod asks for, never for nvidia.com/gpu to a pod that asks for a MIG instance or an adapter. Source:
        kubernetes.io/docs/reference/access-authn-authz/admission-controllers, ExtendedResourceToleration."""
        return tuple(_toleration(taint) for taint in self.taints)

    @property
    def labels(self) -> dict[str, str]:
        """What the pool puts on its nodes."""
        found = {GPU_PRESENT: "true", POOL_LABEL: self.name, "workload": self.workload}
        if self.spot:
            found["kubernetes.azure.com/scalesetpriority"] = "spot"
        return found

    @property
    def allocatable(self) -> Allocatable:
        """What AKS leaves of a node. Of memory 4 % go first, to the kernel and firmware: ours, not Azure's.
        Source: learn.microsoft.com/azure/aks/node-resource-reservations, versions from 1.29."""
        size = self.vm_size
        memory_mib = int((size.memory_gib or 0) * 1024 * 96 / 100)
        reserved_mib = min(20 * self.max_pods + 50, memory_mib // 4)
        return Allocatable(
            cpu_millicores=size.vcpus * 1000 - _reserved_millicores(size.vcpus),
            memory_mib=memory_mib - reserved_mib - 100,
        )


def can_mig(size: VmSize) -> bool:
    """Whether AKS cuts the size's GPUs into instances."""
    return _cut(size, "MIG1g") is not None


def mig_memory_gb(size: VmSize, profile: MigProfile) -> int | None:
    """What an instance's name says of its memory; None for GPUs that aren't cut up."""
    cut = _cut(size, profile)
    return cut.instance_memory_gb if cut else None


def _cut(size: VmSize, profile: MigProfile) -> MigInstances | None:
    return mig_profiles.find(int(size.gpu_memory_gib or 0), profile) if size.traits.mig else None


def daemon_tolerations(pools: Iterable[GpuPool]) -> tuple[Toleration, ...]:
    """What a DaemonSet needs to run on every one of the pools."""
    return tuple(dict.fromkeys(toleration for pool in pools for toleration in pool.tolerations))


def one_owner_problems(pools: Sequence[GpuPool | None]) -> list[Problem]:
    """Where pools of one cluster differ in what a cluster has one of: the owner of drivers, and the taint.
    Paths begin with a pool's position; None stands for one that can't be judged."""
    known = [(number, pool) for number, pool in enumerate(pools) if pool is not None]
    problems = []
    for number, pool in known[1:]:
        first = known[0][1]
        if pool.driver != first.driver:
            text = (
                f"{pool.driver} would install GPU drivers here, and {first.driver} does on {first.name}: "
                "a cluster has one owner of drivers, so give all its pools the same"
            )
            problems.append(Problem((number, "driver"), text))
        if pool.taint != first.taint:
            text = (
                f"{pool.taint} differs from the taint of {first.name}, {first.taint}: DaemonSets and pods "
                "would miss one of them, so give all pools of a cluster the same"
            )
            problems.append(Problem((number, "taint"), text))
    return problems


def _toleration(taint: str) -> Toleration:
    pair, _, effect = taint.partition(":")
    return Toleration(key=pair.partition("=")[0], effect=effect)


def _reserved_millicores(vcpus: int) -> int:
    """Azure's table, and beyond its 64 processors the 10 for each that it goes up by."""
    first = {1: 60, 2: 100, 3: 120}
    return first[vcpus] if vcpus in first else 140 + 10 * (vcpus - 4)
