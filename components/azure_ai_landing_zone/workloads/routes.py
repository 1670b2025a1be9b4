"""How a gateway leads to what answers in a cluster."""

from collections.abc import Sequence
from typing import Any

from azure_ai_landing_zone.core.model import Model, ObjectName
from azure_ai_landing_zone.workloads.component import Manifest, NamespaceName

NAMESPACE_LABEL = "kubernetes.io/metadata.name"
"""Kubernetes gives it to every namespace."""


class RouteParent(Model):
    """A Gateway that leads to the services."""

    name: ObjectName
    """Of the Gateway."""
    namespace: NamespaceName
    """Of the Gateway."""
    proxy_namespace: NamespaceName
    """Where its proxies run, which call the services."""


def http_route(
    name: str,
    namespace: str,
    *,
    backend: str,
    port: int,
    host_names: Sequence[str],
    longest_answer_minutes: int,
    parent: RouteParent,
) -> Manifest:
    """To a Service: under its host names, else under /<name> of every host name."""
    rule: dict[str, Any] = {
        "backendRefs": [{"name": backend, "port": port}],
        "timeouts": {"request": f"{longest_answer_minutes}m"},
    }
    if host_names:
        rule["matches"] = [{"path": {"type": "PathPrefix", "value": "/"}}]
    else:
        rule["matches"] = [{"path": {"type": "PathPrefix", "value": f"/{name}"}}]
        rewrite = {"path": {"type": "ReplacePrefixMatch", "replacePrefixMatch": "/"}}
        rule["filters"] = [{"type": "URLRewrite", "urlRewrite": rewrite}]
    spec: dict[str, Any] = {
        "parentRefs": [{"name": parent.name, "namespace": parent.namespace}],
        "rules": [rule],
    }
    if host_names:
        spec["hostnames"] = list(host_names)
    return {
        "apiVersion": "gateway.networking.k8s.io/v1",
        "kind": "HTTPRoute",
        "metadata": {"name": name, "namespace": namespace},
        "spec": spec,
    }
