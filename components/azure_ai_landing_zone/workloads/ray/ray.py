"""RayCluster: Ray on GPUs of a pool."""

import json
from typing import Any

import pulumi
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.core.model import ObjectName, refuse
from azure_ai_landing_zone.workloads.component import (
    KubernetesComponent,
    Manifest,
    NamespaceName,
    OnGpuPools,
)
from azure_ai_landing_zone.workloads.priorities import SERVING, TRAINING
from azure_ai_landing_zone.workloads.ray.settings import (
    SERVE_PORT,
    RayClusterSettings,
    ray_cluster_spec,
    ray_object,
)
from azure_ai_landing_zone.workloads.routes import NAMESPACE_LABEL, RouteParent, http_route
from azure_ai_landing_zone.workloads.serving.draining import LONGEST_ANSWER_MINUTES


class RayArgs(RayClusterSettings, OnGpuPools):
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
        self._end()


def ray_cluster(args: RayClusterArgs) -> Manifest:
    """The RayCluster."""
    spec = ray_cluster_spec(args, args.worker_pools(), TRAINING)
    return ray_object("RayCluster", args.ray_name, args.namespace, spec, args.queue_name)


class RayJobSettings(RayClusterSettings):
    """What a job is, and the cluster that it brings along."""

    entrypoint: str = Field(min_length=1)
    """The command that Ray runs."""
    hours: StrictInt = Field(default=72, ge=1, le=24 * 60)
    """The longest that it may take; after that it is ended."""
    retries: StrictInt = Field(default=0, ge=0, le=10)
    """How often it begins anew after a failure."""


class RayJobArgs(RayJobSettings, RayArgs):
    """What a RayJob is made of."""

    queue_name: str | None = None
    """Of Kueue, in the same namespace. Left out: it starts at once, as far as there is room."""


class RayJob(KubernetesComponent):
    """A job of Ray. Its GPUs are free again ten minutes after its end. KubeRay has to run already."""

    def __init__(self, name: str, args: RayJobArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts)
        self._make(name, {"job": ray_job(args)})
        self._end()


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


class RayServiceSettings(RayClusterSettings):
    """What is served, and the cluster that it runs on."""

    applications: list[dict[str, Any]] = Field(min_length=1)
    """As a Serve config file has them (docs.ray.io/en/latest/serve/production-guide/config)."""
    host_names: list[str] = Field(default=[])
    """Under which the gateway serves them. Left out: under /<name> of every host name."""
    longest_answer_minutes: StrictInt = Field(default=15, ge=1, le=LONGEST_ANSWER_MINUTES)
    """After which the gateway ends an answer."""


class RayServiceArgs(RayServiceSettings, RayArgs):
    """What a RayService is made of."""

    route_parent: RouteParent | None = None
    """The Gateway that leads to it."""


class RayService(KubernetesComponent):
    """Applications of Ray Serve with a cluster of their own; a change brings the new one up before the old
    one goes. KubeRay has to run already."""

    def __init__(self, name: str, args: RayServiceArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts)
        self._make(name, ray_service(args))
        self._end()


def ray_service(args: RayServiceArgs) -> dict[str, Manifest]:
    """The RayService, and the way to it, by role."""
    spec = {
        # JSON is YAML, and always comes out the same.
        "serveConfigV2": json.dumps({"applications": args.applications}, sort_keys=True),
        "rayClusterConfig": ray_cluster_spec(args, args.worker_pools(), SERVING),
    }
    found = {"service": ray_object("RayService", args.ray_name, args.namespace, spec, None)}
    if args.route_parent is not None:
        found["callers"] = _callers(args, args.route_parent)
        found["route"] = http_route(
            args.ray_name,
            args.namespace,
            # KubeRay's, to whichever of its clusters answers.
            backend=f"{args.ray_name}-serve-svc",
            port=SERVE_PORT,
            host_names=args.host_names,
            longest_answer_minutes=args.longest_answer_minutes,
            parent=args.route_parent,
        )
    return found


def _callers(args: RayServiceArgs, parent: RouteParent) -> Manifest:
    """The gateway's proxies come in where applications answer, beside those whom the namespace lets in."""
    proxies = {"namespaceSelector": {"matchLabels": {NAMESPACE_LABEL: parent.proxy_namespace}}}
    return {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": f"{args.ray_name}-served", "namespace": args.namespace},
        "spec": {
            "podSelector": {"matchLabels": {"ray.io/serve": "true"}},
            "policyTypes": ["Ingress"],
            "ingress": [{"from": [proxies], "ports": [{"protocol": "TCP", "port": SERVE_PORT}]}],
        },
    }
