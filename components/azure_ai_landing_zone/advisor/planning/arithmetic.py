"""How long training takes: floating-point operations by a GPU's arithmetic."""

from azure_ai_landing_zone.advisor.planning.needs import TrainingNeed
from azure_ai_landing_zone.model_memory.planning.shape import ModelShape
from azure_ai_landing_zone.model_memory.planning.training import Recomputation

TOKENS_PER_PARAMETER = 20
"""That a model is trained on where nobody says otherwise. Source: arxiv.org/abs/2203.15556 (Chinchilla)."""


def forward_flops(shape: ModelShape, sequence_length: int) -> float:
    """Of one token: two for each active parameter, and attention over the whole sequence.

    Source: arxiv.org/abs/2204.02311 (PaLM), appendix B; a third of its 6 N + 12 L H Q T.
    """
    attention = 4 * shape.layers * shape.heads * shape.head_size * sequence_length
    return 2 * shape.active_parameters + attention


def passes(need: TrainingNeed, recomputation: Recomputation) -> int:
    """Forward passes that one step costs: the backward pass is worth two, or one where no gradients of
    weights are wanted (LoRA); full recomputation adds one (arxiv.org/abs/2205.05198, 5)."""
    return 1 + (1 if need.mode == "lora" else 2) + (1 if recomputation == "full" else 0)


def gpu_hours(need: TrainingNeed, recomputation: Recomputation, tflops: float) -> float:
    """For all tokens, with so many TFLOPS of each GPU that are reached."""
    flops = forward_flops(need.job.shape, need.job.sequence_length) * passes(need, recomputation)
    return (need.tokens or 0) * flops / (tflops * 1e12) / 3600
