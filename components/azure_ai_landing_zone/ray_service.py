"""RayService: Ray Serve on GPUs of a pool."""

import json
from typing import Any

import pulumi
from pydantic import Field

from azure_ai_landing_zone.gpu_priorities import SERVING
from azure_ai_landing_zone.kubernetes_component import KubernetesComponent, Manifest
from azure_ai_landing_zone.ray_cluster import RayArgs
from azure_ai_landing_zone.ray_settings import RayPlan, ray_cluster_spec, ray_object


class RayServicePlan(RayPlan):
    """What is served, and the cluster that it runs on."""

    applications: list[dict[str, Any]] = Field(min_length=1)
    """As a Serve config file has them (docs.ray.io/en/latest/serve/production-guide/config)."""


class RayServiceArgs(RayServicePlan, RayArgs):
    """What a RayService is made of."""


class RayService(KubernetesComponent):
    """Applications of Ray Serve with a cluster of their own; a change brings the new one up before the old
    one goes. KubeRay has to run already."""

    def __init__(self, name: str, args: RayServiceArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts)
        self._make(name, {"service": ray_service(args)})
        self.register_outputs({})


def ray_service(args: RayServiceArgs) -> Manifest:
    """The RayService."""
    spec = {
        # JSON is YAML, and always comes out the same.
        "serveConfigV2": json.dumps({"applications": args.applications}, sort_keys=True),
        "rayClusterConfig": ray_cluster_spec(args, args.worker_pools(), SERVING),
    }
    return ray_object("RayService", args.ray_name, args.namespace, spec, None)
