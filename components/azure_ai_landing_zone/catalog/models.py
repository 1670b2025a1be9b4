"""Models that Azure deploys by name and version, and when each retires.

Rows are in models.csv. Azure moves these dates, by six months for some between July and September 2026: each
row says when it was read. A version that isn't here is unknown, neither good nor bad.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Literal

from azure_ai_landing_zone.catalog.table import data_file, records

Lifecycle = Literal["preview", "ga", "legacy", "deprecated", "retired"]
"""`legacy` and `deprecated` models run on, and take no new customers."""


@dataclass(frozen=True, slots=True)
class Model:
    """One version of a model."""

    format: str
    """As a deployment names the maker: OpenAI, DeepSeek."""
    model: str
    version: str
    lifecycle: Lifecycle
    retirement_date: date | None
    """From this day calls fail. None: Azure has published no date."""
    replacement: str | None
    """The model that Azure recommends, or a newer one where that has retired too."""
    source: str
    as_of: date

    def retired_on(self, day: date) -> bool:
        """Retired for good, or its date is `day` or before it."""
        return self.lifecycle == "retired" or (
            self.retirement_date is not None and self.retirement_date <= day
        )


Models = Mapping[tuple[str, str], Model]
"""By name and version, both in lower case."""


def load(text: str, file: str = "models.csv") -> Models:
    """Models by name and version. Raises CatalogError with every problem in the file."""
    models: dict[tuple[str, str], Model] = {}
    for row, model in records(Model, file, text):
        key = (model.model.lower(), model.version.lower())
        if key in models:
            row.problem("version", f"given once for {model.model}")
        if model.lifecycle == "retired" and model.retirement_date is None:
            row.problem("retirement_date", "a date, because the model is retired")
        models[key] = model
    return MappingProxyType(models)


MODELS: Models = load(data_file("models.csv"))


def find(name: str, version: str) -> Model | None:
    """The version of the model, in any casing. None if the catalogue doesn't have it."""
    return MODELS.get((name.lower(), version.lower()))


def versions(name: str) -> list[Model]:
    """Every version of the model, in the file's order."""
    return [model for (known, _), model in MODELS.items() if known == name.lower()]


_WITHOUT_TEXT = ("embed", "whisper", "tts", "transcribe", "rerank", "sora", "image", "ocr")


def makes_embeddings(name: str) -> bool:
    """Whether the model answers with numbers instead of text."""
    return "embed" in name.lower()


def takes_content_filter(name: str) -> bool:
    """Whether content filters look at the model's answers: not for embeddings, speech and images."""
    return not any(part in name.lower() for part in _WITHOUT_TEXT)
