"""What the advisor predicts of published training runs."""

from dataclasses import replace

import pytest

import advisor_docs
from azure_ai_landing_zone.model_memory.planning.training import training_memory


def test_the_page_is_fresh() -> None:
    assert advisor_docs.FILE.read_text(encoding="utf-8") == advisor_docs.page(), "run make docs"


def test_hours_are_within_30_percent_of_the_published() -> None:
    found = {run.row["run"]: abs(run.difference) <= advisor_docs.TOLERANCE for run in advisor_docs.runs()}
    assert found == {
        "GPT-3 175B, OpenAI": True,
        "GPT-3 175B, as Megatron-LM says": True,
        "BLOOM 176B": True,
        "Llama 2 7B": True,
        "Llama 2 13B": True,
        "Llama 2 70B": True,
        "Llama 3 8B": False,
        "Llama 3 70B": False,
        "Llama 3.1 8B": False,
        "Llama 3.1 70B": False,
        "Llama 3.1 405B": True,
        "DeepSeek-V3": True,
    }


def test_what_fitted_fits() -> None:
    runs = [run for run in advisor_docs.runs() if run.memory is not None]
    assert {run.row["run"]: run.memory is not None and run.memory.gib <= run.usable_gib for run in runs} == {
        "GPT-3 175B, as Megatron-LM says": True,
        "BLOOM 176B": True,
        "Llama 3.1 405B": True,
        "DeepSeek-V3": True,
    }


@pytest.mark.parametrize(
    ("run", "without"),
    [
        ("BLOOM 176B", {"pipeline": 1, "data": 96, "micro_batches": 1}),
        ("Llama 3.1 405B", {"tensor": 4}),
        ("DeepSeek-V3", {"expert": 1}),
        ("DeepSeek-V3", {"recomputation": "selective"}),
    ],
)
def test_what_they_needed_is_needed(run: str, without: dict[str, object]) -> None:
    (found,) = (one for one in advisor_docs.runs() if one.row["run"] == run)
    assert found.layout is not None
    layout = replace(found.layout, **without)  # type: ignore[arg-type]
    assert training_memory(found.need.job, layout).gib > found.usable_gib
