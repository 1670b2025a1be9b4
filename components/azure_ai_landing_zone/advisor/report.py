"""The answer for a terminal, and as JSON."""

from collections.abc import Iterator
from decimal import Decimal
from textwrap import indent
from typing import Any

from azure_ai_landing_zone.advisor.answer import Answer
from azure_ai_landing_zone.advisor.planning.needs import Proposal, ServingProposal, TrainingProposal
from azure_ai_landing_zone.advisor.planning.stack_part import lustre_needs_addresses
from azure_ai_landing_zone.core.errors import in_stack_file
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.model_memory.planning.fit import usable_gib

_HEADS = {
    "size": "<",
    "nodes": ">",
    "GPUs": ">",
    "GiB of a GPU": ">",
    "hours": ">",
    "$ an hour": ">",
    "$ in all": ">",
}


def text(answer: Answer, stack_part: str) -> str:
    """Lines for a terminal; `stack_part` is the YAML of the cheapest proposal."""
    return "\n".join(_lines(answer, stack_part)) + "\n"


def as_json(answer: Answer) -> dict[str, Any]:
    """Everything, with GiB, hours and dollars as numbers; a null isn't known."""
    return {
        "mode": answer.request.advice_for.mode,
        "location": answer.request.location,
        "asOf": answer.day.isoformat(),
        "proposals": [_of_proposal(answer, one) for one in answer.advice.proposals],
        "leftOut": {size: _told(reason) for size, reason in answer.advice.left_out.items()},
    }


def _lines(answer: Answer, stack_part: str) -> Iterator[str]:
    proposals = answer.advice.proposals
    shape = answer.request.language_model.shape()
    model = f"{shape.parameters / 1e9:,.1f}B parameters, {shape.layers} layers"
    yield f"{answer.request.advice_for.mode} in {answer.request.location}: {model}"
    yield ""
    if proposals:
        yield from _table([_cells(one) for one in proposals])
        yield ""
        yield from _details(proposals[0])
    else:
        yield "No size fits."
    yield ""
    yield "Left out:"
    for reason, names in _by_reason(answer).items():
        yield f"  {', '.join(names)}: {reason}"
    if stack_part:
        yield ""
        yield "Below azure-ai-landing-zone:landingZone of a stack file, with your own sshPublicKey:"
        yield ""
        yield indent(stack_part.rstrip(), "  ")
    yield ""
    yield (
        "Pay-as-you-go prices of Linux machines alone. Hours are those of arithmetic at the published "
        "utilization: restarts and evaluation come on top."
    )


def _by_reason(answer: Answer) -> dict[str, list[str]]:
    """Sizes often fail for the same reason. What replaces a retired one, JSON tells."""
    found: dict[str, list[str]] = {}
    for size, reason in answer.advice.left_out.items():
        said = "retired" if f"{size} is retired" in reason else _told(reason).replace(size, "the size")
        found.setdefault(said, []).append(size.removeprefix("Standard_"))
    return found


def _told(text: str) -> str:
    """With settings as files spell them."""
    return in_stack_file(Problem((), text)).message


def _table(rows: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(head), *(len(row[at]) for row in rows)) for at, head in enumerate(_HEADS)]
    for row in (tuple(_HEADS), *rows):
        cells = zip(row, _HEADS.values(), widths, strict=True)
        yield "  ".join(f"{cell:{side}{width}}" for cell, side, width in cells).rstrip()


def _cells(proposal: Proposal) -> tuple[str, ...]:
    training = isinstance(proposal, TrainingProposal)
    hours = proposal.hours if isinstance(proposal, TrainingProposal) else None
    usd = proposal.usd if isinstance(proposal, TrainingProposal) else None
    return (
        proposal.size.size,
        str(proposal.nodes),
        str(proposal.gpus),
        f"{proposal.memory.gib:,.1f}",
        ("?" if hours is None else f"{hours:,.1f}") if training else "–",
        _dollars(proposal.usd_per_hour, 2),
        _dollars(usd, 0) if training else "–",
    )


def _dollars(usd: Decimal | None, places: int) -> str:
    return "?" if usd is None else f"{usd:,.{places}f}"


def _details(proposal: Proposal) -> Iterator[str]:
    size, memory = proposal.size, float(proposal.size.gpu_memory_gib or 0)
    yield f"{proposal.nodes} × {size.size}"
    parts = ", ".join(f"{part} {gib:,.1f}" for part, gib in proposal.memory.parts.items())
    yield f"  memory: {proposal.memory.gib:,.1f} of {usable_gib(memory):,.1f} GiB that programs get: {parts}"
    if isinstance(proposal, TrainingProposal):
        yield from _of_training(proposal)
    elif isinstance(proposal, ServingProposal):
        yield (
            f"  replicas: {proposal.replicas} of {proposal.tensor} "
            f"{'GPU' if proposal.tensor == 1 else 'GPUs'}, each with memory for "
            f"{proposal.requests_per_replica:,} requests at once"
        )
    family = size.quota_family or "the size's family, which Azure doesn't publish"
    yield f"  quota: {proposal.quota_vcpus:,} vCPUs of {family}, and of the region's total"
    for warning in proposal.warnings:
        yield f"  warning: {_told(warning)}"


def _of_training(proposal: TrainingProposal) -> Iterator[str]:
    layout = proposal.layout
    experts = f", experts over {layout.expert}" if layout.expert > 1 else ""
    yield (
        f"  layout: {layout.tensor} tensor (within a node) × {layout.pipeline} pipeline × {layout.data} data"
        f"{experts}; ZeRO {layout.zero_stage}, {layout.recomputation} recomputation, batch "
        f"{proposal.batch:,} in {layout.micro_batches:,} micro-batches"
    )
    if proposal.utilization_percent is not None:
        measured = proposal.measured
        where = f", measured: {measured.measured} ({measured.source})" if measured else ", as given"
        yield f"  utilization: {proposal.utilization_percent} %{where}"
    checkpoint = proposal.checkpoint
    yield (
        f"  checkpoints: {checkpoint.gb:,.1f} GB every {checkpoint.interval_minutes:,} minutes, written in "
        f"{checkpoint.write_seconds:,.0f} seconds"
    )
    if checkpoint.lustre is not None:
        files = checkpoint.lustre
        rate = f"{files.throughput_mbps:,} MB/s together"
        yield f"  Lustre: {files.storage_tib} TiB of {files.sku_name}, {rate}"
    if lustre_needs_addresses(proposal):
        yield "  warning: Azure publishes no subnet for those files: add them with their `addressCount`"


def _of_proposal(answer: Answer, proposal: Proposal) -> dict[str, Any]:
    found: dict[str, Any] = {
        "size": proposal.size.size,
        "nodes": proposal.nodes,
        "gpus": proposal.gpus,
        "memoryGib": {part: round(gib, 2) for part, gib in proposal.memory.parts.items()},
        "usableGib": round(usable_gib(float(proposal.size.gpu_memory_gib or 0)), 2),
        "usdPerHour": _number(proposal.usd_per_hour),
        "quota": {"family": proposal.size.quota_family, "vcpus": proposal.quota_vcpus},
        "warnings": [_told(warning) for warning in proposal.warnings],
    }
    if isinstance(proposal, TrainingProposal):
        layout, checkpoint = proposal.layout, proposal.checkpoint
        found |= {
            "layout": {
                "tensorParallel": layout.tensor,
                "pipelineParallel": layout.pipeline,
                "dataParallel": layout.data,
                "expertParallel": layout.expert,
                "zeroStage": layout.zero_stage,
                "recomputation": layout.recomputation,
                "microBatches": layout.micro_batches,
                "batch": proposal.batch,
            },
            "utilizationPercent": proposal.utilization_percent,
            "utilizationSource": proposal.measured.source if proposal.measured else None,
            "hours": None if proposal.hours is None else round(proposal.hours, 2),
            "usd": _number(proposal.usd),
            "checkpoint": {
                "gb": round(checkpoint.gb, 2),
                "intervalMinutes": checkpoint.interval_minutes,
                "writeSeconds": round(checkpoint.write_seconds, 1),
            },
            "lustre": None
            if checkpoint.lustre is None
            else {
                "skuName": checkpoint.lustre.sku_name,
                "storageTib": checkpoint.lustre.storage_tib,
                "throughputMbps": checkpoint.lustre.throughput_mbps,
            },
        }
    elif isinstance(proposal, ServingProposal):
        found |= {
            "replicas": proposal.replicas,
            "tensorParallel": proposal.tensor,
            "requestsPerReplica": proposal.requests_per_replica,
        }
    return found | {"stackFile": answer.stack_part(proposal)}


def _number(usd: Decimal | None) -> float | None:
    return None if usd is None else round(float(usd), 2)
