"""GpuNamespaces: a namespace for each project, with its share of the cluster's GPUs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import pulumi
from pydantic import Field, model_validator

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.core.entra import GroupId
from azure_ai_landing_zone.core.model import Key, Model, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.machines.gpu_quota import GpuQuota
from azure_ai_landing_zone.workloads.component import KubernetesComponent, Manifest, NamespaceName, OnGpuPools
from azure_ai_landing_zone.workloads.namespace_people import people_of
from azure_ai_landing_zone.workloads.plan import units_per_node

KUBERAY_NAMESPACE = "kuberay-system"

PodSecurity = Literal["restricted", "baseline", "privileged"]
"""What pods of a namespace may do (kubernetes.io/docs/concepts/security/pod-security-standards)."""


Reach = Literal["namespace", "network", "internet"]
"""How far pods of a project call."""

_PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")
"""RFC 1918: private endpoints, hubs, what is on-premises."""

_NODE_S = ("169.254.0.0/16", "168.63.129.16/32")
"""Where a node learns who it is and gets its tokens. A pod that asks there is the node. Sources:
learn.microsoft.com/azure/aks/imds-restriction and learn.microsoft.com/azure/virtual-network/
what-is-ip-address-168-63-129-16, 2026-08."""

_SERVICES = {"app.kubernetes.io/component": "inference"}
"""What all pods of services have, which say themselves whom they call."""

_CALLERS = ("kube-system", KUBERAY_NAMESPACE)
"""Other namespaces whose pods come in: the metrics agent, and KubeRay, which asks Ray's heads about jobs."""


class GpuNamespace(Model):
    """A project's namespace."""

    namespace: NamespaceName
    """Its name."""
    project: Key | None = None
    """Whose share of GPUs it has, in `gpu_quota`. Left out: no pod there gets a GPU."""
    calls: Reach = "network"
    """What its pods reach beside each other: nothing (`namespace`), private addresses (`network`), or the
    internet as well, where Ray's jobs install packages. The node's metadata service never. Services have
    rules of their own."""
    pod_security: PodSecurity = "baseline"
    """InfiniBand takes `privileged`: pods lock memory (IPC_LOCK)."""
    people_groups: list[GroupId] = Field(default=[])
    """Groups that make objects of Ray and KEDA and routes there, and see the queue: those that the cluster's
    `peopleNamespaces` let in, which gives them Azure's roles on all else."""


class GpuNamespacesArgs(OnGpuPools):
    """What GpuNamespaces are made of."""

    namespaces: list[GpuNamespace] = Field(min_length=1)
    """Each a project's."""
    gpu_quota: GpuQuota | None = None
    """GPUs by project and family of sizes. Left out: nothing is limited."""

    @model_validator(mode="after")
    def _check_projects(self) -> "GpuNamespacesArgs":
        refuse(GpuNamespacesArgs, list(namespace_problems(self.namespaces, self.gpu_quota)))
        return self


class GpuNamespaces(KubernetesComponent):
    """Namespaces that let nobody in from others, and share out GPUs as the zone's table says."""

    def __init__(
        self, name: str, args: GpuNamespacesArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts)
        pools = list(args.pools_by_name().values())
        for namespace in args.namespaces:
            made = make_namespace(namespace.namespace, namespace.pod_security)
            limits = gpu_limits(namespace, args.gpu_quota, pools)
            limits |= people_of(namespace.namespace, namespace.people_groups)
            own = self._make(name, {namespace.namespace: made})
            self._make(
                name,
                {f"{namespace.namespace}-{role}": one for role, one in limits.items()},
                depends_on=list(own.values()),
            )
        self._end()


def namespace_problems(namespaces: Sequence[GpuNamespace], quota: GpuQuota | None) -> Iterator[Problem]:
    """What is wrong with namespaces; paths begin with `namespaces`."""
    for number, one in enumerate(namespaces):
        if one.namespace in [other.namespace for other in namespaces[:number]]:
            yield Problem(("namespaces", number, "namespace"), f"{one.namespace} is there twice")
        if one.people_groups and one.pod_security == "privileged":
            text = "whoever starts privileged pods is root on nodes: leave people out of this namespace"
            yield Problem(("namespaces", number, "people_groups"), text)
        for place, group in enumerate(one.people_groups):
            if group in one.people_groups[:place]:
                yield Problem(("namespaces", number, "people_groups", place), f"{group} is there twice")
        if one.project is None or quota is None:
            continue
        if one.project not in quota.projects:
            text = f"{one.project} has no GPU quota: projects with one are {', '.join(quota.projects)}"
            yield Problem(("namespaces", number, "project"), text)
        elif one.project in [other.project for other in namespaces[:number]]:
            text = f"{one.project} has a namespace already, with all of its quota"
            yield Problem(("namespaces", number, "project"), text)


def make_namespace(name: str, pod_security: PodSecurity) -> Manifest:
    """A namespace whose pods are held to a standard."""
    standard = "pod-security.kubernetes.io"
    labels = {f"{standard}/enforce": pod_security, f"{standard}/warn": pod_security}
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}


def project_gpus(quota: GpuQuota, project: str, pools: Sequence[GpuPool]) -> dict[str, int]:
    """Units of each GPU resource that a project may use: instances count as parts of a GPU."""
    found: Counter[str] = Counter()
    families = {pool.vm_size.family: pool for pool in pools}
    for family in families:
        gpus = quota.limit(project, family)
        for resource, units in _units_per_gpu(family, pools).items():
            found[resource] += int(gpus * units)
    return dict(found)


def _units_per_gpu(family: str, pools: Sequence[GpuPool]) -> Mapping[str, float]:
    """By resource, the most units that a GPU of the family is shown as."""
    found: dict[str, float] = {}
    for pool in pools:
        if pool.vm_size.family == family:
            units = units_per_node(pool) / float(pool.vm_size.gpus or pool.gpus_per_node)
            found[pool.gpu_resource] = max(found.get(pool.gpu_resource, 0), units)
    return found


def gpu_limits(
    namespace: GpuNamespace, quota: GpuQuota | None, pools: Sequence[GpuPool]
) -> dict[str, Manifest]:
    """Quota and network policy of a namespace, by role."""
    named = {"key": "kubernetes.io/metadata.name", "operator": "In", "values": list(_CALLERS)}
    others = {"namespaceSelector": {"matchExpressions": [named]}}
    network: dict[str, Any] = {
        "podSelector": {},
        "policyTypes": ["Ingress"],
        "ingress": [{"from": [{"podSelector": {}}, others]}],
    }
    found = {
        role: _object("networking.k8s.io/v1", "NetworkPolicy", namespace, name, spec)
        for role, name, spec in (
            ("network", "callers", network),
            ("inside", "inside", _INSIDE),
            *([] if namespace.calls == "namespace" else [("calls", "calls", _calls(namespace.calls))]),
        )
    }
    if quota is not None:
        resources = dict.fromkeys((pool.gpu_resource for pool in pools), 0)
        if namespace.project is not None:
            resources |= project_gpus(quota, namespace.project, pools)
        hard = {f"requests.{resource}": str(units) for resource, units in resources.items()}
        found["quota"] = _object("v1", "ResourceQuota", namespace, "gpus", {"hard": hard})
    return found


_INSIDE: dict[str, Any] = {
    "podSelector": {},
    "policyTypes": ["Egress"],
    "egress": [
        {"to": [{"podSelector": {}}]},
        {
            "to": [
                {
                    "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "kube-system"}},
                    "podSelector": {"matchLabels": {"k8s-app": "kube-dns"}},
                }
            ],
            "ports": [{"protocol": protocol, "port": 53} for protocol in ("UDP", "TCP")],
        },
    ],
}
"""What every pod may call, whatever its labels: who invents some has less, not more."""


def _calls(reach: Reach) -> dict[str, Any]:
    """What pods that are no service's may call."""
    if reach == "network":
        blocks: list[dict[str, Any]] = [{"cidr": one} for one in _PRIVATE]
    else:
        blocks = [{"cidr": "0.0.0.0/0", "except": list(_NODE_S)}]
    ((key, value),) = _SERVICES.items()
    return {
        "podSelector": {"matchExpressions": [{"key": key, "operator": "NotIn", "values": [value]}]},
        "policyTypes": ["Egress"],
        "egress": [{"to": [{"ipBlock": one} for one in blocks]}],
    }


def _object(
    api_version: str, kind: str, namespace: GpuNamespace, name: str, spec: dict[str, Any]
) -> Manifest:
    return {
        "apiVersion": api_version,
        "kind": kind,
        "metadata": {"name": name, "namespace": namespace.namespace},
        "spec": spec,
    }
