"""RayClusterSettings: what the clusters of Ray have in common."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import Field, StrictInt

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.catalog import pins
from azure_ai_landing_zone.core.model import Model
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.workloads.component import Image, Manifest, UserId
from azure_ai_landing_zone.workloads.plan import (
    WITHOUT_GPUS,
    confined,
    container_resources,
    placement,
    request_problems,
    same_kind_problems,
    share,
    units_per_node,
)

API_VERSION = "ray.io/v1"

SERVE_PORT = 8000
"""Of applications of Ray Serve (docs.ray.io/en/latest/serve/production-guide/config)."""

_IDLE_SECONDS = 600
"""Longer than a node takes to come, so that workers don't go between two cells of a notebook."""

QUEUE_LABEL = "kueue.x-k8s.io/queue-name"

RAY_IMAGE = pins.image("rayproject/ray")
RAY_VERSION = pins.version("rayproject/ray").partition("-")[0]

RAY_USER = 1000
"""Source: ray-project/ray, docker/base-deps/Dockerfile (RAY_UID), 2026-11-23."""


class RayClusterSettings(Model):
    """A head and workers of one kind."""

    image: Image = RAY_IMAGE
    """Of head and workers."""
    run_as_user: UserId = RAY_USER
    """Whom head and workers run as: the user of Ray's own images. Workers with InfiniBand adapters are root,
    since nobody else locks memory."""
    ray_version: str = Field(default=RAY_VERSION, pattern=r"^\d+\.\d+\.\d+$")
    """That of the image."""
    pool_names: list[str] = Field(min_length=1)
    """GPU pools that workers may run on, the first one preferred."""
    workers: StrictInt = Field(ge=1, le=1000)
    """How many there are at most; with a queue, all of them or none."""
    min_workers: StrictInt | None = Field(default=None, ge=0, le=1000)
    """How many stay while nobody asks: Ray brings the others as tasks and actors need them, and lets them go
    after ten idle minutes. Left out: all of them stay."""
    gpus: StrictInt = Field(ge=1, le=56)
    """Of each worker: GPUs or, on pools that are cut into instances, instances."""
    rdma_adapters: StrictInt = Field(default=0, ge=0, le=63)
    """Of each worker: InfiniBand adapters or, with rdma/shared_ib, 1."""
    head_cpu_millicores: StrictInt = Field(default=2000, ge=500)
    """What the head asks for; it runs on the system pool, or on another one without GPUs."""
    head_memory_mib: StrictInt = Field(default=8192, ge=2048)
    """What the head asks for."""

    def problems_on(self, pools: Mapping[str, GpuPool]) -> list[Problem]:
        """What doesn't fit the pools of the cluster."""
        return list(self._problems_on(pools))

    def _problems_on(self, pools: Mapping[str, GpuPool]) -> Iterator[Problem]:
        ours = []
        for number, name in enumerate(self.pool_names):
            if name in pools:
                ours.append(pools[name])
            else:
                text = f"there is no GPU pool {name}: pools are {', '.join(pools)}"
                yield Problem(("pool_names", number), text)
        if self.min_workers is not None and self.min_workers > self.workers:
            text = f"must be at most `workers`, which is {self.workers}, got {self.min_workers}"
            yield Problem(("min_workers",), text)
        if len(ours) < len(self.pool_names):
            return
        for problem in same_kind_problems(ours):
            yield Problem(("pool_names", *problem.path), problem.message)
        for pool in ours:
            for problem in request_problems(pool, share(pool, self.gpus, self.rdma_adapters)):
                path = ("rdma_adapters",) if problem.path == ("rdma",) else problem.path
                yield Problem(path, problem.message)
            if pool.rdma is not None and self.workers > 1 and not self.rdma_adapters:
                yield Problem(
                    ("rdma_adapters",),
                    f"{pool.name} has {pool.rdma}, and workers that ask for none talk over Ethernet without "
                    "a word: ask for it",
                )
        most = sum(pool.max_nodes * (units_per_node(pool) // self.gpus) for pool in ours)
        if self.workers > most:
            yield Problem(
                ("workers",),
                f"{self.workers} workers of {self.gpus} × {ours[0].gpu_resource} are more than "
                f"{' and '.join(pool.name for pool in ours)} hold with all their nodes, which is {most}: "
                "raise `max_nodes` of a pool, or have fewer",
            )


def ray_cluster_spec(plan: RayClusterSettings, pools: list[GpuPool], priority_class: str) -> dict[str, Any]:
    """As RayCluster has it, and RayJob and RayService within theirs."""
    least = plan.workers if plan.min_workers is None else plan.min_workers
    scales = least < plan.workers
    return {
        "rayVersion": plan.ray_version,
        "enableInTreeAutoscaling": scales,
        **({"autoscalerOptions": {"idleTimeoutSeconds": _IDLE_SECONDS}} if scales else {}),
        "headGroupSpec": {
            "rayStartParams": {"dashboard-host": "0.0.0.0", "num-gpus": "0"},  # noqa: S104 (of its pod)
            "template": _head(plan),
        },
        "workerGroupSpecs": [
            {
                "groupName": "gpu",
                "replicas": least,
                "minReplicas": least,
                "maxReplicas": plan.workers,
                "rayStartParams": {"num-gpus": str(plan.gpus)},
                "template": _worker(plan, pools, priority_class),
            }
        ],
    }


def ray_object(
    kind: str, name: str, namespace: str, spec: dict[str, Any], queue_name: str | None
) -> Manifest:
    """An object of KubeRay; in a queue, Kueue starts it when all of it has a place."""
    metadata: dict[str, Any] = {"name": name, "namespace": namespace}
    if queue_name is not None:
        metadata["labels"] = {QUEUE_LABEL: queue_name}
    return {"apiVersion": API_VERSION, "kind": kind, "metadata": metadata, "spec": spec}


def _head(plan: RayClusterSettings) -> dict[str, Any]:
    memory = f"{plan.head_memory_mib}Mi"
    container = {
        "name": "ray-head",
        "image": plan.image,
        "ports": [
            {"name": "gcs", "containerPort": 6379},
            {"name": "dashboard", "containerPort": 8265},
            {"name": "client", "containerPort": 10001},
            # KubeRay looks for it by this name, to make the Service of what Ray serves.
            {"name": "serve", "containerPort": SERVE_PORT},
        ],
        "resources": {
            "requests": {"cpu": f"{plan.head_cpu_millicores}m", "memory": memory},
            "limits": {"memory": memory},
        },
        "securityContext": confined(plan.run_as_user),
    }
    return {"spec": {"tolerations": WITHOUT_GPUS, "containers": [container]}}


def _worker(plan: RayClusterSettings, pools: list[GpuPool], priority_class: str) -> dict[str, Any]:
    pool = min(pools, key=lambda pool: share(pool, plan.gpus).memory_mib)
    request = share(pool, plan.gpus, plan.rdma_adapters)
    security = confined(plan.run_as_user)
    if plan.rdma_adapters:
        # Memory that adapters write to must not be swapped out (github.com/Azure/aks-rdma-infiniband, README,
        # 2026-08), and added capabilities reach root alone (github.com/kubernetes/kubernetes/issues/56374).
        security = {"runAsUser": 0, "capabilities": {"add": ["IPC_LOCK"]}}
    container = {
        "name": "ray-worker",
        "image": plan.image,
        "env": [{"name": "NCCL_SOCKET_IFNAME", "value": "eth0"}],
        "resources": container_resources(pool, request),
        "securityContext": security,
        "volumeMounts": [{"name": "shared-memory", "mountPath": "/dev/shm"}],  # noqa: S108
    }
    memory = {"medium": "Memory", "sizeLimit": f"{request.memory_mib // 4}Mi"}
    return {
        "spec": {
            **placement(pools),
            "priorityClassName": priority_class,
            "containers": [container],
            "volumes": [{"name": "shared-memory", "emptyDir": memory}],
        }
    }
