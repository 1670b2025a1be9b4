"""Language models by name: how large they are, and of what shape.

Rows are in language_models.csv: the figures of a model's paper or of its published config.json. A model whose
layers differ in what they remember (sliding windows, states) has no row.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from azure_ai_landing_zone.catalog.table import data_file, records


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """One model. What runs of it for serving is the same for its variants, such as -Instruct."""

    model: str
    parameters: int
    active_parameters: int
    """Those that work on one token: fewer than all with experts."""
    layers: int
    hidden_size: int
    feed_forward_size: int
    """Of one expert where there are experts."""
    gated: bool
    """Whether the feed-forward part has a third matrix (SwiGLU)."""
    heads: int
    head_size: int
    kv_heads: int
    latent_size: int | None
    """Values that a layer remembers of a token instead of keys and values (multi-head latent attention)."""
    vocabulary: int
    tied_embeddings: bool
    """Whether one matrix serves for input and output."""
    experts: int
    """1: none."""
    experts_per_token: int
    shared_experts: int
    """That work on every token, beside those."""
    source: str
    as_of: date


def load(text: str, file: str = "language_models.csv") -> Mapping[str, LanguageModel]:
    """Models by name. Raises CatalogError with every problem in the file."""
    models: dict[str, LanguageModel] = {}
    for row, model in records(LanguageModel, file, text):
        if model.model.lower() in {name.lower() for name in models}:
            row.problem("model", "a model that no other line has")
        if not 1 <= model.active_parameters <= model.parameters:
            row.problem("active_parameters", f"from 1 to {model.parameters}, all of them")
        if model.kv_heads == 0 or model.heads % model.kv_heads:
            row.problem("kv_heads", f"a divisor of the {model.heads} heads")
        if not 1 <= model.experts_per_token <= model.experts:
            row.problem("experts_per_token", f"from 1 to {model.experts}, all of them")
        models[model.model] = model
    return models


@cache
def all_models() -> Mapping[str, LanguageModel]:
    """Every model by name."""
    return load(data_file("language_models.csv"))


def find(name: str) -> LanguageModel | None:
    """The model of that name, in any casing; None if the catalogue doesn't have it."""
    return {model.lower(): row for model, row in all_models().items()}.get(name.lower())


def find_repository(repository: str) -> LanguageModel | None:
    """The model of a repository of Hugging Face, such as meta-llama/Llama-3.1-8B-Instruct; None for one whose
    name doesn't say. Instruct variants are as large as what they came from."""
    name = repository.rpartition("/")[2]
    return find(name) or find(name.removesuffix("-Instruct"))
