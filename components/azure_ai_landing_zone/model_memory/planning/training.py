"""Memory of training: states of the model (ZeRO), activations (Korthikanti et al.), and what passes through.

Sources: arxiv.org/abs/1910.02054 (ZeRO) for states and their sharding, arxiv.org/abs/2205.05198 for
activations with tensor and sequence parallelism, arxiv.org/abs/2104.04473 for pipelines,
arxiv.org/abs/2106.09685 for LoRA, arxiv.org/abs/2305.14314 for 4-bit weights below it.
"""

from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Literal

from azure_ai_landing_zone.model_memory.planning.fit import GpuMemory
from azure_ai_landing_zone.model_memory.planning.shape import GIB, ModelShape

Optimizer = Literal["adam", "adam8bit", "momentum"]
"""`adam8bit` keeps its two states in a byte each. Source: arxiv.org/abs/2110.02861."""

Recomputation = Literal["none", "selective", "full"]
"""What the backward pass computes again: nothing; attention's scores, which FlashAttention does too
(arxiv.org/abs/2205.14135); or all of a layer from its input."""

FrozenWeights = Literal["bf16", "nf4"]
"""How the weights below LoRA's adapters are held."""

WEIGHT_BYTES = 2
"""Of a weight that computes, and of its gradient: mixed precision has 16 bits, and so does arithmetic in fp8,
which casts on the way (docs.nvidia.com/deeplearning/transformer-engine)."""

OPTIMIZER_BYTES: dict[Optimizer, int] = {"adam": 12, "adam8bit": 6, "momentum": 8}
"""Of a parameter: its copy in fp32, and the states."""

_FROZEN_BYTES: dict[FrozenWeights, float] = {"bf16": 2, "nf4": 4.127 / 8}
"""nf4 with double quantization: 4.127 bits. Source: arxiv.org/abs/2305.14314, section 3."""

_LOGIT_BYTES = 8
"""Of a token and word: the fp32 logit (arxiv.org/abs/2205.05198, 4.3) and its gradient."""

_GATHERED_LAYERS = 2
"""Whose weights ZeRO-3 has whole at once: the one that computes, and the next."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a model is laid over GPUs. All of them: tensor × pipeline × data; experts are spread over `expert`
    of the data-parallel ones."""

    tensor: int = 1
    pipeline: int = 1
    data: int = 1
    expert: int = 1
    zero_stage: int = 0
    micro_batches: int = 1
    """That one pipeline works off for each step."""
    recomputation: Recomputation = "selective"

    @property
    def gpus(self) -> int:
        return self.tensor * self.pipeline * self.data


@dataclass(frozen=True, kw_only=True)
class TrainingJob:
    """What is trained, whatever it runs on."""

    shape: ModelShape
    optimizer: Optimizer = "adam"
    sequence_length: int
    """Tokens."""
    micro_batch: int = 1
    """Sequences that one GPU works on at once."""
    lora_rank: int | None = None
    """None: all parameters are trained."""
    frozen_weights: FrozenWeights = "bf16"
    """Means something only with LoRA."""

    @cached_property
    def trained_parameters(self) -> int:
        """All of them, or the adapters of every linear layer. Experts have none: attention's and the shared
        feed-forward layers have."""
        if self.lora_rank is None:
            return self.shape.parameters
        shape, rank = self.shape, self.lora_rank
        wide, narrow = shape.heads * shape.head_size, shape.kv_heads * shape.head_size
        ends = 2 * (shape.hidden_size + wide) + 2 * (shape.hidden_size + narrow)
        if shape.experts == 1:
            ends += (3 if shape.gated else 2) * (shape.hidden_size + shape.feed_forward_size)
        return shape.layers * rank * ends


@dataclass(frozen=True, slots=True)
class _Stage:
    """One stage of a pipeline."""

    layers: int
    waiting: int
    """Micro-batches whose activations it keeps."""
    has_input: bool
    has_output: bool


def training_memory(job: TrainingJob, layout: Layout) -> GpuMemory:
    """Of the fullest GPU, in GiB."""
    return max((_of_stage(job, layout, stage) for stage in _stages(job, layout)), key=lambda one: one.gib)


def _stages(job: TrainingJob, layout: Layout) -> list[_Stage]:
    """Those that may be the fullest: the first waits longest for its micro-batches to come back
    (arxiv.org/abs/2205.05198, 4.2.3), the second one less long but maybe with a layer more, and the last has
    the logits."""
    layers, count = job.shape.layers, layout.pipeline
    waiting = min(count, layout.micro_batches)
    if count == 1:
        return [_Stage(layers, 1, has_input=True, has_output=True)]
    counted_ends = layers % count and (layers + 2) % count == 0
    inner = (layers + 2) // count if counted_ends else ceil(layers / count)
    ends = inner - 1 if counted_ends else inner
    return [
        _Stage(ends, waiting, has_input=True, has_output=False),
        *([_Stage(inner, min(waiting, count - 1), has_input=False, has_output=False)] if count > 2 else []),
        _Stage(ends, 1, has_input=False, has_output=True),
    ]


def _of_stage(job: TrainingJob, layout: Layout, stage: _Stage) -> GpuMemory:
    dense, experts = _held(job.shape, layout, stage)

    def states(per_parameter: float, zero_stage: int) -> float:
        sharded = layout.zero_stage >= zero_stage
        over = (layout.data, layout.data // layout.expert) if sharded else (1, 1)
        return per_parameter * (dense / over[0] + experts / over[1])

    parts: dict[str, float] = {}
    if job.lora_rank is None:
        parts["weights"] = states(WEIGHT_BYTES, 3)
        parts["gradients"] = states(WEIGHT_BYTES, 2)
        parts["optimizer"] = states(OPTIMIZER_BYTES[job.optimizer], 1)
    else:
        parts["frozen weights"] = states(_FROZEN_BYTES[job.frozen_weights], 3)
        of_adapters = 2 * WEIGHT_BYTES + OPTIMIZER_BYTES[job.optimizer]
        part = stage.layers / job.shape.layers
        parts["adapters"] = of_adapters * job.trained_parameters * part / layout.tensor
    parts["activations"] = activation_bytes(job, layout, stage.layers, stage.waiting)
    if stage.has_output:
        parts["logits"] = _logit_bytes(job, layout)
    if layout.zero_stage == 3 and layout.data > 1:
        whole = (dense + experts) / max(stage.layers, 1)
        parts["gathered weights"] = _GATHERED_LAYERS * WEIGHT_BYTES * whole
    return GpuMemory({part: size / GIB for part, size in parts.items()})


def _held(shape: ModelShape, layout: Layout, stage: _Stage) -> tuple[float, float]:
    """Parameters of a stage for one GPU of it before ZeRO: dense ones, and those of experts."""
    part = stage.layers / shape.layers
    embeddings = shape.embedding_parameters
    here = embeddings / 2 * (stage.has_input + stage.has_output)
    dense = ((shape.dense_parameters - embeddings) * part + here) / layout.tensor
    return dense, shape.expert_parameters * part / (layout.tensor * layout.expert)


def activation_bytes(job: TrainingJob, layout: Layout, layers: int, waiting: int = 1) -> float:
    """Of so many layers, for so many micro-batches whose backward pass hasn't come yet."""
    tokens = job.sequence_length * job.micro_batch
    layer = _layer_bytes_per_token(job.shape, job.sequence_length, layout)
    if layout.recomputation == "full":
        return tokens * (waiting * layers * 2 * job.shape.hidden_size + layer)
    return tokens * waiting * layers * layer


def _layer_bytes_per_token(shape: ModelShape, sequence_length: int, layout: Layout) -> float:
    """34 × hidden size for a GPT (arxiv.org/abs/2205.05198, 4.1), taken apart so that it holds for other
    widths: 8 for norms and inputs, 2 for dropout, 8 for queries, keys, values and what attention gives, 16
    for a feed-forward part of four times the hidden size. A gated one keeps three of its widths instead of
    two, and models that have one have no dropout (arxiv.org/abs/2302.13971, 2.2)."""
    wide, narrow = shape.heads * shape.head_size, shape.kv_heads * shape.head_size
    attention = 4 * wide + 4 * narrow
    feed_forward = (6 if shape.gated else 4) * shape.feed_forward_width
    dispatched = 2 * shape.hidden_size * shape.experts_per_token if shape.experts > 1 else 0
    scores = 5 * shape.heads * sequence_length if layout.recomputation == "none" else 0
    outside = (8 if shape.gated else 10) * shape.hidden_size
    return (outside + attention + feed_forward + dispatched + scores) / layout.tensor


def _logit_bytes(job: TrainingJob, layout: Layout) -> float:
    tokens = job.sequence_length * job.micro_batch
    return _LOGIT_BYTES * tokens * job.shape.vocabulary / layout.tensor
