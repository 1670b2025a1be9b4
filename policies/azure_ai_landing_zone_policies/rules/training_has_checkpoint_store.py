"""Rule training-has-checkpoint-store."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of, each
from azure_ai_landing_zone_policies.readers.checkpoints import keeps_checkpoints, trains
from azure_ai_landing_zone_policies.readers.node_pools import NodePool, node_pools

_POOL = {
    "type": "azure-native:compute:VirtualMachineScaleSet",
    "properties": {
        "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4},
        "tags": {"workload": "training"},
    },
}


@stack_rule(
    on=("compute:VirtualMachineScaleSet", "containerservice:AgentPool"),
    area="training",
    severity="medium",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/well-architected/ai/training-data-design",),
    baseline="advisory",
    passes={
        "nodes": _POOL,
        "store": {
            "type": "azure-native:storage:BlobContainer",
            "properties": {"accountName": "${account.name}", "containerName": "checkpoints"},
        },
    },
    fails={"nodes": _POOL},
)
def training_has_checkpoint_store(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Training on several nodes has a place for its checkpoints

    The more nodes, the sooner one of them fails, and with it the job. Without checkpoints outside the nodes
    every hour of training is lost then. Declare a blob container named after checkpoints in the program, or
    say where they go with the tag `checkpoints`.
    """

    def check(pool: NodePool) -> Iterator[str]:
        if all_of(
            lambda: pool.nodes() > 1,
            lambda: not pool.is_spot(),  # another rule's business
            lambda: trains(pool),
            lambda: not keeps_checkpoints(pool, stack),
        ):
            yield (
                f"this {pool.what} trains on {pool.nodes()} nodes, and nothing in the program keeps "
                "checkpoints; add a blob container for them, or name where they go in the tag checkpoints"
            )

    yield from each(node_pools(props), check)
