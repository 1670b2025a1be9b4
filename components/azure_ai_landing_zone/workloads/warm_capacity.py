"""WarmCapacity: nodes that are there before the pods that need them."""

from collections.abc import Mapping, Sequence
from typing import Any

import pulumi
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.catalog import pins
from azure_ai_landing_zone.core.model import Model, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.workloads.component import (
    Image,
    KubernetesComponent,
    Manifest,
    NamespaceName,
    OnGpuPools,
)
from azure_ai_landing_zone.workloads.plan import (
    NOBODY,
    confined,
    container_resources,
    placement,
    request_problems,
    share,
    units_per_node,
)
from azure_ai_landing_zone.workloads.priorities import WARM

IMAGE = pins.image("mcr.microsoft.com/oss/kubernetes/pause")
"""Does nothing, and does it well; AKS nodes have it already."""


WARM_NAMESPACE = "warm-capacity"


class WarmPool(Model):
    """What of a pool is kept warm."""

    pool_name: str
    """A GPU pool."""
    replicas: StrictInt = Field(default=1, ge=1, le=1000)
    """Placeholders: so many pods of that size start at once."""
    gpus: StrictInt = Field(default=1, ge=1, le=56)
    """Of each placeholder: those of the pods that it keeps a place for, or all of a node."""


class WarmCapacityArgs(OnGpuPools):
    """What WarmCapacity is made of."""

    warm: list[WarmPool] = Field(min_length=1)
    """What is kept warm."""
    namespace: NamespaceName = WARM_NAMESPACE
    """Where placeholders are: away from those that the quota of a project counts."""
    image: Image = IMAGE
    """Of the placeholders."""

    @model_validator(mode="after")
    def _check_warm(self) -> "WarmCapacityArgs":
        refuse(WarmCapacityArgs, warm_problems(self.warm, self.pools_by_name()))
        return self


class WarmCapacity(KubernetesComponent):
    """Placeholder pods that hold GPUs until others need them: the scheduler takes them away at once, and the
    autoscaler brings the next node for them while the others start already."""

    def __init__(self, name: str, args: WarmCapacityArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts)
        self._make(name, warm_capacity(args))
        self._end()


def warm_problems(warm: Sequence[WarmPool], pools: Mapping[str, GpuPool]) -> list[Problem]:
    """What is wrong with placeholders; paths begin with `warm`."""
    problems: list[Problem] = []
    for number, one in enumerate(warm):
        path = ("warm", number)
        pool = pools.get(one.pool_name)
        if pool is None:
            text = f"there is no GPU pool {one.pool_name}: pools are {', '.join(pools)}"
            problems.append(Problem((*path, "pool_name"), text))
            continue
        if one.pool_name in [other.pool_name for other in warm[:number]]:
            problems.append(
                Problem((*path, "pool_name"), f"{one.pool_name} is kept warm already: raise `replicas`")
            )
        problems += [
            Problem((*path, *problem.path), problem.message)
            for problem in request_problems(pool, share(pool, one.gpus))
            if problem.path == ("gpus",)
        ]
        most = pool.max_nodes * units_per_node(pool)
        if one.replicas * one.gpus > most:
            text = (
                f"{one.replicas} × {one.gpus} is more than the {most} × {pool.gpu_resource} that {pool.name} "
                f"has with its {pool.max_nodes} nodes: nothing else would ever run there"
            )
            problems.append(Problem((*path, "replicas"), text))
    return problems


def warm_capacity(args: WarmCapacityArgs) -> dict[str, Manifest]:
    """The placeholders by role."""
    pools = args.pools_by_name()
    return {one.pool_name: _placeholders(args, one, pools[one.pool_name]) for one in args.warm}


def _placeholders(args: WarmCapacityArgs, warm: WarmPool, pool: GpuPool) -> Manifest:
    labels = {"app.kubernetes.io/name": "warm-capacity", "gpu-pool": pool.name}
    pod: dict[str, Any] = {
        **placement([pool]),
        "priorityClassName": WARM,
        "terminationGracePeriodSeconds": 0,
        "automountServiceAccountToken": False,
        "containers": [
            {
                "name": "placeholder",
                "image": args.image,
                "resources": container_resources(pool, share(pool, warm.gpus)),
                "securityContext": confined(NOBODY, read_only=True),
            }
        ],
    }
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {
            "name": f"warm-{pool.name}",
            "namespace": args.namespace,
            "labels": labels,
            # They are there to wait: nobody waits for them.
            "annotations": {"pulumi.com/skipAwait": "true"},
        },
        "spec": {
            "replicas": warm.replicas,
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": pod},
        },
    }
