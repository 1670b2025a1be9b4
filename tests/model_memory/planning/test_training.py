"""Memory of training, against the figures of the papers that it is from."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.catalog.language_models import all_models
from azure_ai_landing_zone.model_memory.planning.shape import GIB, ModelShape, assumed_shape, shape_of
from azure_ai_landing_zone.model_memory.planning.training import (
    Layout,
    TrainingJob,
    activation_bytes,
    training_memory,
)

GPT_22B = ModelShape(
    parameters=22_000_000_000,
    active_parameters=22_000_000_000,
    layers=48,
    hidden_size=6144,
    feed_forward_size=4 * 6144,
    gated=False,
    heads=64,
    head_size=96,
    kv_heads=64,
    vocabulary=51_200,
)
"""Of arxiv.org/abs/2205.05198, table 3."""

JOB_22B = TrainingJob(shape=GPT_22B, sequence_length=2048, micro_batch=4)
SBH = 2048 * 4 * 6144


def states_gb(stage: int) -> float:
    """Of the 7.5B parameters on 64 GPUs of arxiv.org/abs/1910.02054, figure 1."""
    shape = replace(GPT_22B, parameters=7_500_000_000, active_parameters=7_500_000_000)
    job = TrainingJob(shape=shape, sequence_length=1)
    parts = training_memory(job, Layout(data=64, zero_stage=stage)).parts
    return sum(parts[part] for part in ("weights", "gradients", "optimizer")) * GIB / 1e9


@pytest.mark.parametrize(("stage", "published"), [(0, 120), (1, 31.4), (2, 16.6), (3, 1.9)])
def test_states_of_the_model_are_those_of_zero(stage: int, published: float) -> None:
    assert states_gb(stage) == pytest.approx(published, abs=0.05)


@pytest.mark.parametrize(
    ("layout", "times_sbh"),
    [
        (Layout(recomputation="none"), 34 + 5 * 64 * 2048 / 6144),
        (Layout(recomputation="selective"), 34),
        (Layout(tensor=8, recomputation="none"), (34 + 5 * 64 * 2048 / 6144) / 8),
        (Layout(tensor=8, recomputation="selective"), 34 / 8),
    ],
)
def test_activations_are_those_of_korthikanti(layout: Layout, times_sbh: float) -> None:
    assert activation_bytes(JOB_22B, layout, 48) == pytest.approx(times_sbh * SBH * 48)


def test_full_recomputation_keeps_the_inputs_and_the_layer_that_computes() -> None:
    layout = Layout(tensor=8, recomputation="full")
    assert activation_bytes(JOB_22B, layout, 48) == pytest.approx((2 * 48 + 34 / 8) * SBH)


def parts(job: TrainingJob, layout: Layout) -> dict[str, float]:
    return dict(training_memory(job, layout).parts)


def test_a_pipeline_s_first_stage_waits_for_its_micro_batches() -> None:
    whole = activation_bytes(JOB_22B, Layout(), 48) / GIB
    waiting = [parts(JOB_22B, Layout(pipeline=4, micro_batches=count))["activations"] for count in (2, 4, 64)]
    assert [one / whole for one in waiting] == pytest.approx([0.5, 1, 1])


def test_a_pipeline_s_last_stage_has_the_logits() -> None:
    found = parts(JOB_22B, Layout(pipeline=4, micro_batches=1))
    assert found["logits"] == pytest.approx(8 * 2048 * 4 * 51_200 / GIB)
    assert found["activations"] == pytest.approx(activation_bytes(JOB_22B, Layout(), 12) / GIB)


def test_input_and_output_can_be_a_layer_each() -> None:
    """126 layers in 16 stages are 7, 14 times 8, and 7: arxiv.org/abs/2407.21783, 3.3.2. The second stage is
    the fullest."""
    job = TrainingJob(shape=shape_of(all_models()["Llama-3.1-405B"]), sequence_length=8192)
    layout = Layout(tensor=8, pipeline=16, data=128, zero_stage=1, micro_batches=16)
    kept = activation_bytes(job, layout, 8, 15) / GIB
    assert parts(job, layout)["activations"] == pytest.approx(kept)


def test_experts_are_spread_apart_from_the_rest() -> None:
    shape = shape_of(all_models()["DeepSeek-V3"])
    assert shape.expert_parameters == pytest.approx(654e9, rel=0.01)
    job = TrainingJob(shape=shape, sequence_length=4096)
    one, spread = (training_memory(job, Layout(pipeline=16, data=128, expert=ep)) for ep in (1, 64))
    stage = 4 / 61  # of its 61 layers, the fullest of 16 stages has four
    fewer = (one.parts["weights"] - spread.parts["weights"]) * GIB
    assert fewer == pytest.approx(2 * shape.expert_parameters * stage * 63 / 64)


def test_lora_on_four_bits_fits_where_qlora_did() -> None:
    """65B parameters on one GPU with 48 GB: arxiv.org/abs/2305.14314, which with a rank of 64 moves states
    of the optimizer out of the GPU."""
    shape = shape_of(all_models()["Llama-2-70B"])
    layout = Layout(recomputation="full")
    job = TrainingJob(shape=shape, sequence_length=512, lora_rank=16, frozen_weights="nf4")
    assert training_memory(job, layout).fits(48)
    assert not training_memory(replace(job, frozen_weights="bf16"), layout).fits(48)
    assert list(training_memory(job, layout).parts) == [
        "frozen weights",
        "adapters",
        "activations",
        "logits",
    ]


@pytest.mark.parametrize(
    ("parameters", "layers", "hidden_size"),
    [(7_000_000_000, 33, 4224), (70_000_000_000, 71, 9088), (175_000_000_000, 97, 12288)],
)
def test_an_unknown_shape_is_assumed(parameters: int, layers: int, hidden_size: int) -> None:
    shape = assumed_shape(parameters)
    assert (shape.layers, shape.hidden_size, shape.assumed) == (layers, hidden_size, True)


@given(
    parameters=st.integers(10**8, 10**12),
    sequence=st.integers(1, 10**6),
    tensor=st.sampled_from([1, 2, 4, 8]),
    pipeline=st.sampled_from([1, 2, 4]),
    data=st.sampled_from([1, 2, 8, 64]),
    stage=st.integers(0, 3),
)
def test_more_work_takes_more_memory_and_more_sharing_less(
    parameters: int, sequence: int, tensor: int, pipeline: int, data: int, stage: int
) -> None:
    job = TrainingJob(shape=assumed_shape(parameters), sequence_length=sequence)
    layout = Layout(tensor=tensor, pipeline=pipeline, data=data, zero_stage=stage, micro_batches=8)
    here = training_memory(job, layout).gib
    assert training_memory(replace(job, sequence_length=sequence + 1), layout).gib > here
    assert training_memory(replace(job, micro_batch=2), layout).gib > here
    assert training_memory(job, replace(layout, tensor=tensor * 2)).gib < here
    assert training_memory(job, replace(layout, data=data * 2)).gib <= here or (stage, data) == (3, 1)
