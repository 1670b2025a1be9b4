"""What holds of every advice."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from azure_ai_landing_zone import AdviceRequest, LandingZoneSettings, SettingsError, advise
from azure_ai_landing_zone.advisor import report
from azure_ai_landing_zone.advisor.planning.layouts import divides_layers
from azure_ai_landing_zone.advisor.planning.needs import (
    Place,
    ServingNeed,
    TrainingMode,
    TrainingNeed,
    TrainingProposal,
)
from azure_ai_landing_zone.advisor.planning.serving import serving_proposal
from azure_ai_landing_zone.advisor.planning.training import training_proposal
from azure_ai_landing_zone.catalog.language_models import all_models
from azure_ai_landing_zone.catalog.sizes import VM_SIZES, VmSize
from azure_ai_landing_zone.model_memory.planning.serving import ServedModel
from azure_ai_landing_zone.model_memory.planning.shape import ModelShape, assumed_shape, shape_of
from azure_ai_landing_zone.model_memory.planning.training import TrainingJob
from helpers.settings import stack

DAY = date(2026, 11, 22)
SIZES = [
    VM_SIZES[name]
    for name in (
        "Standard_NC96ads_A100_v4",
        "Standard_NC80adis_H100_v5",
        "Standard_ND96asr_v4",
        "Standard_ND96amsr_A100_v4",
        "Standard_ND96isr_H100_v5",
        "Standard_ND96isr_H200_v5",
        "Standard_ND96isr_MI300X_v5",
    )
]
MOST = 10**9
WITH_GPUS = sum(size.traits.gpu_vendor != "none" for size in VM_SIZES.values())

shapes: st.SearchStrategy[ModelShape] = st.one_of(
    st.sampled_from(sorted(all_models())).map(lambda name: shape_of(all_models()[name])),
    st.integers(10**8, 5 * 10**11).map(assumed_shape),
)


@st.composite
def needs(draw: st.DrawFn) -> TrainingNeed:
    mode: TrainingMode = draw(st.sampled_from(["preTraining", "fullFineTuning", "lora"]))
    job = TrainingJob(
        shape=draw(shapes),
        optimizer=draw(st.sampled_from(["adam", "adam8bit", "momentum"])),
        sequence_length=draw(st.sampled_from([512, 4096, 8192, 32_768, 131_072])),
        micro_batch=draw(st.sampled_from([1, 2])),
        lora_rank=16 if mode == "lora" else None,
        frozen_weights=draw(st.sampled_from(["bf16", "nf4"])),
    )
    return TrainingNeed(
        mode=mode,
        job=job,
        batch=draw(st.sampled_from([None, 16, 96, 1024])),
        zero_stage=draw(st.sampled_from([None, 0, 1, 3])),
        recomputation=draw(st.sampled_from([None, "none", "selective", "full"])),
        tokens=draw(st.sampled_from([None, 10**9, 10**11])),
        data_tib=draw(st.sampled_from([None, 10])),
    )


PLACE = Place(location="eastus", node_limit=40, utilization_percent=40)


def trained(need: TrainingNeed, size: VmSize) -> int:
    found = training_proposal(need, PLACE, size, DAY)
    return MOST if isinstance(found, str) else found.nodes


def served(need: ServingNeed, size: VmSize) -> int:
    found = serving_proposal(need, PLACE, size, DAY)
    return MOST if isinstance(found, str) else found.nodes


def with_more(size: VmSize, gib: int) -> VmSize:
    return replace(size, gpu_memory_gib=(size.gpu_memory_gib or Decimal(0)) + gib)


@settings(deadline=None, max_examples=150)
@given(need=needs(), size=st.sampled_from(SIZES), gib=st.integers(1, 100))
def test_more_memory_never_needs_more_gpus_to_train(need: TrainingNeed, size: VmSize, gib: int) -> None:
    assert trained(need, with_more(size, gib)) <= trained(need, size)


@settings(deadline=None, max_examples=150)
@given(need=needs(), size=st.sampled_from(SIZES), tokens=st.integers(1, 10_000))
def test_longer_sequences_never_need_fewer_gpus_to_train(
    need: TrainingNeed, size: VmSize, tokens: int
) -> None:
    deadline = replace(need, deadline_hours=2000 if need.tokens else None)
    job = replace(deadline.job, sequence_length=deadline.job.sequence_length + tokens)
    assert trained(replace(deadline, job=job), size) >= trained(deadline, size)


@settings(deadline=None)
@given(
    shape=shapes,
    size=st.sampled_from([one for one in SIZES if one.traits.gpu_vendor == "nvidia"]),
    gib=st.integers(1, 100),
    context=st.integers(1, 200_000),
    longer=st.integers(1, 100_000),
    requests=st.integers(1, 2_000),
)
def test_serving_needs_no_more_with_memory_and_no_less_with_context(
    shape: ModelShape, size: VmSize, gib: int, context: int, longer: int, requests: int
) -> None:
    need = ServingNeed(model=ServedModel(shape=shape, context_tokens=context), requests=requests)
    here = served(need, size)
    assert served(need, with_more(size, gib)) <= here
    more = replace(need, model=replace(need.model, context_tokens=context + longer))
    assert served(more, size) >= here
    assert served(replace(need, requests=requests + 1), size) >= here


@settings(deadline=None, max_examples=150)
@given(need=needs(), size=st.sampled_from(SIZES))
def test_layouts_divide_and_stay_within_nvlink(need: TrainingNeed, size: VmSize) -> None:
    found = training_proposal(need, PLACE, size, DAY)
    assume(isinstance(found, TrainingProposal))
    assert isinstance(found, TrainingProposal)
    layout, shape = found.layout, need.job.shape
    assert layout.tensor * layout.pipeline * layout.data == found.gpus == found.nodes * int(size.gpus or 0)
    assert shape.heads % layout.tensor == 0
    assert divides_layers(shape.layers, layout.pipeline)
    assert shape.experts % layout.expert == 0
    assert layout.data % layout.expert == 0
    assert found.batch == layout.data * need.job.micro_batch * layout.micro_batches
    assert need.batch in (None, found.batch)
    linked = int(size.gpus or 0) if size.has_rdma else 1  # the others have PCIe between their GPUs
    assert layout.tensor <= linked
    assert layout.zero_stage <= 1 or layout.pipeline == 1
    assert found.memory.fits(float(size.gpu_memory_gib or 0))


def zone(part: dict[str, Any]) -> dict[str, Any]:
    base = stack("inference")
    kept = ("location", "tags", "protection", "logAnalytics", "network", "people")
    return {name: base[name] for name in kept} | part


MANY_NODES = {
    "location": "eastus",
    "nodeLimit": 300,
    "languageModel": {"mode": "named", "name": "BLOOM-176B"},
    "adviceFor": {"mode": "serving", "contextTokens": 32_337, "concurrentRequests": 251},
}
"""More than the pods of a cluster have addresses for by default."""

requests = st.fixed_dictionaries(
    {
        "location": st.sampled_from(["eastus", "swedencentral"]),
        "nodeLimit": st.sampled_from([100, 300]),
        "languageModel": st.one_of(
            st.sampled_from(sorted(all_models())).map(lambda name: {"mode": "named", "name": name}),
            st.integers(10**8, 10**12).map(lambda count: {"mode": "described", "parameters": count}),
        ),
        "adviceFor": st.one_of(
            st.fixed_dictionaries(
                {
                    "mode": st.sampled_from(["preTraining", "fullFineTuning", "lora"]),
                    "sequenceLength": st.sampled_from([2048, 8192]),
                    "optimizer": st.sampled_from(["adam", "adam8bit", "momentum"]),
                },
                optional={"lustreDataTib": st.integers(1, 900), "tokens": st.integers(10**6, 10**12)},
            ),
            st.fixed_dictionaries(
                {
                    "mode": st.just("serving"),
                    "contextTokens": st.integers(1, 200_000),
                    "concurrentRequests": st.integers(1, 500),
                },
                optional={"weightFormat": st.sampled_from(["fp8", "int4"])},
            ),
        ),
    },
    optional={"zone": st.just("1")},
)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(data=requests, pick=st.integers(0, 30))
@example(data=MANY_NODES, pick=0)
def test_each_proposal_s_part_is_one_that_a_landing_zone_takes(data: dict[str, Any], pick: int) -> None:
    found = advise(AdviceRequest.load(data, "a test"), DAY)
    proposals = found.advice.proposals
    assume(proposals)
    proposal = proposals[pick % len(proposals)]
    part = found.stack_part(proposal)
    read = LandingZoneSettings.load(zone(part), "a test")
    if isinstance(proposal, TrainingProposal):
        (cluster,) = read.training_clusters
        assert (cluster.size, cluster.node_count) == (proposal.size.size, proposal.nodes)
        assert [store.name for store in read.checkpoint_stores] == [cluster.checkpoint_store]
    else:
        (pool,) = read.inference_clusters[0].pools
        assert (pool.size, pool.max_nodes) == (proposal.size.size, proposal.nodes)


figures = st.fixed_dictionaries(
    {"mode": st.just("described"), "parameters": st.integers(1_000_000, 10**14)},
    optional={
        "activeParameters": st.integers(1_000_000, 10**13),
        "layers": st.integers(1, 1_000),
        "hiddenSize": st.integers(64, 262_144),
        "heads": st.integers(1, 4_096),
        "kvHeads": st.integers(1, 64),
        "experts": st.integers(1, 512),
        "expertsPerToken": st.integers(1, 16),
        "vocabulary": st.integers(2, 10_000_000),
    },
)
wanted = st.one_of(
    st.fixed_dictionaries(
        {
            "mode": st.sampled_from(["preTraining", "fullFineTuning", "lora"]),
            "sequenceLength": st.integers(1, 10_000_000),
        },
        optional={
            "arithmetic": st.sampled_from(["fp16", "bf16", "fp8"]),
            "microBatch": st.integers(1, 64),
            "batch": st.integers(1, 4_096),
            "tensorParallel": st.integers(1, 128),
            "pipelineParallel": st.integers(1, 128),
            "expertParallel": st.integers(1, 512),
            "zeroStage": st.integers(0, 3),
            "tokens": st.integers(1, 10**15),
            "deadlineHours": st.integers(1, 87_600),
            "lustreDataTib": st.integers(1, 10_000),
        },
    ),
    st.fixed_dictionaries(
        {
            "mode": st.just("serving"),
            "contextTokens": st.integers(1, 10_000_000),
            "concurrentRequests": st.integers(1, 1_000_000),
        },
        optional={"tensorParallel": st.integers(1, 128)},
    ),
)


@settings(deadline=None, max_examples=200)
@given(model=figures, advice_for=wanted)
def test_whatever_is_asked_is_answered_or_refused(model: dict[str, Any], advice_for: dict[str, Any]) -> None:
    data = {"location": "eastus", "languageModel": model, "adviceFor": advice_for}
    try:
        request = AdviceRequest.load(data, "a test")
    except SettingsError:
        return
    found = advise(request, DAY)
    assert len(found.advice.proposals) + len(found.advice.left_out) == WITH_GPUS
    told = report.as_json(found)
    assert len(told["proposals"]) == len(found.advice.proposals)
    assert report.text(found, "").startswith(f"{advice_for['mode']} in eastus: ")
