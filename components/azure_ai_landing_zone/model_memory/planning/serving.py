"""Memory of serving: weights, and keys and values of every request at its longest (PagedAttention).

Source: arxiv.org/abs/2309.06180, section 3: 2 × layers × KV heads × head size × bytes for each token; 800 KB
for OPT-13B.
"""

from dataclasses import dataclass
from math import ceil
from typing import Literal

from azure_ai_landing_zone.model_memory.planning.fit import GpuMemory, usable_gib
from azure_ai_landing_zone.model_memory.planning.shape import GIB, ModelShape

WeightFormat = Literal["bf16", "fp16", "fp8", "int8", "int4"]
"""Of weights while they serve."""

KvFormat = Literal["bf16", "fp8"]
"""Of keys and values; bf16 stands for 16 bits."""

_WEIGHT_BYTES: dict[WeightFormat, float] = {
    "bf16": 2,
    "fp16": 2,
    "fp8": 1,
    "int8": 1,
    "int4": 0.5 + 2 / 128,
}
"""int4 has a 16-bit scale for each group of 128. Source: arxiv.org/abs/2306.00978 (AWQ)."""

_KV_BYTES: dict[KvFormat, int] = {"bf16": 2, "fp8": 1}

_BLOCK_TOKENS = 16
"""Memory for keys and values comes in blocks. Source: arxiv.org/abs/2309.06180, section 7.2."""

_MOST_REQUESTS = 2**20

_BATCH_TOKENS = 8192
"""That one step works on at most. Source: docs.vllm.ai, max_num_batched_tokens of its server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedModel:
    """What is served, whatever it runs on."""

    shape: ModelShape
    weight_format: WeightFormat = "bf16"
    kv_format: KvFormat = "bf16"
    context_tokens: int
    """Of one request at its longest, its answer included."""


def weights_gib(model: ServedModel) -> float:
    """Of all its parameters."""
    return model.shape.parameters * _WEIGHT_BYTES[model.weight_format] / GIB


def kv_bytes_per_token(model: ServedModel, tensor: int = 1) -> float:
    """That one GPU of a tensor-parallel group remembers of each token. There is no less than one head on a
    GPU, and latent attention is on each of them whole."""
    shape = model.shape
    values: float = shape.kv_values
    if shape.latent_size is None:
        values = shape.kv_values * ceil(shape.kv_heads / tensor) / shape.kv_heads
    return shape.layers * values * _KV_BYTES[model.kv_format]


def serving_memory(model: ServedModel, requests: int, tensor: int = 1) -> GpuMemory:
    """Of one GPU of a replica of `tensor` GPUs that answers so many requests at once, in GiB."""
    shape = model.shape
    tokens = ceil(model.context_tokens / _BLOCK_TOKENS) * _BLOCK_TOKENS
    step = min(_BATCH_TOKENS, model.context_tokens * max(requests, 1))
    wide = shape.heads * shape.head_size + 2 * shape.kv_heads * shape.head_size
    inside = (wide + 2 * shape.feed_forward_width) / tensor
    working = step * 2 * (2 * shape.hidden_size + inside) + 4 * max(requests, 1) * shape.vocabulary / tensor
    parts = {
        "weights": weights_gib(model) * GIB / tensor,
        "keys and values": requests * tokens * kv_bytes_per_token(model, tensor),
        "working": working,
    }
    return GpuMemory({part: size / GIB for part, size in parts.items()})


def why_no_request(model: ServedModel, gpu_memory_gib: float, tensor: int = 1) -> str | None:
    """Why not even one request of full length fits a replica of `tensor` GPUs, or None."""
    found = serving_memory(model, 1, tensor)
    if found.fits(gpu_memory_gib):
        return None
    parts = ", ".join(f"{part} {gib:,.1f}" for part, gib in found.parts.items())
    spread = f"each of {tensor} GPUs" if tensor > 1 else "a GPU"
    return (
        f"one request of {model.context_tokens:,} tokens takes {found.gib:,.1f} GiB of {spread} ({parts}), "
        f"and programs get {usable_gib(gpu_memory_gib):,.1f} of {gpu_memory_gib:,.0f}"
    )


def requests_at_once(model: ServedModel, gpu_memory_gib: float, tensor: int = 1) -> int:
    """How many requests of full length one replica has memory for; 0 if not even one."""
    if not serving_memory(model, 1, tensor).fits(gpu_memory_gib):
        return 0
    low, high = 1, 2
    while high < _MOST_REQUESTS and serving_memory(model, high, tensor).fits(gpu_memory_gib):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if serving_memory(model, middle, tensor).fits(gpu_memory_gib):
            low = middle
        else:
            high = middle
    return low
