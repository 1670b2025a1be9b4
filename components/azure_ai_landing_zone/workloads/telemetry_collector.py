"""TelemetryCollector: takes OpenTelemetry from services and hands it to Application Insights."""

import json
from typing import Any

import pulumi
from pydantic import Field, StrictInt

from azure_ai_landing_zone.catalog import pins
from azure_ai_landing_zone.core.model import Input, Model
from azure_ai_landing_zone.workloads.component import Image, KubernetesComponent, Manifest, NamespaceName
from azure_ai_landing_zone.workloads.plan import WITHOUT_GPUS, spread_over_nodes
from azure_ai_landing_zone.workloads.serving.access import CollectorPlace
from azure_ai_landing_zone.workloads.serving.pods import OTLP_PORT

IMAGE = pins.image("otel/opentelemetry-collector-contrib")

TELEMETRY_NAMESPACE = "telemetry"

_NAME = "otel-collector"


class TelemetryCollectorArgs(Model):
    """What a TelemetryCollector is made of."""

    namespace: NamespaceName = TELEMETRY_NAMESPACE
    """Where it runs."""
    connection_string: Input[str]
    """Of Application Insights; no secret."""
    image: Image = IMAGE
    """With the exporter azuremonitor."""
    replicas: StrictInt = Field(default=2, ge=1, le=1000)
    """How many there are."""


class TelemetryCollector(KubernetesComponent):
    """OpenTelemetry collectors between services, which speak OTLP, and Application Insights."""

    def __init__(
        self, name: str, args: TelemetryCollectorArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts)
        self._make(name, telemetry_collector(args))
        self._end()


def collector_place(args: TelemetryCollectorArgs) -> CollectorPlace:
    """Where services find it."""
    return CollectorPlace(name=_NAME, namespace=args.namespace)


_CONFIGURATION = {
    "receivers": {"otlp": {"protocols": {"grpc": {"endpoint": f"0.0.0.0:{OTLP_PORT}"}}}},
    "processors": {
        "memory_limiter": {"check_interval": "1s", "limit_percentage": 80},
        "batch": {},
    },
    "exporters": {"azuremonitor": {"connection_string": "${env:APPLICATIONINSIGHTS_CONNECTION_STRING}"}},
    "extensions": {"health_check": {"endpoint": "0.0.0.0:13133"}},
    "service": {
        "extensions": ["health_check"],
        "pipelines": {
            "traces": {
                "receivers": ["otlp"],
                "processors": ["memory_limiter", "batch"],
                "exporters": ["azuremonitor"],
            }
        },
    },
}


def telemetry_collector(args: TelemetryCollectorArgs) -> dict[str, Manifest]:
    """Its objects by role."""
    labels = {"app.kubernetes.io/name": _NAME}
    metadata = {"name": _NAME, "namespace": args.namespace, "labels": labels}
    configuration = json.dumps(_CONFIGURATION, sort_keys=True)
    pod: dict[str, Any] = {
        "tolerations": WITHOUT_GPUS,
        "topologySpreadConstraints": spread_over_nodes(labels),
        "automountServiceAccountToken": False,
        "containers": [
            {
                "name": "collector",
                "image": args.image,
                "args": ["--config=/etc/otel/config.yaml"],
                "env": [{"name": "APPLICATIONINSIGHTS_CONNECTION_STRING", "value": args.connection_string}],
                "ports": [{"name": "otlp", "containerPort": OTLP_PORT}],
                "readinessProbe": {"httpGet": {"path": "/", "port": 13133}},
                "livenessProbe": {"httpGet": {"path": "/", "port": 13133}},
                "resources": {
                    "requests": {"cpu": "100m", "memory": "256Mi"},
                    "limits": {"memory": "512Mi"},
                },
                "securityContext": {
                    "allowPrivilegeEscalation": False,
                    "capabilities": {"drop": ["ALL"]},
                    "runAsNonRoot": True,
                    "runAsUser": 10001,
                    "seccompProfile": {"type": "RuntimeDefault"},
                },
                "volumeMounts": [{"name": "config", "mountPath": "/etc/otel", "readOnly": True}],
            }
        ],
        "volumes": [{"name": "config", "configMap": {"name": _NAME}}],
    }
    return {
        "config": {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": metadata,
            "data": {"config.yaml": configuration},
        },
        "collector": {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": metadata,
            "spec": {
                "replicas": args.replicas,
                "selector": {"matchLabels": labels},
                "template": {"metadata": {"labels": labels}, "spec": pod},
            },
        },
        "service": {
            "apiVersion": "v1",
            "kind": "Service",
            "metadata": metadata,
            "spec": {
                "type": "ClusterIP",
                "selector": labels,
                "ports": [{"name": "otlp", "port": OTLP_PORT, "targetPort": "otlp"}],
            },
        },
        "disruptions": {
            "apiVersion": "policy/v1",
            "kind": "PodDisruptionBudget",
            "metadata": metadata,
            "spec": {"maxUnavailable": 1, "selector": {"matchLabels": labels}},
        },
    }
