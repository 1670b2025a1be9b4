"""What the machines of a program cost by the hour."""

from collections.abc import Callable
from typing import TypeVar

from azure_ai_landing_zone.cost.compute import Estimate, Machines, estimate
from azure_ai_landing_zone_policies.program.regions import region
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.node_pools import TYPES, NodePool, node_pools

T = TypeVar("T")

_BILLED_ELSEWHERE = ("machinelearningservices:Job", "batch:Pool")
"""Jobs run on a compute cluster of the program or on serverless compute, Batch pools scale by a formula."""

UNPRICED = (
    "azurefleet:Fleet",
    "compute:CapacityReservation",
    "compute:VirtualMachineScaleSetVM",
    "computebulkactions:BulkAction",
    "containerservice:Fleet",
    "discovery:NodePool",
    "hdinsight:Cluster",
    "machinelearningservices:FeaturesetVersion",
    "machinelearningservices:Schedule",
    "redhatopenshift:OpenShiftCluster",
    "servicefabric:NodeType",
    "virtualmachineimages:VirtualMachineImageTemplate",
)
"""Their machines are of sizes or counts that the program doesn't say, or stand elsewhere in it too."""


def estimate_of(stack: Stack) -> Estimate:
    """What the program's machines cost as soon as it is deployed, before anything scales."""
    return estimate(
        machines
        for view in stack.of(*(type_ for type_ in TYPES if type_ not in (*_BILLED_ELSEWHERE, *UNPRICED)))
        for machines in _machines(view, stack)
    )


def _machines(view: View, stack: Stack) -> list[Machines]:
    found = []
    for pool in _known(lambda: list(node_pools(view))) or []:
        size = _known(pool.size)
        if size is None and not pool.size_in.given(pool.size_path):
            continue
        if size is not None and size.name.lower() == "mix":
            continue  # its sizes follow, each in its own pool
        found.append(
            Machines(
                name=view.resource.name,
                size=size.name if size else None,
                region=_known(lambda: region(view, stack)),
                count=_known(lambda pool=pool: _count(view, pool)),  # type: ignore[misc]
                spot=bool(_known(pool.is_spot)),
            )
        )
    return found


def _count(view: View, pool: NodePool) -> int:
    if pool.what == "AKS node pool":
        minimum = pool.size_in.number("minCount") if pool.size_in.flag("enableAutoScaling") else None
        count = pool.size_in.number("count")
        return 1 if minimum is None and count is None else minimum if minimum is not None else count or 0
    if view.resource.type == "machinelearningservices:Compute":
        if view.text("properties.computeType") == "AmlCompute":
            return view.number("properties.properties.scaleSettings.minNodeCount") or 0
        return 1
    if view.resource.type.endswith("Deployment"):
        return view.number("sku.capacity") or 1
    return pool.nodes()


def _known(read: Callable[[], T]) -> T | None:
    try:
        return read()
    except CantTell:
        return None
