"""Rule spot-training-has-checkpoints."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of, each
from azure_ai_landing_zone_policies.readers.checkpoints import keeps_checkpoints, trains
from azure_ai_landing_zone_policies.readers.node_pools import NodePool, node_pools

_POOL = {
    "type": "azure-native:compute:VirtualMachineScaleSet",
    "properties": {
        "sku": {"name": "Standard_ND96amsr_A100_v4", "capacity": 4},
        "virtualMachineProfile": {"priority": "Spot"},
        "tags": {"workload": "training"},
    },
}


@stack_rule(
    on=(
        "compute:VirtualMachine",
        "compute:VirtualMachineScaleSet",
        "containerservice:AgentPool",
        "containerservice:ManagedCluster",
    ),
    area="training",
    severity="high",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/virtual-machines/spot-vms",),
    passes={
        "nodes": _POOL,
        "store": {
            "type": "azure-native:storage:BlobContainer",
            "properties": {"accountName": "${account.name}", "containerName": "checkpoints"},
        },
    },
    fails={"nodes": _POOL},
)
def spot_training_has_checkpoints(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Training on spot machines writes checkpoints

    Azure takes spot machines back with half a minute's notice, and a job without checkpoints starts again
    from nothing: the discount is paid several times over. Declare a blob container named after checkpoints
    in the program, or say where they go with the tag `checkpoints`, and write one at least every half hour.
    """

    def check(pool: NodePool) -> Iterator[str]:
        if all_of(pool.is_spot, lambda: trains(pool), lambda: not keeps_checkpoints(pool, stack)):
            size = pool.size()
            yield (
                f"this {pool.what} trains on spot machines ({size.name if size else ''}), and nothing in the "
                "program keeps checkpoints; add a blob container for them, or name where they go in the tag "
                "checkpoints"
            )

    yield from each(node_pools(props), check)
