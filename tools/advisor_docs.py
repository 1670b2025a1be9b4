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
### Outside

| run | reached in the published hours | tokens that {percent} % had time for |
| --- | --- | --- |
{rows}
Nothing published explains these hours, and nothing here is fitted to them:

- It is no other work. Meta's card of Llama 3 counts pre-training alone, its card of Llama 3.1 the training of
  each model: both are outside.
- It is no other arithmetic. Attention is counted, over the 8,192 tokens of Llama 3; longer sequences came
  with 3.1. "15T+" tokens would have to be those of the last column.
- The GPUs are no others: both cards say H100-80GB of 700 W.
- It is the utilization. Meta has published that of 405B alone, 38 to 43 %
  ([2407.21783](https://arxiv.org/abs/2407.21783), table 4); NVIDIA's measurements of dense models on the
  same GPU are 41 % for its smallest and 47 to 48 % for its largest. What kept the GPUs of the smaller models
  waiting, the cards don't say.

Who expects the same gives the share of the table as `utilizationPercent`, and gets Meta's hours.

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
    outside = [run for run in runs() if abs(run.difference) > TOLERANCE]
    (percent,) = {run.utilization_percent for run in outside}
    told = _OUTSIDE.format(percent=percent, rows="".join(map(_reached, outside)))
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


def _reached(run: KnownRun) -> str:
    share = 1 + run.difference
    return (
        f"| {run.row['run']} | {run.utilization_percent * share:.0f} % | "
        f"{run.row['tokens'] / share / 1e12:.1f} trillion |\n"
    )


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
