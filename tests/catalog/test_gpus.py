"""What GPUs compute, and how much of it they do."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from azure_ai_landing_zone.catalog import gpu_utilization, gpus, language_models
from azure_ai_landing_zone.catalog.language_models import LanguageModel
from azure_ai_landing_zone.catalog.sizes import VM_SIZES
from azure_ai_landing_zone.catalog.table import CatalogError, data_file

WITHOUT_ARITHMETIC = [
    "AMD Alveo MA35D (VPU)",
    "AMD Alveo U250 (FPGA)",
    "AMD Radeon Instinct MI25",
    "AMD Radeon Pro V620",
    "AMD Radeon Pro V710",
    "RTX PRO 6000 Blackwell SE",
    "Tesla M60",
]
"""For graphics and video; of RTX PRO 6000 NVIDIA publishes no dense bf16 arithmetic."""


def test_every_gpu_for_models_has_a_row() -> None:
    current = {
        size.gpu_model
        for size in VM_SIZES.values()
        if size.status != "retired" and size.gpus and size.gpu_model
    }
    assert sorted(current - gpus.all_gpus().keys()) == WITHOUT_ARITHMETIC
    assert sorted(gpus.all_gpus().keys() - current) == []


def test_figures() -> None:
    h100, t4 = gpus.all_gpus()["H100 SXM 80GB"], gpus.all_gpus()["T4"]
    arithmetic = (h100.tflops("bf16"), h100.tflops("fp8"), t4.tflops("fp16"), t4.tflops("bf16"))
    assert arithmetic == (Decimal(989), Decimal(1979), Decimal(65), None)
    moved = (h100.memory_gb_per_second, h100.link_gb_per_second, t4.link_gb_per_second)
    assert moved == (Decimal(3350), Decimal(900), None)


def test_utilization_is_by_gpu_arithmetic_and_architecture() -> None:
    found = [
        (one and one.percent)
        for one in (
            gpu_utilization.find("A100 SXM 80GB", "bf16", "dense"),
            gpu_utilization.find("A100 SXM 80GB", "fp16", "dense"),
            gpu_utilization.find("V100 NVLink 32GB", "fp16", "dense"),
            gpu_utilization.find("H100 SXM 80GB", "bf16", "dense"),
            gpu_utilization.find("H100 SXM 80GB", "fp8", "experts"),
            gpu_utilization.find("T4", "fp16", "dense"),
        )
    ]
    assert found == [52, 52, 24, 47, 17, None]


def of_its_shape(model: LanguageModel, experts: int) -> int:
    attention = 2 * model.hidden_size * model.head_size * (model.heads + model.kv_heads)
    matrices = 3 if model.gated else 2
    feed_forward = matrices * model.hidden_size * model.feed_forward_size * experts
    embeddings = model.vocabulary * model.hidden_size * (1 if model.tied_embeddings else 2)
    return model.layers * (attention + feed_forward) + embeddings


LATENT = [model for model in language_models.all_models().values() if model.latent_size is not None]
"""Of which the shape says too little: the latent attention is smaller, the first layers have no experts."""


@pytest.mark.parametrize(
    "model",
    [model for model in language_models.all_models().values() if model not in LATENT],
    ids=lambda model: model.model,
)
def test_a_model_has_as_many_parameters_as_its_shape(model: LanguageModel) -> None:
    assert of_its_shape(model, model.experts) == pytest.approx(model.parameters, rel=0.01)
    assert of_its_shape(model, model.experts_per_token) == pytest.approx(model.active_parameters, rel=0.01)


def test_few_models_are_left_out_of_that() -> None:
    assert [model.model for model in LATENT] == ["DeepSeek-V3", "DeepSeek-R1"]


def test_names_are_found_in_any_casing() -> None:
    found = language_models.find("llama-3.1-405b")
    assert found is not None
    assert (found.model, found.layers, found.kv_heads) == ("Llama-3.1-405B", 126, 8)
    assert language_models.find("Llama-9") is None


GPU = "A100,312,312,,1555,600,a page,2026-11-22"
UTILIZATION = "T4,fp16,dense,30,8,a run,a page,2026-11-22"
MODEL = "m,10,10,1,8,32,true,4,2,4,,100,false,1,1,0,a page,2026-11-22"


@pytest.mark.parametrize(
    ("load", "lines", "problem"),
    [
        (gpus.load, [GPU, GPU], "column gpu_model: got 'A100'; must be a model that no other line has"),
        (
            gpus.load,
            [GPU.replace(",1555,", ",fast,")],
            "column memory_gb_per_second: got 'fast'; must be a number from 0",
        ),
        (
            gpu_utilization.load,
            [UTILIZATION.replace("T4", "T5")],
            "column gpu_model: got 'T5'; must be a GPU of gpus.csv",
        ),
        (
            gpu_utilization.load,
            [UTILIZATION.replace(",30,", ",130,")],
            "column percent: got '130'; must be from 1 to 100",
        ),
        (
            gpu_utilization.load,
            [UTILIZATION, UTILIZATION],
            "column gpu_model: got 'T4'; must be given once for its arithmetic and architecture",
        ),
        (
            language_models.load,
            [MODEL, MODEL.replace("m,", "M,", 1)],
            "column model: got 'M'; must be a model that no other line has",
        ),
        (
            language_models.load,
            [MODEL.replace(",10,10,", ",10,11,")],
            "column active_parameters: got '11'; must be from 1 to 10, all of them",
        ),
        (
            language_models.load,
            [MODEL.replace(",4,2,4,", ",4,2,3,")],
            "column kv_heads: got '3'; must be a divisor of the 4 heads",
        ),
        (
            language_models.load,
            [MODEL.replace(",1,1,0,", ",2,3,0,")],
            "column experts_per_token: got '3'; must be from 1 to 2, all of them",
        ),
    ],
)
def test_a_bad_line_is_refused(load: Callable[[str], Any], lines: list[str], problem: str) -> None:
    file = f"{load.__module__.rpartition('.')[2]}.csv"
    header = data_file(file).splitlines()[0]
    with pytest.raises(CatalogError) as raised:
        load("\n".join([header, *lines, ""]))
    assert raised.value.problems[-1].partition(", ")[2] == problem
