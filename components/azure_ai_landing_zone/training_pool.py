"""TrainingPool: GPU nodes of a cluster that train together over InfiniBand."""

from datetime import date
from typing import ClassVar

import pulumi

from azure_ai_landing_zone.agent_pool import GpuNodePool
from azure_ai_landing_zone.gpu_pool_shape import GpuPoolPlace, GpuPoolShape
from azure_ai_landing_zone.model import Zone
from azure_ai_landing_zone.planning.aks_pools import PoolRequest, training_problems
from azure_ai_landing_zone.planning.gpu_pools import GpuPool, RdmaResource
from azure_ai_landing_zone.planning.problem import Problem


class TrainingPoolShape(GpuPoolShape):
    """What a training pool consists of, as far as plain values say."""

    FIXED: ClassVar[tuple[str, ...]] = (*GpuPoolShape.FIXED, "zone")

    refused: ClassVar[dict[str, str]] = {
        "mig": "instances of GPUs can't talk to each other: take whole ones, and leave it out",
        "spot": "one node that Azure takes back stops all others: leave it out",
        "zones": "an InfiniBand fabric doesn't span zones: give one zone as `zone`",
    }

    rdma: RdmaResource = "rdma/ib"
    """How pods ask for InfiniBand: adapters of their own, or ones shared with other pods of the node.
    NVIDIA's network operator in the cluster has to offer the same."""
    zone: Zone | None = None
    """Left out: Azure decides, which is right only in regions without zones."""

    def gpu_pool(self, name: str) -> GpuPool:
        return GpuPool(
            name=name,
            size=self.size,
            taint=self.taint,
            driver=self.driver,
            rdma=self.rdma,
            min_nodes=self.min_nodes,
            max_nodes=self.max_nodes,
            max_pods=self.max_pods,
            workload="training",
        )

    def problems(self, request: PoolRequest, today: date) -> list[Problem]:
        return training_problems(request, today)

    def node_zones(self) -> list[Zone]:
        return [self.zone] if self.zone else []


class TrainingPoolArgs(TrainingPoolShape, GpuPoolPlace):
    """What a TrainingPool is made of. It should depend on an InfinibandFeature: nodes that are made before
    the subscription has the feature land on different fabrics."""


class TrainingPool(GpuNodePool):
    """A GPU node pool on one InfiniBand fabric: AKS gives RDMA sizes a single placement group by itself.

    Nodes bring no InfiniBand drivers: NVIDIA's network operator installs them and offers `rdma`, for which
    pods ask together with the capability IPC_LOCK. Source: github.com/Azure/aks-rdma-infiniband, 2026-08.
    """

    def __init__(self, name: str, args: TrainingPoolArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, args, args, opts)
