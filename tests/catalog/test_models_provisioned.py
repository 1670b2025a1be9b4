"""The catalogue of provisioned throughput units."""

import pytest

from azure_ai_landing_zone.catalog import models, models_provisioned
from azure_ai_landing_zone.catalog.models_provisioned import Processing, load
from azure_ai_landing_zone.catalog.table import CatalogError

HEADER = "model,processing,minimum,step,source,as_of"


@pytest.mark.parametrize(
    ("model", "processing", "minimum", "step"),
    [
        ("gpt-5.5", "global", 15, 5),
        ("GPT-5.5", "dataZone", 15, 5),
        ("gpt-5.5", "regional", 50, 50),
        ("gpt-5-mini", "regional", 25, 25),
        ("o1", "regional", 25, 50),
        ("Llama-3.3-70B-Instruct", "global", 100, 100),
        ("Llama-3.3-70B-Instruct", "regional", None, None),
    ],
)
def test_sizes(model: str, processing: Processing, minimum: int | None, step: int | None) -> None:
    found = models_provisioned.find(model, processing)
    assert found is not None
    assert (found.minimum, found.step) == (minimum, step)


def test_steps_count_from_the_minimum() -> None:
    found = models_provisioned.find("o1", "regional")
    assert found is not None
    assert [units for units in range(200) if found.has_size(units)] == [25, 75, 125, 175]
    absent = models_provisioned.find("DeepSeek-R1", "regional")
    assert absent is not None
    assert not absent.has_size(100)


def test_an_unknown_model_is_unknown() -> None:
    assert models_provisioned.find("gpt-99", "global") is None


def test_every_model_has_each_kind_of_processing_and_a_source() -> None:
    names = {units.model for units in models_provisioned.UNITS.values()}
    assert len(models_provisioned.UNITS) == 3 * len(names)
    assert {units.source for units in models_provisioned.UNITS.values()} == {
        "learn.microsoft.com/azure/foundry/openai/how-to/determine-ptu-requirements"
    }
    known = {model.model for model in models.MODELS.values()}
    assert sorted(names - known) == ["Llama-3.3-70B-Instruct"]  # of which no end is published


def test_all_problems_of_a_file_are_told_at_once() -> None:
    lines = [HEADER, "m,world,15,5,s,2026-05-21", "n,global,15,,s,2026-05-21", "n,global,15,5,s,soon"]
    with pytest.raises(CatalogError) as raised:
        load("\n".join(lines), "f.csv")
    assert raised.value.problems == [
        "f.csv line 2, column processing: got 'world'; must be one of global, dataZone, regional",
        "f.csv line 3, column step: got ''; must be given where the minimum is, both from 1",
        "f.csv line 4, column as_of: got 'soon'; must be a date such as 2026-09-30",
        "f.csv line 4, column processing: got 'global'; must be given once for n",
    ]
