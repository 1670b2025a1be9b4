"""How an inference service scales: a plain HorizontalPodAutoscaler, or KEDA on metrics of Azure's managed
Prometheus."""

from typing import Any

from azure_ai_landing_zone.core.model import Input, Model
from azure_ai_landing_zone.workloads.component import Manifest
from azure_ai_landing_zone.workloads.serving.scales import CpuScale, FixedScale, GpuScale, QueueScale
from azure_ai_landing_zone.workloads.serving.settings import InferenceServiceSettings

_SLOW_DOWN = {"scaleDown": {"stabilizationWindowSeconds": 600}}
"""A replica that took minutes to load isn't given up for a pause of seconds."""


class MetricsSource(Model):
    """Where KEDA asks for metrics, and as whom. KEDA is AKS's add-on: its service account
    kube-system/keda-operator has to be trusted by the identity, which needs Monitoring Data Reader.
    Source: learn.microsoft.com/azure/azure-monitor/containers/integrate-keda, 2026-08."""

    query_endpoint: Input[str]
    """Of the Azure Monitor workspace, such as https://….prometheus.monitor.azure.com."""
    keda_client_id: Input[str]
    """The client id of the identity that reads metrics."""


def scaling(
    name: str, namespace: str, plan: InferenceServiceSettings, metrics: MetricsSource | None
) -> dict[str, Manifest]:
    """Its objects by role."""
    scale = plan.scaling
    if isinstance(scale, FixedScale):
        return {}
    if isinstance(scale, CpuScale):
        return {"autoscaler": _autoscaler(name, namespace, scale)}
    assert metrics is not None, "checked with the arguments"  # noqa: S101
    return {
        "metrics-access": {
            "apiVersion": "keda.sh/v1alpha1",
            "kind": "TriggerAuthentication",
            "metadata": {"name": name, "namespace": namespace},
            "spec": {
                "podIdentity": {"provider": "azure-workload", "identityId": metrics.keda_client_id},
            },
        },
        "autoscaler": _scaled_object(name, namespace, scale, metrics),
    }


def _autoscaler(name: str, namespace: str, scale: CpuScale) -> Manifest:
    target = {"type": "Utilization", "averageUtilization": scale.target_cpu_percent}
    return {
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": name},
            "minReplicas": scale.min_replicas,
            "maxReplicas": scale.max_replicas,
            "metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": target}}],
            "behavior": _SLOW_DOWN,
        },
    }


def _scaled_object(
    name: str, namespace: str, scale: QueueScale | GpuScale, metrics: MetricsSource
) -> Manifest:
    if isinstance(scale, QueueScale):
        ours = f'{{namespace="{namespace}", model_name="{name}"}}'
        asked = [
            # KEDA divides what it gets by the number of replicas (AverageValue).
            ("AverageValue", f"sum(vllm:num_requests_waiting{ours})", scale.waiting_requests),
            # A share of 1 (vllm 0.22.1, vllm/v1/metrics/loggers.py).
            ("Value", f"100 * avg(vllm:kv_cache_usage_perc{ours})", scale.cache_percent),
        ]
    else:
        # A Deployment's pods have two words after its name; those of one called <name>-large have more.
        pods = f"{name}-[a-z0-9]+-[a-z0-9]+"
        query = f'avg(gpu:utilization:percent{{namespace="{namespace}", pod=~"{pods}"}})'
        asked = [("Value", query, scale.gpu_percent)]
    triggers: list[dict[str, Any]] = [
        {
            "type": "prometheus",
            "metricType": metric_type,
            "metadata": {
                "serverAddress": metrics.query_endpoint,
                "query": query,
                "threshold": str(threshold),
            },
            "authenticationRef": {"name": name},
        }
        for metric_type, query, threshold in asked
    ]
    if scale.serving_hours is not None:
        triggers.append(scale.serving_hours.trigger())
    if scale.cpu_percent is not None:
        triggers.append(
            {"type": "cpu", "metricType": "Utilization", "metadata": {"value": str(scale.cpu_percent)}}
        )
    return {
        "apiVersion": "keda.sh/v1alpha1",
        "kind": "ScaledObject",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": name},
            "minReplicaCount": scale.min_replicas,
            "maxReplicaCount": scale.max_replicas,
            "advanced": {"horizontalPodAutoscalerConfig": {"behavior": _SLOW_DOWN}},
            "triggers": triggers,
        },
    }
