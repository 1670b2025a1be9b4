"""Rule multi-node-training-needs-infiniband."""

from collections.abc import Iterator

from azure_ai_landing_zone.catalog.sizes import VM_SIZES, find
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of, each
from azure_ai_landing_zone_policies.readers.node_pools import NodePool, Size, node_pools, unsure_of_training

_TYPES = (
    "compute:VirtualMachineScaleSet",
    "azurefleet:Fleet",
    "batch:Pool",
    "containerservice:AgentPool",
    "containerservice:ManagedCluster",
    "machinelearningservices:Compute",
    "machinelearningservices:Job",
)

_FULL_MACHINE_GPUS = 4
"""A size with this many GPUs is all of its server: work that outgrows it must go over the network."""


@rule(
    on=_TYPES,
    area="compute",
    severity="critical",
    since="2026.4",
    pillar="Performance Efficiency",
    controls=(),
    links=("https://learn.microsoft.com/azure/virtual-machines/setup-infiniband",),
    passes={"sku": {"name": "Standard_ND96amsr_A100_v4", "capacity": 4}, "tags": {"workload": "training"}},
    fails={"sku": {"name": "Standard_NC96ads_A100_v4", "capacity": 4}, "tags": {"workload": "training"}},
)
def multi_node_training_needs_infiniband(props: View) -> Iterator[str | CantTell]:
    """Training on several nodes has InfiniBand

    Nodes exchange their gradients after every step; over Ethernet, training on H100 nodes was measured 26
    to 57 times slower, while every GPU stays on the bill. Training is what has the tag `workload` with
    the value training or, without that tag, a proximity placement group, singlePlacementGroup, an HPC
    image, the InfiniBand extension, in an Azure ML job a distribution or, in a Batch pool, nodes that talk to
    each other. A scale set without any of
    these whose size fills its server is reported without blocking it. Take a size with an r after its
    vCPU count, train on one node, or tag machines that don't train together with a workload that works
    alone, such as inference.
    """

    def check(pool: NodePool) -> Iterator[str]:
        if not all_of(
            lambda: _lacks_infiniband(pool.size()),
            lambda: pool.nodes() > 1,
            lambda: _may_train(pool),
        ):
            return
        size = pool.size()
        workload = pool.workload()
        if not size:
            return
        if workload.kind == "unsaid":
            raise unsure_of_training(pool)
        yield (
            f"{size.path} is {size.name}, which has no InfiniBand, for {pool.nodes()} nodes of training "
            f"({workload.because}); use {' or '.join(_sizes_like(size))}, or one node; "
            "if the nodes don't train together, set the tag workload to inference"
        )

    yield from each(node_pools(props), check)


def _lacks_infiniband(size: Size | None) -> bool:
    return size is not None and size.has_gpu and not size.has_infiniband


def _may_train(pool: NodePool) -> bool:
    workload = pool.workload()
    if workload.kind != "unsaid":
        return workload.kind == "training"
    size = pool.size()
    known = find(size.name) if size else None
    full = known is None or known.gpus is None or known.gpus >= _FULL_MACHINE_GPUS
    return full and pool.what == "scale set"


def _sizes_like(size: Size) -> list[str]:
    """Current sizes with InfiniBand and the GPU of `size`, else the usual ones."""
    known = find(size.name)
    model = known.traits.gpu if known else None
    alike = [
        other.size
        for other in VM_SIZES.values()
        if other.has_rdma and other.status == "current" and other.traits.gpu == model
    ]
    return alike if model and alike else ["Standard_ND96amsr_A100_v4", "Standard_ND96isr_H100_v5"]
