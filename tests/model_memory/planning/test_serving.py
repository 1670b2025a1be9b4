"""Memory of serving, against published figures."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.catalog.language_models import all_models
from azure_ai_landing_zone.model_memory.planning.fit import usable_gib
from azure_ai_landing_zone.model_memory.planning.serving import (
    ServedModel,
    kv_bytes_per_token,
    requests_at_once,
    serving_memory,
)
from azure_ai_landing_zone.model_memory.planning.shape import assumed_shape, shape_of


def served(model: str, context_tokens: int = 8192, **more: str) -> ServedModel:
    return ServedModel(shape=shape_of(all_models()[model]), context_tokens=context_tokens, **more)  # type: ignore[arg-type]


OPT_13B = ServedModel(
    shape=assumed_shape(13_000_000_000, layers=40, hidden_size=5120, heads=40), context_tokens=2048
)


@pytest.mark.parametrize(
    ("model", "kilobytes"),
    [
        (OPT_13B, 819.2),  # "800 KB": arxiv.org/abs/2309.06180, section 3
        (served("DeepSeek-V3"), 70.272),  # these three: arxiv.org/abs/2505.09343, table 1
        (served("Qwen2.5-72B"), 327.68),
        (served("Llama-3.1-405B"), 516.096),
    ],
)
def test_keys_and_values_of_a_token(model: ServedModel, kilobytes: float) -> None:
    assert kv_bytes_per_token(model) == kilobytes * 1000


def test_no_gpu_has_less_than_one_head_and_latent_attention_is_whole() -> None:
    llama, deepseek = served("Llama-3.1-70B"), served("DeepSeek-V3")
    whole = kv_bytes_per_token(llama)
    assert [whole / kv_bytes_per_token(llama, tensor) for tensor in (1, 2, 8, 16)] == [1, 2, 8, 8]
    assert kv_bytes_per_token(deepseek, 8) == kv_bytes_per_token(deepseek)


@pytest.mark.parametrize(
    ("model", "gpu_memory_gib", "tensor", "requests"),
    [
        (served("Llama-3.3-70B-Instruct"), 16, 1, 0),  # in bf16, on a T4
        (served("Llama-3.3-70B-Instruct"), 16, 4, 0),
        (served("Llama-3.3-70B-Instruct"), 80, 1, 0),
        (served("Llama-3.3-70B-Instruct"), 80, 4, 61),
        (served("Llama-3.3-70B-Instruct", weight_format="fp8"), 80, 2, 30),
        (served("Llama-3.1-8B", weight_format="int4"), 16, 1, 9),
        (served("Llama-3.1-8B", 2048), 16, 1, 0),
        (served("Llama-3.2-3B", 2048), 16, 1, 36),
        (served("Mistral-7B-v0.3", 2048), 16, 1, 2),
    ],
)
def test_requests_that_fit(model: ServedModel, gpu_memory_gib: float, tensor: int, requests: int) -> None:
    assert requests_at_once(model, gpu_memory_gib, tensor) == requests


@given(
    parameters=st.integers(10**8, 10**12),
    context=st.integers(1, 10**6),
    memory=st.floats(1, 300),
    tensor=st.sampled_from([1, 2, 4, 8]),
)
def test_what_fits_is_as_much_as_fits(parameters: int, context: int, memory: float, tensor: int) -> None:
    model = ServedModel(shape=assumed_shape(parameters), context_tokens=context)
    count = requests_at_once(model, memory, tensor)
    if count:
        assert serving_memory(model, count, tensor).gib <= usable_gib(memory)
    assert serving_memory(model, count + 1, tensor).gib > usable_gib(memory) or count == 2**20 - 1
    longer = replace(model, context_tokens=context + 16)
    assert requests_at_once(longer, memory, tensor) <= count
