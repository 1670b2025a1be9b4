"""The catalogue of models."""

from datetime import date

import pytest

from azure_ai_landing_zone.catalog import models
from azure_ai_landing_zone.catalog.table import CatalogError

HEADER = "format,model,version,lifecycle,retirement_date,replacement,source,as_of"


@pytest.mark.parametrize(
    ("name", "version", "ends", "replacement"),
    [
        ("gpt-4o", "2024-05-13", date(2026, 10, 1), "gpt-5.1"),
        ("GPT-4o", "2024-11-20", date(2027, 4, 14), "gpt-5.1"),
        ("gpt-5.6-sol", "2026-07-09", date(2028, 1, 11), None),
        ("gpt-35-turbo", "0613", date(2025, 2, 13), "gpt-5.4-mini"),
        ("DeepSeek-R1", "1", date(2026, 8, 13), "DeepSeek-V4-Pro"),
        ("gpt-oss-120b", "1", None, None),
    ],
)
def test_models(name: str, version: str, ends: date | None, replacement: str | None) -> None:
    model = models.find(name, version)
    assert model is not None
    assert (model.retirement_date, model.replacement) == (ends, replacement)


def test_an_unknown_version_is_neither_good_nor_bad() -> None:
    assert models.find("gpt-4o", "2030-01-01") is None
    assert models.versions("gpt-99") == []
    assert [model.version for model in models.versions("GPT-4o")] == [
        "2024-05-13",
        "2024-08-06",
        "2024-11-20",
    ]


def test_a_model_ends_on_its_date() -> None:
    model = models.find("gpt-5", "2025-08-07")
    assert model is not None
    assert (model.retired_on(date(2027, 2, 8)), model.retired_on(date(2027, 2, 9))) == (False, True)


def test_replacements_are_models_that_the_catalogue_has_and_that_still_run() -> None:
    wrong = [
        (model.model, model.replacement)
        for model in models.MODELS.values()
        if model.replacement
        and not any(not each.retired_on(date(2026, 11, 21)) for each in models.versions(model.replacement))
    ]
    assert wrong == []


def test_every_row_says_where_it_is_from_and_when_it_was_read() -> None:
    assert {model.source.split("/")[0] for model in models.MODELS.values()} == {"learn.microsoft.com"}
    assert {model.as_of for model in models.MODELS.values()} == {date(2026, 9, 2), date(2026, 11, 21)}


def test_what_can_t_be_vouched_for_is_refused() -> None:
    text = f"{HEADER}\nOpenAI,a,1,retired,,,s,2026-09-02\nOpenAI,A,1,old,soon,,s,2026-09-02\n"
    with pytest.raises(CatalogError) as caught:
        models.load(text)
    assert caught.value.problems == [
        "models.csv line 2, column retirement_date: got ''; must be a date, because the model is retired",
        "models.csv line 3, column lifecycle: got 'old'; must be one of "
        "preview, ga, legacy, deprecated, retired",
        "models.csv line 3, column retirement_date: got 'soon'; must be a date such as 2026-09-30, or empty",
        "models.csv line 3, column version: got '1'; must be given once for A",
    ]


@pytest.mark.parametrize(
    "name", ["text-embedding-3-large", "Whisper", "gpt-image-2", "gpt-4o-mini-tts", "cohere-embed"]
)
def test_what_answers_without_text_takes_no_filter(name: str) -> None:
    assert not models.takes_content_filter(name)
    assert models.takes_content_filter("gpt-5.5")
