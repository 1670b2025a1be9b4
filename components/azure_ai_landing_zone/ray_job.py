"""RayJob: a job with a Ray cluster of its own, which goes with it."""

import pulumi
from pydantic import Field, StrictInt

from azure_ai_landing_zone.gpu_priorities import TRAINING
from azure_ai_landing_zone.kubernetes_component import KubernetesComponent, Manifest
from azure_ai_landing_zone.ray_cluster import RayArgs
from azure_ai_landing_zone.ray_settings import RayPlan, ray_cluster_spec, ray_object


class RayJobPlan(RayPlan):
    """What a job is, and the cluster that it brings along."""

    entrypoint: str = Field(min_length=1)
    """The command that Ray runs."""
    hours: StrictInt = Field(default=72, ge=1, le=24 * 60)
    """The longest that it may take; after that it is ended."""
    retries: StrictInt = Field(default=0, ge=0, le=10)
    """How often it begins anew after a failure."""


class RayJobArgs(RayJobPlan, RayArgs):
    """What a RayJob is made of."""

    queue_name: str | None = None
    """Of Kueue, in the same namespace. Left out: it starts at once, as far as there is room."""


class RayJob(KubernetesComponent):
    """A job of Ray. Its GPUs are free again ten minutes after its end. KubeRay has to run already."""

    def __init__(self, name: str, args: RayJobArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts)
        self._make(name, {"job": ray_job(args)})
        self.register_outputs({})


def ray_job(args: RayJobArgs) -> Manifest:
    """The RayJob."""
    spec = {
        "entrypoint": args.entrypoint,
        "activeDeadlineSeconds": args.hours * 3600,
        "backoffLimit": args.retries,
        "shutdownAfterJobFinishes": True,
        "ttlSecondsAfterFinished": 600,
        "rayClusterSpec": ray_cluster_spec(args, args.worker_pools(), TRAINING),
    }
    return ray_object("RayJob", args.ray_name, args.namespace, spec, args.queue_name)
