"""InferencePool: GPU nodes of a cluster that serve models."""

from datetime import date
from typing import ClassVar

import pulumi
from pydantic import Field, StrictBool

from azure_ai_landing_zone.agent_pool import GpuNodePool
from azure_ai_landing_zone.gpu_pool_shape import GpuPoolPlace, GpuPoolShape
from azure_ai_landing_zone.model import Model, Zone
from azure_ai_landing_zone.planning.aks_pools import PoolRequest, pool_problems
from azure_ai_landing_zone.planning.gpu_pools import GpuPool, MigProfile, MigStrategy
from azure_ai_landing_zone.planning.problem import Problem


class MigInstances(Model):
    """How every GPU of a pool is cut into instances."""

    profile: MigProfile
    """MIG1g makes seven of an A100, H100 or H200; the larger the number, the larger and fewer."""
    strategy: MigStrategy = "single"
    """How pods ask for one: `single` as for nvidia.com/gpu, `mixed` by its name, such as
    nvidia.com/mig-1g.12gb."""


class InferencePoolShape(GpuPoolShape):
    """What an inference pool consists of, as far as plain values say."""

    FIXED: ClassVar[tuple[str, ...]] = (*GpuPoolShape.FIXED, "mig", "spot", "zones")

    mig: MigInstances | None = None
    """Left out: whole GPUs."""
    spot: StrictBool = False
    """Nodes at a lower price that Azure takes back at any time."""
    zones: list[Zone] = Field(default=[])
    """Where nodes may stand. Left out: wherever Azure has some, without a promise to spread them."""

    def gpu_pool(self, name: str) -> GpuPool:
        return GpuPool(
            name=name,
            size=self.size,
            taint=self.taint,
            driver=self.driver,
            mig_profile=self.mig.profile if self.mig else None,
            mig_strategy=self.mig.strategy if self.mig else "single",
            spot=self.spot,
            min_nodes=self.min_nodes,
            max_nodes=self.max_nodes,
            max_pods=self.max_pods,
            workload="inference",
        )

    def problems(self, request: PoolRequest, today: date) -> list[Problem]:
        return pool_problems(request, today)

    def node_zones(self) -> list[Zone]:
        return self.zones


class InferencePoolArgs(InferencePoolShape, GpuPoolPlace):
    """What an InferencePool is made of."""


class InferencePool(GpuNodePool):
    """A GPU node pool with one owner of its drivers, a taint that keeps other pods off, and the labels that
    NVIDIA's DaemonSets look for."""

    def __init__(
        self, name: str, args: InferencePoolArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, args, args, opts)
