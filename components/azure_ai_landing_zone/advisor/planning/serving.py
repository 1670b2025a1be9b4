"""Which sizes serve a model, with how many nodes."""

from datetime import date
from math import ceil

from azure_ai_landing_zone.advisor.planning.money import price_warning, usd_per_hour
from azure_ai_landing_zone.advisor.planning.needs import Place, ServingNeed, ServingProposal
from azure_ai_landing_zone.aks.planning.gpu_pools import DriverOwner, GpuPool
from azure_ai_landing_zone.aks.planning.pools import PoolRequest, pool_problems
from azure_ai_landing_zone.catalog.gpus import all_gpus
from azure_ai_landing_zone.catalog.sizes import VmSize
from azure_ai_landing_zone.model_memory.planning.serving import (
    requests_at_once,
    serving_memory,
    why_no_request,
)


def serving_proposal(need: ServingNeed, place: Place, size: VmSize, today: date) -> ServingProposal | str:
    """What a size does it with, or why it doesn't. A replica never spans nodes."""
    if problem := _unfit(need, size, today):
        return problem
    memory = float(size.gpu_memory_gib or 0)
    gpus = max(int(size.gpus or 0), 1)
    found = []
    for tensor in _tensors(need, gpus):
        capacity = requests_at_once(need.model, memory, tensor)
        if capacity:
            replicas = ceil(need.requests / capacity)
            found.append((ceil(replicas / (gpus // tensor)), tensor, replicas, capacity))
    if not found:
        return _why_not(need, size, gpus)
    nodes, tensor, replicas, capacity = min(found)
    if nodes > place.node_limit:
        return f"{need.requests} requests at once take {nodes} nodes, and `node_limit` is {place.node_limit}"
    notes = (price_warning(size, place.location), *_warnings(need, size, tensor))
    return ServingProposal(
        size=size,
        nodes=nodes,
        memory=serving_memory(need.model, ceil(need.requests / replicas), tensor),
        usd_per_hour=usd_per_hour(size, place.location, nodes),
        warnings=tuple(note for note in notes if note),
        tensor=tensor,
        replicas=replicas,
        requests_per_replica=capacity,
    )


def driver_of(size: VmSize) -> DriverOwner:
    """Who installs the driver: AKS wherever it has one."""
    return "aks" if size.traits.aks_gpu_driver else "gpuOperator"


def _unfit(need: ServingNeed, size: VmSize, today: date) -> str | None:
    pool = GpuPool(name="serving", size=size.size, driver=driver_of(size))
    if problems := pool_problems(PoolRequest(pool=pool, scale_down_mode="Delete"), today):
        return problems[0].message
    if size.gpu_memory_gib is None:
        return f"Azure publishes no GPU memory of {size.size}"
    gpu = all_gpus().get(size.gpu_model or "")
    if "fp8" in (need.model.weight_format, need.model.kv_format) and (gpu is None or gpu.bf16_tflops is None):
        return f"{size.gpu_model} is too old for fp8: take fp16 or int4"
    return None


def _tensors(need: ServingNeed, gpus: int) -> list[int]:
    given = [need.tensor] if need.tensor is not None else [1, 2, 4, 8]
    return [one for one in given if one <= gpus and need.model.shape.heads % one == 0]


def _why_not(need: ServingNeed, size: VmSize, gpus: int) -> str:
    tensors = _tensors(need, gpus)
    if not tensors:
        return f"{need.tensor} GPUs of a replica aren't in one node of {size.size}, or don't divide its heads"
    return why_no_request(need.model, float(size.gpu_memory_gib or 0), max(tensors)) or ""


def _warnings(need: ServingNeed, size: VmSize, tensor: int) -> list[str]:
    gpu, found = all_gpus().get(size.gpu_model or ""), []
    shape = need.model.shape
    if shape.assumed:
        found.append(
            f"layers ({shape.layers}) and hidden size ({shape.hidden_size}) are assumed: give the model's own"
        )
    if need.model.weight_format == "bf16" and gpu is not None and gpu.bf16_tflops is None:
        found.append(f"{size.gpu_model} has no bf16: serve in fp16, which is as large")
    if tensor > 1 and (gpu is None or gpu.link_gb_per_second is None):
        found.append(f"{tensor} GPUs of a replica talk over PCIe, which slows every token")
    return found
