"""Who reaches an inference service, and whom it reaches."""

from typing import Any

from azure_ai_landing_zone.core.model import Model, ObjectName
from azure_ai_landing_zone.workloads.component import Manifest, NamespaceName
from azure_ai_landing_zone.workloads.gpu_daemons import pod_monitor
from azure_ai_landing_zone.workloads.routes import NAMESPACE_LABEL, RouteParent, http_route
from azure_ai_landing_zone.workloads.serving.pods import OTLP_PORT, labels_of
from azure_ai_landing_zone.workloads.serving.settings import InferenceServiceSettings
from azure_ai_landing_zone.workloads.serving.weights import DownloadedWeights


class CollectorPlace(Model):
    """An OpenTelemetry collector that takes what services tell."""

    name: ObjectName
    """Of its Service."""
    namespace: NamespaceName
    """Of its Service."""

    @property
    def host_name(self) -> str:
        return f"{self.name}.{self.namespace}.svc.cluster.local"


def access(
    name: str,
    namespace: str,
    plan: InferenceServiceSettings,
    *,
    parent: RouteParent | None,
    collector: CollectorPlace | None,
    identity_client_id: Any,
) -> dict[str, Manifest]:
    """Its objects by role."""
    labels = labels_of(name)
    metadata = {"name": name, "namespace": namespace, "labels": labels}
    account: Manifest = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": metadata}
    if identity_client_id is not None:
        annotations = {"azure.workload.identity/client-id": identity_client_id}
        account["metadata"] = metadata | {"annotations": annotations}
    found: dict[str, Manifest] = {
        "account": account,
        "service": {
            "apiVersion": "v1",
            "kind": "Service",
            "metadata": metadata,
            "spec": {
                "type": "ClusterIP",
                "selector": labels,
                "ports": [{"name": "http", "port": 80, "targetPort": "http"}],
            },
        },
        "disruptions": {
            "apiVersion": "policy/v1",
            "kind": "PodDisruptionBudget",
            "metadata": metadata,
            # A share would be 0 of a single replica, and node upgrades would wait for it for ever.
            "spec": {"maxUnavailable": 1, "selector": {"matchLabels": labels}},
        },
        "network": {
            "apiVersion": "networking.k8s.io/v1",
            "kind": "NetworkPolicy",
            "metadata": metadata,
            "spec": {
                "podSelector": {"matchLabels": labels},
                "policyTypes": ["Ingress", "Egress"],
                "ingress": [_callers(namespace, plan, parent)],
                "egress": _called(plan, collector, has_identity=identity_client_id is not None),
            },
        },
        "monitor": pod_monitor(name, namespace, labels, port="http", path=plan.metrics_path),
    }
    if parent is not None:
        found["route"] = http_route(
            name,
            namespace,
            backend=name,
            port=80,
            host_names=plan.host_names,
            longest_answer_minutes=plan.longest_answer_minutes,
            parent=parent,
        )
    return found


def _namespace(name: str) -> dict[str, Any]:
    return {"namespaceSelector": {"matchLabels": {NAMESPACE_LABEL: name}}}


def _callers(namespace: str, plan: InferenceServiceSettings, parent: RouteParent | None) -> dict[str, Any]:
    """The gateway, neighbours, and Azure's metrics agent in kube-system."""
    namespaces = [namespace, "kube-system"] + ([parent.proxy_namespace] if parent is not None else [])
    return {
        "from": [_namespace(one) for one in dict.fromkeys(namespaces)],
        "ports": [{"protocol": "TCP", "port": plan.port}],
    }


def _called(
    plan: InferenceServiceSettings, collector: CollectorPlace | None, *, has_identity: bool
) -> list[dict[str, Any]]:
    """Names, telemetry; and the outside only for tokens and downloads. Volumes are the node's business."""
    dns = {"podSelector": {"matchLabels": {"k8s-app": "kube-dns"}}}
    found: list[dict[str, Any]] = [
        {
            "to": [_namespace("kube-system") | dns],
            "ports": [{"protocol": "UDP", "port": 53}, {"protocol": "TCP", "port": 53}],
        }
    ]
    if collector is not None:
        found.append(
            {
                "to": [_namespace(collector.namespace)],
                "ports": [{"protocol": "TCP", "port": OTLP_PORT}],
            }
        )
    if has_identity or isinstance(plan.weights, DownloadedWeights):
        found.append({"ports": [{"protocol": "TCP", "port": 443}]})
    return found
