"""Rule training-stays-in-one-zone."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.node_pools import NodePool, Size, node_pools
from azure_ai_landing_zone_policies.rule import rule
from azure_ai_landing_zone_policies.view import CantTell, View, all_of, each, show


@rule(
    on=("compute:VirtualMachineScaleSet", "containerservice:AgentPool", "containerservice:ManagedCluster"),
    severity="high",
    since="0.1.0",
    links=(
        "https://learn.microsoft.com/azure/virtual-machines/co-location",
        "https://learn.microsoft.com/azure/virtual-machines/setup-infiniband",
    ),
    passes={"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 8}, "zones": ["1"]},
    fails={"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 8}, "zones": ["1", "2"]},
)
def training_stays_in_one_zone(props: View) -> Iterator[str | CantTell]:
    """Nodes that train together are in one zone

    InfiniBand doesn't reach from one availability zone to another, a proximity placement group can't
    either, and over Ethernet each step waits for the longer way. Sizes with InfiniBand, pools with the
    tag `workload` of the value training and pools that show training (as in multi-node-training-needs-
    infiniband) have one zone or none; which one, the subscription's access to the size decides.
    """

    def check(pool: NodePool) -> Iterator[str]:
        zones = pool.zones
        if all_of(lambda: len(zones()) > 1, lambda: pool.nodes() != 1, lambda: _together(pool)):
            path = pool.size_in.path(pool.zones_path)
            yield (
                f"{path} is {show(zones())}, which puts nodes that train together apart ({_because(pool)}); "
                f"give one zone, such as {show(zones()[:1])}, "
                "or set the tag workload to inference if the nodes work alone"
            )

    yield from each(node_pools(props), check)


def _together(pool: NodePool) -> bool:
    workload = pool.workload()
    return workload.kind == "training" or (workload.kind == "unsaid" and _has_infiniband(pool.size()))


def _because(pool: NodePool) -> str:
    size = pool.size()
    return pool.workload().because or f"{size.name if size else 'their size'} has InfiniBand"


def _has_infiniband(size: Size | None) -> bool:
    return size is not None and size.has_infiniband
