"""How often a job writes a checkpoint, and what has to take it."""

from math import ceil, sqrt

from azure_ai_landing_zone.advisor.planning.needs import CheckpointAdvice, TrainingNeed
from azure_ai_landing_zone.core.problem import PlanRefused
from azure_ai_landing_zone.data.checkpoints.planning.growth import OptimizerState, bytes_per_parameter
from azure_ai_landing_zone.data.lustre.planning.size import (
    Checkpoint,
    LustreNeed,
    LustreSize,
    Readers,
    choose_size,
)
from azure_ai_landing_zone.model_memory.planning.training import Optimizer

NODE_HOURS_BETWEEN_FAILURES = 54 * 24 * 2048 / 419
"""6,335: Llama 3 was interrupted 419 times in 54 days on 16,384 GPUs, 2,048 nodes.
Source: arxiv.org/abs/2407.21783, 3.3.4."""

WRITE_GBPS = 25
"""Gb/s into a storage account anywhere.
Source: learn.microsoft.com/azure/storage/common/scalability-targets-standard-account."""

_MOST_MINUTES = 10_080

STATES: dict[Optimizer, OptimizerState | None] = {"adam": "adam", "momentum": "momentum", "adam8bit": None}
"""As checkpoint stores call them; None: by its bytes."""

_ADAM8BIT_BYTES = 2 + 4 + 2


def checkpoint_bytes(optimizer: Optimizer) -> int:
    """Of one parameter: its weight, its copy in fp32, and the optimizer's states."""
    state = STATES[optimizer]
    return _ADAM8BIT_BYTES if state is None else bytes_per_parameter("bf16", state)


def interval_minutes(write_seconds: float, nodes: int) -> int:
    """√(2 × time to write × mean time between failures), and never less than twice the time to write.

    Sources: Young, doi.org/10.1145/361147.361115; Daly, doi.org/10.1016/j.future.2004.11.016.
    """
    failure_seconds = NODE_HOURS_BETWEEN_FAILURES * 3600 / nodes
    best = sqrt(2 * write_seconds * failure_seconds)
    return min(max(round(best / 60), ceil(2 * write_seconds / 60), 1), _MOST_MINUTES)


def advise_checkpoints(need: TrainingNeed, size: str, nodes: int) -> tuple[CheckpointAdvice, str | None]:
    """What is written and how often; and why no Lustre file system takes it, where there is data for one."""
    written = need.job.trained_parameters * checkpoint_bytes(need.job.optimizer)
    seconds = written * 8 / (WRITE_GBPS * 1e9)
    minutes = interval_minutes(seconds, nodes)
    lustre: LustreSize | None = None
    problem = None
    if need.data_tib is not None:
        checkpoint = Checkpoint(ceil(written / 1e9), minutes)
        try:
            lustre = choose_size(
                need.data_tib, LustreNeed(readers=[Readers(size, nodes)], checkpoint=checkpoint)
            )
        except PlanRefused as refused:
            problem = str(refused)
    return CheckpointAdvice(written / 1e9, minutes, seconds, lustre), problem
