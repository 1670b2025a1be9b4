"""GPU pools of the AKS clusters in a program."""

from dataclasses import dataclass
from functools import lru_cache

from azure_ai_landing_zone.catalog import single_facts
from azure_ai_landing_zone.catalog.sizes import find
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.node_pools import NodePool, node_pools

SPOT_TAINT = single_facts.text("spotTaint")
"""AKS sets it on every spot pool itself."""


@dataclass(frozen=True)
class GpuPool:
    """An AKS pool whose machines have GPUs."""

    view: View
    """The AgentPool, or its entry in a cluster's agentPoolProfiles."""
    pool: NodePool
    size: str

    @property
    def name(self) -> str:
        given = self.view.text("name") if self.view.known("name") else None
        given = given or (self.view.text("agentPoolName") if self.view.known("agentPoolName") else None)
        return given or self.view.resource.name

    @property
    def gpus(self) -> int | None:
        """GPUs in one node; None where Azure doesn't say, or a node has a part of one."""
        known = find(self.size)
        return int(known.gpus) if known and known.gpus and known.gpus.denominator == 1 else None

    def taints(self) -> list["Taint"]:
        """Those that keep pods away."""
        texts = list(self.view.texts("nodeTaints") or [])
        if self.pool.is_spot() and SPOT_TAINT not in texts:
            texts.append(SPOT_TAINT)
        taints = [Taint.parse(text) for text in texts]
        return [taint for taint in taints if taint.effect != "PreferNoSchedule"]


@dataclass(frozen=True)
class Taint:
    """`key=value:effect`, as nodeTaints has it."""

    key: str
    value: str
    effect: str

    @staticmethod
    def parse(text: str) -> "Taint":
        pair, _, effect = text.rpartition(":")
        key, _, value = pair.partition("=")
        return Taint(key, value, effect)

    def __str__(self) -> str:
        return f"{self.key}={self.value}:{self.effect}" if self.value else f"{self.key}:{self.effect}"


def gpu_pools_of(props: View) -> list[GpuPool]:
    """The GPU pools that an AgentPool or a ManagedCluster declares; a size that isn't known is left out."""
    found = []
    for pool in node_pools(props):
        try:
            size = pool.size()
        except CantTell:
            continue
        if size and size.has_gpu:
            found.append(GpuPool(pool.size_in, pool, size.name))
    return found


@lru_cache(maxsize=8)
def gpu_pools(stack: Stack) -> list[GpuPool]:
    """All GPU pools of AKS clusters in the program."""
    views = stack.of("containerservice:AgentPool", "containerservice:ManagedCluster")
    return [pool for view in views for pool in gpu_pools_of(view)]
