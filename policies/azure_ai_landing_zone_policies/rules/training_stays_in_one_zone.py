"""Rule training-stays-in-one-zone."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of, each, first_of, show
from azure_ai_landing_zone_policies.readers.node_pools import NodePool, has_infiniband, node_pools


@rule(
    on=("compute:VirtualMachineScaleSet", "containerservice:AgentPool", "containerservice:ManagedCluster"),
    area="compute",
    severity="high",
    since="2026.4",
    pillar="Performance Efficiency",
    controls=(),
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
        if all_of(lambda: len(zones()) > 1, lambda: pool.nodes() != 1, lambda: bool(_why_together(pool))):
            path = pool.size_in.path(pool.zones_path)
            yield (
                f"{path} is {show(zones())}, which parts nodes that train together ({_why_together(pool)}); "
                f"give one zone, such as {show(zones()[:1])}, "
                "or set the tag workload to inference if the nodes work alone"
            )

    yield from each(node_pools(props), check)


def _why_together(pool: NodePool) -> str | None:
    tagged = pool.tagged()
    if tagged.kind != "unsaid":
        return tagged.because if tagged.kind == "training" else None
    return first_of(("its size has InfiniBand", lambda: has_infiniband(pool.size())), *pool.signals)
