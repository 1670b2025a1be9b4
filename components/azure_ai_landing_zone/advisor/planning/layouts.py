"""Layouts of a training job: tensor parallelism inside NVLink, pipelines and data parallelism over
InfiniBand, and which of those that fit loses the least."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import gcd

from azure_ai_landing_zone.advisor.planning.arithmetic import forward_flops, passes
from azure_ai_landing_zone.advisor.planning.needs import TrainingNeed
from azure_ai_landing_zone.model_memory.planning.training import WEIGHT_BYTES, Layout, Recomputation

_STAGE_MICRO_BATCHES = 4
"""For each stage of a pipeline where no batch is given: a fifth of its time is lost
(arxiv.org/abs/2104.04473, 2.2: stages less one by micro-batches)."""


@dataclass(frozen=True, slots=True)
class Fabric:
    """What connects GPUs, in GB/s of each in one direction."""

    gpus_per_node: int
    linked: int
    """GPUs of one NVLink domain; 1 where they have only PCIe between them."""
    inside: float
    between: float | None
    """None: nodes have no InfiniBand."""


def layouts(need: TrainingNeed, fabric: Fabric, nodes: int) -> Iterator[Layout]:
    """Every layout of so many whole nodes that divides the model and the batch without a rest."""
    shape, world = need.job.shape, nodes * fabric.gpus_per_node
    for tensor in _given_or(need.tensor, _powers(fabric.linked)):
        if tensor > fabric.linked or world % tensor or shape.heads % tensor:
            continue
        for pipeline in _given_or(need.pipeline, _divisors(world // tensor)):
            if (world // tensor) % pipeline or not divides_layers(shape.layers, pipeline):
                continue
            data = world // tensor // pipeline
            micro_batches = _micro_batches(need, pipeline, data)
            if micro_batches is None:
                continue
            for expert, stage, recomputation in product(
                _experts(need, data), _stages(need, pipeline, data), _recomputations(need)
            ):
                yield Layout(tensor, pipeline, data, expert, stage, micro_batches, recomputation)


def divides_layers(layers: int, pipeline: int) -> bool:
    """Whether stages are equal, also with input and output counted as a layer each, as BLOOM
    (arxiv.org/abs/2211.05100, 3.4) and Llama 3 (arxiv.org/abs/2407.21783, 3.3.2) were laid out."""
    return pipeline <= layers and 0 in (layers % pipeline, (layers + 2) % pipeline)


def loss(need: TrainingNeed, fabric: Fabric, layout: Layout, tflops: float) -> float:
    """Time of a step by that of its arithmetic without recomputation, to compare layouts by: recomputation,
    the pipeline's bubble, and communication that arithmetic can't hide, in first order."""
    job, shape = need.job, need.job.shape
    tokens = job.sequence_length * job.micro_batch
    busy = tokens * forward_flops(shape, job.sequence_length) * passes(need, "none")
    busy /= tflops * 1e12 * layout.tensor * layout.pipeline
    again = passes(need, layout.recomputation) / passes(need, "none")
    bubble = (layout.pipeline - 1) / layout.micro_batches
    # Four all-reduces of a layer's input in both passes: arxiv.org/abs/2104.04473, 2.3.
    moved = 8 * tokens * 2 * shape.hidden_size * (layout.tensor - 1) / layout.tensor
    reduced = moved * shape.layers / layout.pipeline / (fabric.inside * 1e9)
    across = fabric.between if layout.gpus > fabric.gpus_per_node and fabric.between else fabric.inside
    weights = WEIGHT_BYTES * job.trained_parameters / (layout.tensor * layout.pipeline * layout.expert)
    # ZeRO-3 gathers weights in both passes of each micro-batch: arxiv.org/abs/1910.02054, 7.2.
    gathered = 3 * weights if layout.zero_stage == 3 else 2 * weights / layout.micro_batches
    exchanged = gathered / (across * 1e9) if layout.data > 1 else 0
    return again + bubble + reduced / busy + max(exchanged / busy - 1, 0)


def _given_or(given: int | None, found: tuple[int, ...]) -> tuple[int, ...]:
    return found if given is None else (given,)


@cache
def _divisors(number: int) -> tuple[int, ...]:
    return tuple(one for one in range(1, number + 1) if number % one == 0)


def _powers(most: int) -> tuple[int, ...]:
    return tuple(2**power for power in range(most.bit_length()) if 2**power <= most)


def _micro_batches(need: TrainingNeed, pipeline: int, data: int) -> int | None:
    if need.batch is None:
        return _STAGE_MICRO_BATCHES * pipeline if pipeline > 1 else 1
    sequences = data * need.job.micro_batch
    return need.batch // sequences if need.batch % sequences == 0 else None


def _experts(need: TrainingNeed, data: int) -> tuple[int, ...]:
    common = gcd(data, need.job.shape.experts)
    if need.expert is None:
        return _divisors(common)
    return (need.expert,) if common % need.expert == 0 else ()


def _stages(need: TrainingNeed, pipeline: int, data: int) -> tuple[int, ...]:
    """ZeRO-2 and -3 don't go with pipelines, which keep gradients and weights of many micro-batches.
    Source: deepspeed.readthedocs.io/en/latest/pipeline.html."""
    if need.zero_stage is not None:
        return (need.zero_stage,) if pipeline == 1 or need.zero_stage <= 1 else ()
    if data == 1:
        return (0,)
    return (0, 1) if pipeline > 1 else (0, 1, 2, 3)


def _recomputations(need: TrainingNeed) -> tuple[Recomputation, ...]:
    return ("selective", "full") if need.recomputation is None else (need.recomputation,)
