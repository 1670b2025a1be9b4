"""GpuPoolFacts: what the stack of a cluster says of its GPU pools to the stack of what runs inside."""

from pydantic import StrictBool, StrictInt

from azure_ai_landing_zone.aks.planning.gpu_pools import (
    DriverOwner,
    GpuPool,
    GpuTaint,
    MigStrategy,
    PoolWorkload,
    RdmaResource,
)
from azure_ai_landing_zone.catalog.mig_profiles import MigProfile
from azure_ai_landing_zone.core.model import Model


class GpuPoolFacts(Model):
    """A pool as a stack puts it out. Other stacks read it, so names stay as they are."""

    name: str
    """The same in every generation of the pool; nodes have it as the label `gpu-pool`."""
    size: str
    """Such as Standard_NC40ads_H100_v5."""
    taint: GpuTaint
    """What pods on its nodes have to tolerate."""
    driver: DriverOwner
    """Who installs GPU drivers."""
    mig_profile: MigProfile | None = None
    """How its GPUs are cut into instances."""
    mig_strategy: MigStrategy = "single"
    """How instances are shown."""
    spot: StrictBool
    """Whether Azure may take its nodes away, and pods have to tolerate that too."""
    rdma: RdmaResource | None = None
    """What pods ask for to reach InfiniBand."""
    min_nodes: StrictInt
    """That there always are."""
    max_nodes: StrictInt
    """That there may be."""
    max_pods: StrictInt
    """Of one node."""
    os_disk_size_gib: StrictInt = 128
    """Of one node: images, and what pods write."""
    workload: PoolWorkload
    """What it is for."""

    @classmethod
    def of(cls, pool: GpuPool) -> "GpuPoolFacts":
        """What is to be said of a pool."""
        return cls(**{name: getattr(pool, name) for name in cls.model_fields})

    def pool(self) -> GpuPool:
        """The pool that they describe."""
        return GpuPool(**{name: getattr(self, name) for name in type(self).model_fields})
