"""Writes docs/reference/known-runs.md: published training runs, and what the advisor predicts of them."""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml

from azure_ai_landing_zone.advisor.planning.arithmetic import gpu_hours
from azure_ai_landing_zone.advisor.planning.needs import TrainingNeed
from azure_ai_landing_zone.catalog import gpu_utilization
from azure_ai_landing_zone.catalog.gpus import all_gpus
from azure_ai_landing_zone.catalog.language_models import all_models
from azure_ai_landing_zone.catalog.sizes import VM_SIZES
from azure_ai_landing_zone.model_memory.planning.fit import GpuMemory, usable_gib
from azure_ai_landing_zone.model_memory.planning.shape import shape_of
from azure_ai_landing_zone.model_memory.planning.training import Layout, TrainingJob, training_memory

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "reference" / "known-runs.md"
RUNS = ROOT / "tests" / "advisor" / "known_runs.yaml"

TOLERANCE = 0.3

_HEAD = """# Known runs

What the advisor predicts of training runs that were published, with the utilization of
`components/azure_ai_landing_zone/catalog/gpu_utilization.csv`. That is from other measurements, of which the
one for experts in fp8 is NVIDIA's of DeepSeek-V3's architecture, and was written down before these hours were
computed. Within 30 % counts as predicted. The runs are in `tests/advisor/known_runs.yaml`; this page is
written by `make docs`.

## GPU hours

| run | GPU | utilization | published | predicted | difference | source |
| --- | --- | --- | --- | --- | --- | --- |
"""

_OUTSIDE = """
By the published hours those outside reached {reached} of their GPUs' arithmetic, far less than what is
measured of such models: `utilizationPercent` is there for who expects the same.

## Memory

Runs whose layout was published: each of them fitted, and is predicted to.

| run | layout | GiB of the fullest GPU | of |
| --- | --- | --- | --- |
"""

_FOOT = """
DeepSeek-V3 kept activations in fp8 and computed some of them again, which is between `selective` and `full`:
with `selective` alone it would be predicted not to fit.
"""


@dataclass(frozen=True)
class KnownRun:
    """One published run, and what is predicted of it."""

    row: dict[str, Any]

    @property
    def need(self) -> TrainingNeed:
        shape = shape_of(all_models()[self.row["model"]])
        job = TrainingJob(
            shape=shape,
            sequence_length=self.row["sequenceLength"],
            micro_batch=self.row.get("microBatch", 1),
        )
        return TrainingNeed(
            mode="preTraining", job=job, arithmetic=self.row["arithmetic"], tokens=self.row["tokens"]
        )

    @property
    def utilization_percent(self) -> int:
        """Of the catalogue."""
        experts = self.need.job.shape.experts > 1
        found = gpu_utilization.find(
            self.row["gpu"], self.row["arithmetic"], "experts" if experts else "dense"
        )
        return found.percent if found else 0

    @property
    def gpu_hours(self) -> float:
        peak = float(all_gpus()[self.row["gpu"]].tflops(self.row["arithmetic"]) or 0)
        return gpu_hours(self.need, self.row["recomputation"], peak * self.utilization_percent / 100)

    @property
    def difference(self) -> float:
        """Of what was published."""
        return self.gpu_hours / float(self.row["gpuHours"]) - 1

    @property
    def layout(self) -> Layout | None:
        """None: it wasn't published."""
        given = self.row.get("layout")
        return Layout(**{"recomputation": self.row["recomputation"]} | given) if given else None

    @property
    def memory(self) -> GpuMemory | None:
        return training_memory(self.need.job, self.layout) if self.layout else None

    @property
    def usable_gib(self) -> float:
        sizes = (size for size in VM_SIZES.values() if size.gpu_model == self.row["gpu"])
        return usable_gib(float(max(size.gpu_memory_gib or Decimal(0) for size in sizes)))


def runs() -> list[KnownRun]:
    """All of them, as the file has them."""
    return [KnownRun(row) for row in yaml.safe_load(RUNS.read_text(encoding="utf-8"))]


def page() -> str:
    """The text of the page."""
    with_layout = [run for run in runs() if run.layout is not None]
    reached = [
        f"{run.utilization_percent * (1 + run.difference):.0f} %"
        for run in runs()
        if abs(run.difference) > TOLERANCE
    ]
    told = _OUTSIDE.format(reached=" and ".join(reached))
    return "".join([_HEAD, *map(_hours, runs()), told, *map(_memory, with_layout), _FOOT])


def _hours(run: KnownRun) -> str:
    outside = "" if abs(run.difference) <= TOLERANCE else " (outside)"
    cells = (
        run.row["run"],
        f"{run.row['gpu']}, {run.row['arithmetic']}",
        f"{run.utilization_percent} %",
        f"{run.row['gpuHours']:,}: {run.row['told']}",
        f"{run.gpu_hours:,.0f}",
        f"{run.difference:+.0%}{outside}",
        run.row["source"],
    )
    return f"| {' | '.join(cells)} |\n"


def _memory(run: KnownRun) -> str:
    layout, memory = run.layout, run.memory
    if layout is None or memory is None:
        return ""
    experts = f", experts over {layout.expert}" if layout.expert > 1 else ""
    parts = ", ".join(f"{part} {gib:.1f}" for part, gib in memory.parts.items())
    cells = (
        run.row["run"],
        f"{layout.tensor} tensor × {layout.pipeline} pipeline × {layout.data} data{experts}, "
        f"ZeRO {layout.zero_stage}, {layout.recomputation} recomputation",
        f"{memory.gib:.1f}: {parts}",
        f"{run.usable_gib:.1f}",
    )
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
