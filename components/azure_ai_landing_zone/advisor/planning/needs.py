"""What is asked of the advisor, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from azure_ai_landing_zone.catalog.gpu_utilization import GpuUtilization
from azure_ai_landing_zone.catalog.gpus import Arithmetic
from azure_ai_landing_zone.catalog.sizes import VmSize
from azure_ai_landing_zone.data.lustre.planning.size import LustreSize
from azure_ai_landing_zone.model_memory.planning.fit import GpuMemory
from azure_ai_landing_zone.model_memory.planning.serving import ServedModel
from azure_ai_landing_zone.model_memory.planning.training import Layout, Recomputation, TrainingJob

TrainingMode = Literal["preTraining", "fullFineTuning", "lora"]

ZeroStage = Literal[0, 1, 2, 3]


@dataclass(frozen=True, kw_only=True)
class TrainingNeed:
    """A job to train. A None is for the advisor to choose."""

    mode: TrainingMode
    job: TrainingJob
    arithmetic: Arithmetic = "bf16"
    batch: int | None = None
    """Sequences of one step of the optimizer, on all GPUs."""
    recomputation: Recomputation | None = None
    zero_stage: ZeroStage | None = None
    tensor: int | None = None
    pipeline: int | None = None
    expert: int | None = None
    tokens: int | None = None
    """None: nothing is said of hours."""
    deadline_hours: float | None = None
    data_tib: int | None = None
    """None: without Lustre."""


@dataclass(frozen=True, kw_only=True)
class ServingNeed:
    """A model to serve."""

    model: ServedModel
    requests: int
    """That are answered at once, each as long as the context at the worst."""
    tensor: int | None = None


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where, and within which limits."""

    location: str
    sizes: tuple[str, ...] = ()
    """Those that come into question; none: all."""
    node_limit: int
    utilization_percent: int | None = None
    """Instead of the catalogue's."""


@dataclass(frozen=True, slots=True)
class CheckpointAdvice:
    """What is written, and how often."""

    gb: float
    """Decimal."""
    interval_minutes: int
    write_seconds: float
    """Into a storage account, at the rate that one takes anywhere."""
    lustre: LustreSize | None


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """Machines of one size that do it."""

    size: VmSize
    nodes: int
    memory: GpuMemory
    """Of the fullest GPU."""
    usd_per_hour: Decimal | None
    """Of all nodes. None: there is no price in that region."""
    warnings: tuple[str, ...]

    @property
    def gpus(self) -> int:
        """All of them; a part of a GPU counts as one."""
        return self.nodes * max(int(self.size.gpus or 0), 1)

    @property
    def quota_vcpus(self) -> int:
        """To ask for in its quota family, and in the region's total."""
        return self.nodes * self.size.vcpus


@dataclass(frozen=True, kw_only=True)
class TrainingProposal(Proposal):
    """Nodes that train."""

    layout: Layout
    batch: int
    """Sequences of one step."""
    utilization_percent: int | None
    measured: GpuUtilization | None
    """Where the utilization is from. None: given, or not known."""
    hours: float | None
    """None: no tokens were given, or no utilization is known."""
    checkpoint: CheckpointAdvice

    @property
    def usd(self) -> Decimal | None:
        """Of the whole run."""
        if self.hours is None or self.usd_per_hour is None:
            return None
        return self.usd_per_hour * Decimal(self.hours)


@dataclass(frozen=True, kw_only=True)
class ServingProposal(Proposal):
    """Nodes that serve."""

    tensor: int
    """GPUs of one replica."""
    replicas: int
    requests_per_replica: int
    """That it has memory for."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What does it, the cheapest first, and why the rest doesn't."""

    proposals: tuple[Proposal, ...]
    left_out: Mapping[str, str]
    """The reason by size."""


StackPart = dict[str, Any]
"""Of a stack file, below landingZone."""
