"""How much of its dense arithmetic a GPU does in training, all waiting included.

Rows are in gpu_utilization.csv: of each source the run with the most GPUs, and nothing is fitted. Counted is
the arithmetic that is done, what is computed again included. These are runs of hours: a long one restarts and
evaluates too. For GPUs without a row we know of no published one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal

from azure_ai_landing_zone.catalog.gpus import Arithmetic, all_gpus
from azure_ai_landing_zone.catalog.table import data_file, records

Architecture = Literal["dense", "experts"]
"""Whether every parameter works on every token, or those of a few experts do."""


@dataclass(frozen=True, slots=True)
class GpuUtilization:
    """Of one GPU, arithmetic and architecture."""

    gpu_model: str
    arithmetic: Arithmetic
    architecture: Architecture
    percent: int
    gpus: int | None
    """Of the run that was measured; None where its source doesn't say."""
    measured: str
    source: str
    as_of: date


Key = tuple[str, Arithmetic, Architecture]


def load(text: str, file: str = "gpu_utilization.csv") -> Mapping[Key, GpuUtilization]:
    """By GPU, arithmetic and architecture. Raises CatalogError with every problem in the file."""
    found: dict[Key, GpuUtilization] = {}
    for row, one in records(GpuUtilization, file, text):
        key = (one.gpu_model, one.arithmetic, one.architecture)
        if one.gpu_model not in all_gpus():
            row.problem("gpu_model", "a GPU of gpus.csv")
        if not 1 <= one.percent <= 100:
            row.problem("percent", "from 1 to 100")
        if key in found:
            row.problem("gpu_model", "given once for its arithmetic and architecture")
        found[key] = one
    return found


@cache
def _all() -> Mapping[Key, GpuUtilization]:
    return load(data_file("gpu_utilization.csv"))


def find(gpu_model: str, arithmetic: Arithmetic, architecture: Architecture) -> GpuUtilization | None:
    """What was measured; None where nothing was published. bf16 and fp16 are equally fast where a GPU has
    both."""
    other: Mapping[Arithmetic, Arithmetic] = {"fp16": "bf16"}
    wanted = (gpu_model, arithmetic, architecture)
    return _all().get(wanted) or _all().get((gpu_model, other.get(arithmetic, arithmetic), architecture))
