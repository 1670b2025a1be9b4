"""KueueQueues: GPUs shared out between projects, whole jobs at a time."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pulumi
from pydantic import Field, model_validator

from azure_ai_landing_zone.aks.planning.gpu_pools import POOL_LABEL, GpuPool
from azure_ai_landing_zone.core.model import Key, Model, ObjectName, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.machines.gpu_quota import GpuQuota
from azure_ai_landing_zone.workloads.component import (
    KubernetesComponent,
    Manifest,
    NamespaceName,
    OnGpuPools,
)
from azure_ai_landing_zone.workloads.plan import as_manifest, units_per_node

API_VERSION = "kueue.x-k8s.io/v1beta2"


class KueueQueue(Model):
    """A project's queue."""

    quota_project: Key
    """Whose share of GPUs it gives out, in `gpu_quota`."""
    namespace: NamespaceName
    """Whose jobs it takes."""


class KueueQueuesSettings(Model):
    """Which pools are given out to whom."""

    pool_names: list[str] = Field(min_length=1)
    """GPU pools that jobs wait for; none of a family twice, since the quota is by family."""
    queues: list[KueueQueue] = Field(min_length=1)
    """One for each project. Jobs name it with the label kueue.x-k8s.io/queue-name."""

    def problems_on(self, pools: Mapping[str, GpuPool], quota: GpuQuota | None) -> list[Problem]:
        """What doesn't fit the pools and the quota."""
        return list(self._problems_on(pools, quota))

    def _problems_on(self, pools: Mapping[str, GpuPool], quota: GpuQuota | None) -> Iterator[Problem]:
        families: dict[str, str] = {}
        for number, name in enumerate(self.pool_names):
            path = ("pool_names", number)
            if name not in pools:
                yield Problem(path, f"there is no GPU pool {name}: pools are {', '.join(pools)}")
                continue
            family = pools[name].vm_size.family
            if family in families:
                text = (
                    f"{name} is of {family} as {families[family]} is, and the quota of a project is by "
                    "family: leave one of them out"
                )
                yield Problem(path, text)
            families.setdefault(family, name)
        for number, queue in enumerate(self.queues):
            projects = quota.projects if quota is not None else {}
            if queue.quota_project not in projects:
                among = ", ".join(projects) or "none"
                text = f"{queue.quota_project} has no GPU quota to give out: projects with one are {among}"
                yield Problem(("queues", number, "quota_project"), text)
            if queue.quota_project in [other.quota_project for other in self.queues[:number]]:
                yield Problem(
                    ("queues", number, "quota_project"), f"{queue.quota_project} has a queue already"
                )


class KueueQueuesArgs(KueueQueuesSettings, OnGpuPools):
    """What KueueQueues are made of."""

    gpu_quota: GpuQuota
    """GPUs by project and family of sizes."""
    cohort_name: ObjectName = "gpus"
    """Of all queues: what one doesn't use, others borrow until it does."""

    @model_validator(mode="after")
    def _check_queues(self) -> "KueueQueuesArgs":
        refuse(KueueQueuesArgs, self.problems_on(self.pools_by_name(), self.gpu_quota))
        return self


class KueueQueues(KubernetesComponent):
    """A cohort, a flavor for each pool, and a cluster queue with its local queue for each project. Kueue
    itself has to run already."""

    def __init__(self, name: str, args: KueueQueuesArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts)
        self._make(name, kueue_queues(args))
        self._end()


def kueue_queues(args: KueueQueuesArgs) -> dict[str, Manifest]:
    """Its objects by role."""
    by_name = args.pools_by_name()
    pools = [by_name[name] for name in args.pool_names]
    projects = [queue.quota_project for queue in args.queues]
    shares = {pool.name: _shares(args.gpu_quota, projects, pool) for pool in pools}
    found = {"cohort": _object("Cohort", args.cohort_name, {})}
    found |= {f"flavor-{pool.name}": _object("ResourceFlavor", pool.name, _flavor(pool)) for pool in pools}
    for queue in args.queues:
        spec = {
            "cohortName": args.cohort_name,
            "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": queue.namespace}},
            "queueingStrategy": "BestEffortFIFO",
            "preemption": {"reclaimWithinCohort": "Any", "withinClusterQueue": "LowerPriority"},
            "resourceGroups": _resource_groups(shares, queue.quota_project, pools),
        }
        found[f"{queue.quota_project}-cluster-queue"] = _object("ClusterQueue", queue.quota_project, spec)
        local = _object("LocalQueue", queue.quota_project, {"clusterQueue": queue.quota_project})
        local["metadata"]["namespace"] = queue.namespace
        found[f"{queue.quota_project}-queue"] = local
    return found


def _flavor(pool: GpuPool) -> dict[str, Any]:
    taints = []
    for taint in pool.taints:
        pair, _, effect = taint.partition(":")
        key, _, value = pair.partition("=")
        taints.append({"key": key, "value": value, "effect": effect})
    return {
        "nodeLabels": {POOL_LABEL: pool.name},
        "nodeTaints": taints,
        # Jobs that Kueue sends to the pool get them.
        "tolerations": as_manifest(pool.tolerations),
    }


def _resource_groups(
    shares: Mapping[str, Mapping[str, int]], project: str, pools: Sequence[GpuPool]
) -> list[dict[str, Any]]:
    """A group for each GPU resource. Kueue counts GPUs alone: its configuration leaves the rest out."""
    resources = dict.fromkeys(pool.gpu_resource for pool in pools)
    return [
        {
            "coveredResources": [resource],
            "flavors": [
                {
                    "name": pool.name,
                    "resources": [{"name": resource, "nominalQuota": str(shares[pool.name][project])}],
                }
                for pool in pools
                if pool.gpu_resource == resource
            ],
        }
        for resource in resources
    ]


def _shares(quota: GpuQuota, projects: Sequence[str], pool: GpuPool) -> dict[str, int]:
    """Units of a pool by project, never more together than the pool has with all its nodes. Where quotas,
    which other pools of the family have a part of, are more, each project gets the same part of the pool as
    of them; what a job takes beyond that it borrows from the cohort."""
    gpus_per_node = float(pool.vm_size.gpus or pool.gpus_per_node)
    units = units_per_node(pool) / gpus_per_node
    wanted = {project: int(quota.limit(project, pool.vm_size.family) * units) for project in projects}
    there, total = pool.max_nodes * units_per_node(pool), sum(wanted.values())
    if total <= there:
        return wanted
    found = {project: there * one // total for project, one in wanted.items()}
    by_rest = sorted(projects, key=lambda project: (-(there * wanted[project] % total), project))
    for project in by_rest[: there - sum(found.values())]:
        found[project] += 1
    return found


def _object(kind: str, name: str, spec: dict[str, Any]) -> Manifest:
    return {"apiVersion": API_VERSION, "kind": kind, "metadata": {"name": name}, "spec": spec}
