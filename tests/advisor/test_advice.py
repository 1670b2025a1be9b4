"""Advice against what is known: the mission's figures, and what was published of models."""

from datetime import date
from typing import Any

import pytest

from azure_ai_landing_zone import AdviceRequest, Answer, advise
from azure_ai_landing_zone.advisor.planning.needs import ServingProposal, TrainingProposal
from azure_ai_landing_zone.catalog.sizes import VM_SIZES

DAY = date(2026, 11, 22)
A100, A100_80 = "Standard_ND96asr_v4", "Standard_ND96amsr_A100_v4"
H100, H200, T4 = "Standard_ND96isr_H100_v5", "Standard_ND96isr_H200_v5", "Standard_NC4as_T4_v3"


def answer(model: str | int, mode: str, *sizes: str, location: str = "eastus", **wanted: Any) -> Answer:
    described = {"mode": "described", "parameters": model}
    data = {
        "location": location,
        "languageModel": described if isinstance(model, int) else {"mode": "named", "name": model},
        "candidateSizes": list(sizes),
        "adviceFor": {"mode": mode} | ({} if mode == "serving" else {"sequenceLength": 4096}) | wanted,
    }
    return advise(AdviceRequest.load(data, "a test"), DAY)


def serving(model: str, *sizes: str, requests: int = 1, **wanted: Any) -> Answer:
    wanted = {"contextTokens": 8192} | wanted
    return answer(model, "serving", *sizes, concurrentRequests=requests, **wanted)


def nodes(found: Answer) -> dict[str, int]:
    return {proposal.size.size: proposal.nodes for proposal in found.advice.proposals}


@pytest.mark.parametrize("model", ["Llama-3.1-8B", "Mistral-7B-v0.3", 9_900_000_000])
def test_under_10b_is_fine_tuned_on_one_a100_node(model: str | int) -> None:
    assert nodes(answer(model, "fullFineTuning", A100)) == {A100: 1}


@pytest.mark.parametrize(("model", "count"), [("Llama-3.1-70B", 2), ("Llama-3.1-405B", 14)])
def test_70b_and_more_take_several_h100_nodes(model: str, count: int) -> None:
    assert nodes(answer(model, "fullFineTuning", H100)) == {H100: count}


def test_what_fits_in_16_gib_serves_from_a_t4() -> None:
    found = serving("Llama-3.2-3B", T4, requests=8)
    assert nodes(found) == {T4: 1}
    assert found.advice.proposals[0].warnings == ("T4 has no bf16: serve in fp16, which is as large",)
    assert serving("Llama-3.3-70B-Instruct", T4).advice.left_out == {
        T4: "one request of 8,192 tokens takes 135.2 GiB of a GPU (weights 131.4, keys and values 2.5, "
        "working 1.3), and programs get 14.4 of 16"
    }


@pytest.mark.parametrize(
    ("model", "weight_format", "size", "fits"),
    [
        ("Llama-3.1-405B", "bf16", H100, False),  # arxiv.org/abs/2407.21783, 6.1
        ("Llama-3.1-405B", "fp8", H100, True),  # and 6.2
        ("DeepSeek-V3", "fp8", H100, False),  # 671 GB on 8 × 80 GB
        ("DeepSeek-V3", "fp8", H200, True),  # docs.vllm.ai, recipes: 8 × H200
    ],
)
def test_large_models_serve_from_one_node_or_not(
    model: str, weight_format: str, size: str, fits: bool
) -> None:
    found = serving(model, size, weightFormat=weight_format, tensorParallel=8)
    assert bool(found.advice.proposals) is fits
    assert bool(found.advice.left_out) is not fits


def test_replicas_fill_nodes() -> None:
    (found,) = serving("Llama-3.3-70B-Instruct", H100, requests=200).advice.proposals
    assert isinstance(found, ServingProposal)
    assert (found.nodes, found.tensor, found.replicas, found.requests_per_replica) == (2, 4, 4, 61)
    assert found.quota_vcpus == 192


def test_hours_and_money_follow_from_utilization() -> None:
    found = answer("Llama-3.1-8B", "fullFineTuning", H100, tokens=10**9)
    (proposal,) = found.advice.proposals
    assert isinstance(proposal, TrainingProposal)
    forward = 2 * 8.03e9 + 4 * 32 * 4096 * 4096
    hours = 10**9 * 3 * forward / (8 * 989e12 * 0.47) / 3600
    assert proposal.hours == pytest.approx(hours)
    assert float(proposal.usd or 0) == pytest.approx(hours * 98.32)
    assert proposal.utilization_percent == 47
    assert proposal.measured is not None
    assert proposal.measured.source == "NVIDIA/Megatron-LM@0010ab7:README.md"


def test_lora_takes_two_thirds_of_the_arithmetic() -> None:
    full, lora = (answer("Llama-3.1-8B", mode, H100, tokens=10**9) for mode in ("fullFineTuning", "lora"))
    one, other = full.advice.proposals[0], lora.advice.proposals[0]
    assert isinstance(one, TrainingProposal)
    assert isinstance(other, TrainingProposal)
    assert (other.hours or 0) / (one.hours or 1) == pytest.approx(2 / 3)


def test_pre_training_takes_20_tokens_a_parameter() -> None:
    (found,) = answer("Llama-3.2-1B", "preTraining", H100).advice.proposals
    (told,) = answer("Llama-3.2-1B", "preTraining", H100, tokens=20 * 1_236_000_000).advice.proposals
    assert isinstance(found, TrainingProposal)
    assert isinstance(told, TrainingProposal)
    assert found.hours == told.hours


def test_a_deadline_takes_more_nodes() -> None:
    wanted: dict[str, Any] = {"tokens": 10**12, "batch": 1024}
    assert nodes(answer("Llama-3.1-8B", "fullFineTuning", H100, deadlineHours=1000, **wanted)) == {H100: 8}
    late = answer("Llama-3.1-8B", "fullFineTuning", H100, deadlineHours=10, **wanted)
    assert late.advice.left_out == {
        H100: "68 nodes would take 60 hours at the least, and 10 are given",
    }


def test_cheap_comes_first_and_without_a_price_last() -> None:
    found = answer("Llama-3.1-70B", "fullFineTuning", H100, H200, A100_80, A100, tokens=10**9)
    assert [proposal.size.size for proposal in found.advice.proposals] == [A100, A100_80, H100, H200]
    assert found.advice.proposals[-1].warnings == (
        "no price in eastus (the nearest regions with one: eastus2, northcentralus, centralus), so Azure may "
        "not offer it there",
    )


def test_every_other_size_says_why_not() -> None:
    sizes = {
        "Standard_NC24s_v3": "Standard_NC24s_v3 is retired since 2025-09-30: take Standard_NC40ads_H100_v5",
        T4: "T4 has no bf16 arithmetic",
        "Standard_NC24ads_A100_v4": (
            "the leanest layout of one node (there is no InfiniBand for more) takes 1,061.3 GiB of each GPU "
            "(weights 131.4, gradients 131.4, optimizer 788.5, activations 6.0, logits 3.9), and programs "
            "get 72.0 of 80"
        ),
        "Standard_NV36ads_A10_v5": (
            "Standard_NV36ads_A10_v5 needs a GRID driver, which the Azure HPC images don't have: take an NC "
            "or ND size with a whole GPU"
        ),
        "Standard_ND96isrf_H200_v5": (
            "Azure publishes neither GPUs nor their memory of Standard_ND96isrf_H200_v5"
        ),
        "Standard_ND128isr_NDR_GB200_v6": (
            "Standard_ND128isr_NDR_GB200_v6 can't be built yet: its nodes join their rack through an "
            "interconnect group, which takes compute API 2026-03-01, and scale sets are made with "
            "2024-11-01. Take Standard_ND96isr_H200_v5"
        ),
    }
    assert answer("Llama-3.1-70B", "fullFineTuning", *sizes).advice.left_out == sizes


def test_nothing_is_left_unsaid() -> None:
    found = answer("Llama-3.1-70B", "fullFineTuning").advice
    said = [proposal.size.size for proposal in found.proposals] + list(found.left_out)
    assert sorted(said) == sorted(name for name, size in VM_SIZES.items() if size.traits.gpu_vendor != "none")


def test_arithmetic_that_a_gpu_lacks() -> None:
    found = answer("Llama-3.1-8B", "fullFineTuning", A100, H100, arithmetic="fp8")
    assert found.advice.left_out == {A100: "A100 SXM 40GB has no fp8 arithmetic"}


def test_without_a_published_utilization_there_are_no_hours() -> None:
    size = "Standard_NC80adis_H100_v5"
    (told,) = answer("Llama-3.1-8B", "lora", size, tokens=10**9).advice.proposals
    assert told.warnings == (
        "hours aren't known, because no utilization of H100 NVL is: give `utilization_percent`",
    )
    late = answer("Llama-3.1-8B", "lora", size, tokens=10**9, deadlineHours=100)
    assert late.advice.left_out == {
        size: "no utilization is known of H100 NVL in bf16 with a dense model, so no deadline can be held: "
        "give `utilization_percent`"
    }


def test_checkpoints_come_as_often_as_nodes_fail() -> None:
    (found,) = answer("Llama-3.1-70B", "fullFineTuning", H100).advice.proposals
    assert isinstance(found, TrainingProposal)
    checkpoint = found.checkpoint
    assert checkpoint.gb == pytest.approx(70.554 * 14)
    assert checkpoint.write_seconds == pytest.approx(70.554 * 14 * 8 / 25)
    between_failures = 54 * 24 * 2048 / 419 * 3600 / found.nodes
    best = (2 * checkpoint.write_seconds * between_failures) ** 0.5 / 60
    assert checkpoint.interval_minutes == round(best) == 1415


def test_lustre_feeds_all_gpus() -> None:
    (found,) = answer("Llama-3.1-70B", "fullFineTuning", H100, lustreDataTib=10).advice.proposals
    assert isinstance(found, TrainingProposal)
    lustre = found.checkpoint.lustre
    assert lustre is not None
    assert (lustre.sku_name, lustre.storage_tib) == ("AMLFS-Durable-Premium-500", 12)
    assert lustre.throughput_mbps >= found.gpus * 160


def test_an_assumed_shape_is_told() -> None:
    (found,) = answer(7_000_000_000, "fullFineTuning", H100).advice.proposals
    assert found.warnings == ("layers (33) and hidden size (4224) are assumed: give the model's own",)


def test_a_given_layout_is_kept() -> None:
    (found,) = answer(
        "Llama-3.1-70B", "fullFineTuning", H100, tensorParallel=4, pipelineParallel=8, zeroStage=1, batch=64
    ).advice.proposals
    assert isinstance(found, TrainingProposal)
    layout = found.layout
    assert (layout.tensor, layout.pipeline, layout.data, layout.zero_stage) == (4, 8, 1, 1)
    assert (found.nodes, found.batch, layout.micro_batches) == (4, 64, 64)


def test_what_no_layout_divides_is_said() -> None:
    given: dict[str, Any] = {"tensorParallel": 1, "pipelineParallel": 1, "batch": 7}
    found = answer("Llama-3.1-70B", "fullFineTuning", H100, **given)
    assert found.advice.left_out == {H100: "no layout divides the model and the batch over 100 nodes"}
