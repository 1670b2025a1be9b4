"""What GPUs compute and move in a second, as their makers publish it.

Rows are in gpus.csv, by `gpu_model` of skus.csv; how much memory they have is there, how many are linked in
size_families.csv. Arithmetic is dense: where a data sheet counts sparsity, it is halved. GPUs for graphics
have no row. What rows name first are NVIDIA's and AMD's own data sheets; those couldn't be read again on the
rows' day, so each says which other table has the same figures, or others.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Literal

from azure_ai_landing_zone.catalog.table import data_file, keyed

Arithmetic = Literal["fp16", "bf16", "fp8"]


@dataclass(frozen=True, slots=True)
class Gpu:
    """One model. A None is what it doesn't have."""

    gpu_model: str
    fp16_tflops: Decimal
    bf16_tflops: Decimal | None
    fp8_tflops: Decimal | None
    memory_gb_per_second: Decimal
    """Between the GPU and its own memory."""
    link_gb_per_second: Decimal | None
    """To the other GPUs of its domain, both directions together: NVLink, or Infinity Fabric."""
    source: str
    as_of: date

    def tflops(self, arithmetic: Arithmetic) -> Decimal | None:
        """Dense; None where the GPU has no such arithmetic."""
        return {"fp16": self.fp16_tflops, "bf16": self.bf16_tflops, "fp8": self.fp8_tflops}[arithmetic]


def load(text: str, file: str = "gpus.csv") -> Mapping[str, Gpu]:
    """GPUs by model. Raises CatalogError with every problem in the file."""
    return keyed(Gpu, file, text, "a model")


@cache
def all_gpus() -> Mapping[str, Gpu]:
    """Every GPU by model."""
    return load(data_file("gpus.csv"))
