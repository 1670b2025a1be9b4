"""RayCluster: Ray on GPUs of a pool."""

import pulumi
from pydantic import model_validator

from azure_ai_landing_zone.gpu_pools_of_cluster import OnGpuPools
from azure_ai_landing_zone.gpu_priorities import TRAINING
from azure_ai_landing_zone.kubernetes_component import KubernetesComponent, Manifest
from azure_ai_landing_zone.kubernetes_settings import NamespaceName, ObjectName
from azure_ai_landing_zone.model import refuse
from azure_ai_landing_zone.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.ray_settings import RayPlan, ray_cluster_spec, ray_object


class RayArgs(RayPlan, OnGpuPools):
    """What every component of Ray is made of."""

    ray_name: ObjectName
    """Of its object."""
    namespace: NamespaceName
    """Where it runs; InfiniBand takes one that lets pods lock memory."""

    @model_validator(mode="after")
    def _check_workers(self) -> "RayArgs":
        refuse(type(self), self.problems_on(self.pools_by_name()))
        return self

    def worker_pools(self) -> list[GpuPool]:
        """Those that workers may run on."""
        pools = self.pools_by_name()
        return [pools[name] for name in self.pool_names]


class RayClusterArgs(RayArgs):
    """What a RayCluster is made of."""

    queue_name: str | None = None
    """Of Kueue, in the same namespace. Left out: it starts at once, as far as there is room."""


class RayCluster(KubernetesComponent):
    """A head and workers that stay, for people and jobs that come and go. KubeRay has to run already."""

    def __init__(self, name: str, args: RayClusterArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts)
        self._make(name, {"cluster": ray_cluster(args)})
        self.register_outputs({})


def ray_cluster(args: RayClusterArgs) -> Manifest:
    """The RayCluster."""
    spec = ray_cluster_spec(args, args.worker_pools(), TRAINING)
    return ray_object("RayCluster", args.ray_name, args.namespace, spec, args.queue_name)
