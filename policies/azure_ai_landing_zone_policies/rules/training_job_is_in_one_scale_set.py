"""Rule training-job-is-in-one-scale-set."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of
from azure_ai_landing_zone_policies.readers.node_pools import has_infiniband, node_pools


def _nodes(job: str) -> dict[str, object]:
    return {
        "type": "azure-native:compute:VirtualMachineScaleSet",
        "properties": {
            "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4},
            "tags": {"workload": "training", "job": job},
        },
    }


@stack_rule(
    on=("compute:VirtualMachineScaleSet",),
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

    InfiniBand reaches the machines of one scale set and no others: each set has a partition key of its own.
    A job over two of them hangs, or goes over Ethernet, and a proximity placement group that they share
    changes nothing. Make one scale set of up to 100 nodes (300 on request). Sets with InfiniBand count that
    have the same value in the tag `job`.
    """
    job = _job(props)
    if job is None:
        return
    others = [
        other
        for other in stack.of(props.resource.type)
        if not other.is_same(props) and stack.some([other], lambda view: _job(view) == job)
    ]
    if others:
        names = ", ".join(other.resource.name for other in others)
        yield (
            f"tags.job is {job}, as that of {names}, and InfiniBand doesn't reach from one scale set to "
            "another; make one scale set of them, or name different jobs"
        )


def _job(props: View) -> str | None:
    """The job that its nodes with InfiniBand work on, as the tag says."""
    pool = next(node_pools(props))
    if all_of(
        lambda: props.entry("tags", "job") is not None,
        lambda: has_infiniband(pool.size()),
        lambda: pool.tagged().kind != "other",
    ):
        return props.entry("tags", "job")
    return None
