"""Rule training-job-is-in-one-scale-set."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of, each
from azure_ai_landing_zone_policies.readers.node_pools import NodePool, has_infiniband, node_pools


def _nodes(job: str) -> dict[str, object]:
    return {
        "type": "azure-native:compute:VirtualMachineScaleSet",
        "properties": {
            "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4},
            "tags": {"workload": "training", "job": job},
        },
    }


@stack_rule(
    on=(
        "compute:VirtualMachineScaleSet",
        "compute:VirtualMachine",
        "containerservice:AgentPool",
        "containerservice:ManagedCluster",
    ),
    area="compute",
    severity="high",
    since="2026.4",
    pillar="Performance Efficiency",
    controls=(),
    links=("https://learn.microsoft.com/azure/virtual-machines/setup-infiniband",),
    passes={"first": _nodes("llama"), "second": _nodes("whisper")},
    fails={"first": _nodes("llama"), "second": _nodes("llama")},
)
def training_job_is_in_one_scale_set(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """The nodes of a training job are in one scale set

    InfiniBand reaches the machines of one scale set and no others: each set, and each AKS node pool, has a
    partition key of its own, and single machines have none in common. A job over two of them hangs, or goes
    over Ethernet, and a proximity placement group that they share changes nothing. Make one scale set or
    pool of up to 100 nodes (300 on request). Nodes with InfiniBand count that have the same value in the
    tag `job`.
    """

    def check(pool: NodePool) -> Iterator[str]:
        job = _job(pool)
        if job is None:
            return
        others = [
            other
            for view in stack.of(*training_job_is_in_one_scale_set.facts.on)
            for other in node_pools(view)
            if _place(other) != _place(pool)
        ]
        same = [other.size_in.resource.name for other in others if _has_job(other, job)]
        if same:
            holder, path = pool.workload_tags[0]
            yield (
                f"{holder.path(path)}.job is {job}, as that of {', '.join(dict.fromkeys(same))}, and "
                "InfiniBand doesn't reach from one to another; make one scale set or pool of them, or name "
                "different jobs"
            )

    yield from each(node_pools(props), check)


def _place(pool: NodePool) -> tuple[str, str]:
    """The scale set behind it: what has tags of its own is one."""
    holder, path = pool.workload_tags[0]
    return holder.resource.urn, holder.path(path)


def _has_job(pool: NodePool, job: str) -> bool:
    return _job(pool) == job


def _job(pool: NodePool) -> str | None:
    """The job that its nodes with InfiniBand work on, as the tag says."""
    holder, path = pool.workload_tags[0]
    if all_of(
        lambda: holder.entry(path, "job") is not None,
        lambda: has_infiniband(pool.size()),
        lambda: pool.tagged().kind != "other",
    ):
        return holder.entry(path, "job")
    return None
