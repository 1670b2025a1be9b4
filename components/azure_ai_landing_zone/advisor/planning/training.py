"""Which sizes train a model, with how many nodes and laid out how."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from math import ceil

from azure_ai_landing_zone.advisor.planning.arithmetic import gpu_hours
from azure_ai_landing_zone.advisor.planning.checkpoints import advise_checkpoints
from azure_ai_landing_zone.advisor.planning.layouts import Fabric, layouts, loss
from azure_ai_landing_zone.advisor.planning.money import price_warning, usd_per_hour
from azure_ai_landing_zone.advisor.planning.needs import Place, TrainingNeed, TrainingProposal
from azure_ai_landing_zone.catalog import gpu_utilization
from azure_ai_landing_zone.catalog.gpu_utilization import Architecture
from azure_ai_landing_zone.catalog.gpus import Gpu, all_gpus
from azure_ai_landing_zone.catalog.sizes import VmSize
from azure_ai_landing_zone.machines.planning.sizes import rack_problems
from azure_ai_landing_zone.model_memory.planning.fit import GpuMemory, usable_gib
from azure_ai_landing_zone.model_memory.planning.shape import GIB
from azure_ai_landing_zone.model_memory.planning.training import (
    OPTIMIZER_BYTES,
    WEIGHT_BYTES,
    Layout,
    training_memory,
)
from azure_ai_landing_zone.training.planning.placement import size_problem

_PCIE_GB_PER_SECOND = 32
"""One direction of PCIe 4.0 × 16, where GPUs have nothing faster between them."""

_ASSUMED_PERCENT = 40
"""To compare layouts by where no utilization is known; hours aren't told from it."""


@dataclass(frozen=True, slots=True)
class _Found:
    nodes: int
    layout: Layout
    memory: GpuMemory


def training_proposal(need: TrainingNeed, place: Place, size: VmSize, today: date) -> TrainingProposal | str:
    """What a size does it with, or why it doesn't."""
    if problem := _unfit(need, size, today):
        return problem
    gpu = all_gpus()[size.gpu_model or ""]
    shape = need.job.shape
    architecture: Architecture = "experts" if shape.experts > 1 else "dense"
    measured = gpu_utilization.find(gpu.gpu_model, need.arithmetic, architecture)
    percent = place.utilization_percent or (measured.percent if measured else None)
    if percent is None and need.deadline_hours is not None:
        what = "experts" if shape.experts > 1 else "a dense model"
        return (
            f"no utilization is known of {gpu.gpu_model} in {need.arithmetic} with {what}, so no deadline "
            "can be held: give `utilization_percent`"
        )
    peak = float(gpu.tflops(need.arithmetic) or 0)
    reached = peak * (percent or _ASSUMED_PERCENT) / 100
    fabric = _fabric(size, gpu)
    most = place.node_limit if fabric.between is not None else 1
    found = _smallest(need, fabric, size, reached, most)
    if found is None:
        return _why_not(need, fabric, size, most, reached)
    hours = None
    if need.tokens is not None and percent is not None:
        hours = gpu_hours(need, found.layout.recomputation, reached) / found.layout.gpus
    checkpoint, lustre_problem = advise_checkpoints(need, size.size, found.nodes)
    notes = (price_warning(size, place.location), lustre_problem, *_warnings(need, size, percent))
    return TrainingProposal(
        size=size,
        nodes=found.nodes,
        memory=found.memory,
        usd_per_hour=usd_per_hour(size, place.location, found.nodes),
        warnings=tuple(note for note in notes if note),
        layout=found.layout,
        batch=found.layout.data * need.job.micro_batch * found.layout.micro_batches,
        utilization_percent=percent,
        measured=measured if place.utilization_percent is None else None,
        hours=hours,
        checkpoint=checkpoint,
    )


def _unfit(need: TrainingNeed, size: VmSize, today: date) -> str | None:
    if problem := size_problem(size.size, today):
        return problem
    if racks := [problem.message for problem in rack_problems(size, 0, size.architecture)]:
        return racks[0]
    if not size.gpus or size.gpu_memory_gib is None:
        return f"Azure publishes neither GPUs nor their memory of {size.size}"
    gpu = all_gpus().get(size.gpu_model or "")
    if gpu is None:
        return f"the catalogue doesn't have what {size.gpu_model} computes"
    if gpu.tflops(need.arithmetic) is None:
        return f"{size.gpu_model} has no {need.arithmetic} arithmetic"
    return None


def _fabric(size: VmSize, gpu: Gpu) -> Fabric:
    gpus, between = int(size.gpus or 0), None
    if size.infiniband_ports and size.infiniband_port_gbps:
        between = float(size.infiniband_ports * size.infiniband_port_gbps) / 8 / gpus
    if gpu.link_gb_per_second is None:
        return Fabric(gpus, 1, _PCIE_GB_PER_SECOND, between)
    return Fabric(gpus, gpus, float(gpu.link_gb_per_second) / 2, between)


def _smallest(need: TrainingNeed, fabric: Fabric, size: VmSize, tflops: float, most: int) -> _Found | None:
    """The fewest nodes that hold it and meet the deadline, with the layout that loses the least."""
    usable = usable_gib(float(size.gpu_memory_gib or 0))
    for nodes in range(_fewest_nodes(need, fabric, usable, tflops), most + 1):
        fitting = [
            (loss(need, fabric, layout, tflops), layout.zero_stage, layout.tensor * layout.pipeline, layout)
            for layout in layouts(need, fabric, nodes)
            if _in_time(need, layout, tflops) and training_memory(need.job, layout).gib <= usable
        ]
        if fitting:
            layout = min(fitting, key=lambda one: one[:3])[3]
            return _Found(nodes, layout, training_memory(need.job, layout))
    return None


def _fewest_nodes(need: TrainingNeed, fabric: Fabric, usable: float, tflops: float) -> int:
    """Below which no layout can help: states alone, shared by all, and arithmetic without recomputation."""
    job = need.job
    if job.lora_rank is None:
        states = job.shape.parameters * (2 * WEIGHT_BYTES + OPTIMIZER_BYTES[job.optimizer])
    else:
        states = job.shape.parameters // 2
    gpus = states / GIB / usable
    if need.deadline_hours is not None:
        gpus = max(gpus, gpu_hours(need, "none", tflops) / need.deadline_hours)
    return max(ceil(gpus / fabric.gpus_per_node), 1)


def _in_time(need: TrainingNeed, layout: Layout, tflops: float) -> bool:
    if need.deadline_hours is None:
        return True
    return gpu_hours(need, layout.recomputation, tflops) / layout.gpus <= need.deadline_hours


def _why_not(need: TrainingNeed, fabric: Fabric, size: VmSize, most: int, tflops: float) -> str:
    nodes = next((count for count in range(most, 0, -1) if any(layouts(need, fabric, count))), None)
    if nodes is None:
        return f"no layout divides the model and the batch over {_nodes(fabric, most)}"
    what, there = _nodes(fabric, nodes), list(layouts(need, fabric, nodes))
    leanest = min((training_memory(need.job, layout) for layout in there), key=lambda memory: memory.gib)
    memory = float(size.gpu_memory_gib or 0)
    if leanest.gib > usable_gib(memory):
        parts = ", ".join(f"{part} {gib:,.1f}" for part, gib in leanest.parts.items())
        return (
            f"the leanest layout of {what} takes {leanest.gib:,.1f} GiB of each GPU ({parts}), and programs "
            f"get {usable_gib(memory):,.1f} of {memory:,.0f}"
        )
    least = "selective" if need.recomputation is None else need.recomputation
    hours = gpu_hours(need, least, tflops) / (nodes * fabric.gpus_per_node)
    return f"{what} would take {hours:,.0f} hours at the least, and {need.deadline_hours:,.0f} are given"


def _nodes(fabric: Fabric, nodes: int) -> str:
    if fabric.between is None:
        return "one node (there is no InfiniBand for more)"
    return "one node" if nodes == 1 else f"{nodes} nodes"


def _warnings(need: TrainingNeed, size: VmSize, percent: int | None) -> Iterator[str]:
    shape = need.job.shape
    if shape.assumed:
        told = f"layers ({shape.layers}) and hidden size ({shape.hidden_size}) are assumed"
        yield f"{told}: give the model's own"
    if percent is None and need.tokens is not None:
        told = f"hours aren't known, because no utilization of {size.gpu_model} is"
        yield f"{told}: give `utilization_percent`"
