"""Rule infiniband-needs-single-placement-group."""

from collections.abc import Callable, Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of, each
from azure_ai_landing_zone_policies.readers.node_pools import NodePool, has_infiniband, node_pools


@rule(
    on=("compute:VirtualMachineScaleSet",),
    area="compute",
    severity="critical",
    since="2026.4",
    pillar="Performance Efficiency",
    controls=(),
    links=(
        "https://learn.microsoft.com/azure/virtual-machines/setup-infiniband",
        "https://learn.microsoft.com/azure/virtual-machine-scale-sets/virtual-machine-scale-sets-orchestration-modes",
        "https://learn.microsoft.com/azure/virtual-machine-scale-sets/virtual-machine-scale-sets-placement-groups",
    ),
    passes={
        "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 8},
        "orchestrationMode": "Uniform",
        "singlePlacementGroup": True,
    },
    fails={
        "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 8},
        "orchestrationMode": "Flexible",
        "singlePlacementGroup": False,
    },
)
def infiniband_needs_single_placement_group(props: View) -> Iterator[str | CantTell]:
    """A scale set on InfiniBand is Uniform with singlePlacementGroup

    The placement group is the boundary of the InfiniBand network. In a Flexible scale set, or across
    placement groups, the nodes come up with their InfiniBand adapters and can't reach each other, so that
    jobs hang or fall back to Ethernet without a word. A proximity placement group doesn't change that. A
    Uniform set that leaves singlePlacementGroup out is reported without blocking it: a new one gets true
    from Azure, one that had false keeps it for ever. Sets whose tag `workload` says that
    the nodes work alone, such as inference, are free.
    """

    def check(pool: NodePool) -> Iterator[str | CantTell]:
        applies = all_of(
            lambda: has_infiniband(pool.size()),
            lambda: pool.nodes() > 1,
            lambda: pool.tagged().kind != "other",
        )
        if applies:
            checks: tuple[Callable[[View], Iterator[str]], ...] = (_mode, _flag)
            yield from each(checks, lambda part: part(props))

    yield from each(node_pools(props), check)


def _mode(props: View) -> Iterator[str]:
    mode = props.text("orchestrationMode")
    if mode is not None and mode.lower() != "uniform":
        yield (
            f"orchestrationMode is {mode}, which has no InfiniBand between its nodes; set it to Uniform "
            "(that replaces the scale set), or set the tag workload to inference if the nodes work alone"
        )


def _flag(props: View) -> Iterator[str]:
    single = props.flag("singlePlacementGroup")
    if single is False:
        yield (
            "singlePlacementGroup is false, so that InfiniBand ends between placement groups; set it to true "
            "(Azure doesn't change it on an existing scale set: replace it)"
        )
    if single is None and (props.text("orchestrationMode") or "uniform").lower() == "uniform":
        raise CantTell(
            "singlePlacementGroup isn't set: a new scale set gets true, an old one keeps false; set it"
        )
