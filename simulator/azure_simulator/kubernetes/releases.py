"""Helm releases. Charts are not rendered: a release is kept with its values, and the kinds of its chart are
there from then on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.arm import ProviderError
from azure_simulator.cloud.schema import Problem
from azure_simulator.cloud.values import Props, Unknown
from azure_simulator.kubernetes.cluster import NAMESPACES, Cluster

TOKEN = "kubernetes:helm.sh/v3:Release"  # noqa: S105 - a Pulumi token

REPLACES = frozenset({"name", "namespace"})
"""github.com/pulumi/pulumi-kubernetes, provider/pkg/provider/helm_release.go, v4.34."""


def problems(inputs: Mapping[str, Any]) -> Iterator[Problem]:
    """What is refused before anything is fetched."""
    chart = inputs.get("chart")
    if isinstance(chart, Unknown):
        return
    if not chart:
        yield Problem("chart", "missing required property")
    elif not str(chart).startswith(("oci://", "./", "/", "http")) and not inputs.get("repositoryOpts"):
        yield Problem("chart", f'path "{chart}" not found')


def create(cluster: Cluster, inputs: Props) -> tuple[str, Props]:
    """(id, outputs); raises ProviderError in Helm's words."""
    name, namespace = str(inputs["name"]), str(inputs.get("namespace") or "default")
    key = _key(cluster, f"{namespace}/{name}")
    if cluster.store.get(key) is not None:
        raise ProviderError("cannot re-use a name that is still in use")
    there = namespace in NAMESPACES or cluster.store.get(cluster.key_of("v1", "Namespace", namespace))
    if not there and not inputs.get("createNamespace"):
        raise ProviderError(f'create: failed to create: namespaces "{namespace}" not found')
    return f"{namespace}/{name}", put(cluster, f"{namespace}/{name}", inputs)


def put(cluster: Cluster, id_: str, inputs: Props) -> Props:
    """The release after an installation or upgrade."""
    key = _key(cluster, id_)
    release = cluster.store.next_version(key, TOKEN, inputs)
    namespace, _, name = id_.partition("/")
    status = {
        "name": name,
        "namespace": namespace,
        "chart": chart_name(inputs),
        "version": inputs.get("version"),
        "revision": release.revision,
        "status": "deployed",
    }
    release.body = {**inputs, "namespace": namespace, "status": status}
    return cluster.store.put(release).body


def read(cluster: Cluster, id_: str) -> Props | None:
    """The release, if there is one."""
    found = cluster.store.get(_key(cluster, id_))
    return found.body if found is not None else None


def delete(cluster: Cluster, id_: str) -> None:
    cluster.store.remove(_key(cluster, id_))


def has_chart(cluster: Cluster, chart: str) -> bool:
    """Whether any release of the cluster is of that chart."""
    return any(chart_name(found.body) == chart for found in cluster.store.below(_key(cluster, "")))


def chart_name(inputs: Mapping[str, Any]) -> str:
    """The last part of a chart's name."""
    return str(inputs.get("chart") or "").rstrip("/").rpartition("/")[2]


def _key(cluster: Cluster, id_: str) -> str:
    return f"{cluster.root}/helm.sh/v3/Release/{id_}".rstrip("/")
