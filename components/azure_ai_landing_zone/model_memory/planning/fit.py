"""What fits into a GPU: memory by part, and how much of it programs get."""

from collections.abc import Mapping
from dataclasses import dataclass

USABLE = 0.9
"""Of a GPU's memory: CUDA's context, NCCL's buffers and fragments take the rest. vLLM leaves as much free
by default (docs.vllm.ai, gpu_memory_utilization 0.9)."""


@dataclass(frozen=True, slots=True)
class GpuMemory:
    """What one GPU holds, the fullest of them."""

    parts: Mapping[str, float]
    """GiB by part, in the order to tell them."""

    @property
    def gib(self) -> float:
        """All together."""
        return sum(self.parts.values())

    def fits(self, gpu_memory_gib: float) -> bool:
        """Whether a GPU with so much memory holds it."""
        return self.gib <= usable_gib(gpu_memory_gib)


def usable_gib(gpu_memory_gib: float) -> float:
    """What programs get of a GPU."""
    return gpu_memory_gib * USABLE
