"""TelemetryCollector: takes OpenTelemetry from services and hands it to Application Insights."""

import json
from typing import Any

import pulumi
from pydantic import Field, StrictInt

from azure_ai_landing_zone.catalog import pins
from azure_ai_landing_zone.core.model import Input, Model
from azure_ai_landing_zone.workloads.component import Image, KubernetesComponent, Manifest, NamespaceName
from azure_ai_landing_zone.workloads.plan import WITHOUT_GPUS, confined, spread_apart
from azure_ai_landing_zone.workloads.serving.access import CollectorPlace
from azure_ai_landing_zone.workloads.serving.pods import OTLP_PORT

IMAGE = pins.image("otel/opentelemetry-collector-contrib")
PROXY_IMAGE = pins.image(
    "mcr.microsoft.com/azuremonitor/auth-proxy/prod/aad-auth-proxy/images/aad-auth-proxy"
)

TELEMETRY_NAMESPACE = "telemetry"

COLLECTOR = "otel-collector"
"""The collectors' name, and that of their service account."""

_PROXY_PORT = 8081


class TelemetryCollectorArgs(Model):
    """What a TelemetryCollector is made of."""

    namespace: NamespaceName = TELEMETRY_NAMESPACE
    """Where it runs."""
    connection_string: Input[str]
    """Of Application Insights; no secret."""
    client_id: Input[str]
    """Of the identity that they send as: Monitoring Metrics Publisher there, and it trusts the service
    account otel-collector of the namespace."""
    image: Image = IMAGE
    """With the exporter azuremonitor."""
    proxy_image: Image = PROXY_IMAGE
    """Azure Monitor's own proxy, which puts the identity's token on what they send."""
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
    return CollectorPlace(name=COLLECTOR, namespace=args.namespace)


_CONFIGURATION = {
    "receivers": {"otlp": {"protocols": {"grpc": {"endpoint": f"0.0.0.0:{OTLP_PORT}"}}}},
    "processors": {
        "memory_limiter": {"check_interval": "1s", "limit_percentage": 80},
        "batch": {},
    },
    # It can't sign in itself: what it sends goes through the proxy beside it, and by the version of the API
    # that takes tokens. Source: github.com/open-telemetry/opentelemetry-collector-contrib@1cff4e1,
    # exporter/azuremonitorexporter/AUTHENTICATION.md.
    "exporters": {
        "azuremonitor": {
            "instrumentation_key": "${env:INSTRUMENTATION_KEY}",
            "endpoint": f"http://localhost:{_PROXY_PORT}/v2.1/track",
        }
    },
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


_USER = 10001
"""The same of both containers: the identity's token belongs to that user then."""


def part_of(connection_string: str, name: str) -> str:
    """One of its settings. Source: learn.microsoft.com/azure/azure-monitor/app/connection-strings."""
    found = dict(one.split("=", 1) for one in connection_string.split(";") if "=" in one).get(name)
    if not found:
        raise ValueError(
            f"`connection_string` has no {name}: give that of Application Insights as Azure tells it, "
            "InstrumentationKey=…;IngestionEndpoint=https://…"
        )
    return found


def _part(connection_string: Input[str], name: str) -> pulumi.Output[str]:
    return pulumi.Output.from_input(connection_string).apply(lambda text: part_of(text, name))


def _proxy(args: TelemetryCollectorArgs) -> Manifest:
    """It signs in as the pod does, and isn't ready until it has a token; after one that it couldn't renew it
    tries no more. Sources: github.com/Azure/aad-auth-proxy@30c476d,
    docs/samples/sample-proxy-using-workload-identity-default.yaml; @4ee96e3,
    src/token_provider/token_provider.go."""
    endpoint = _part(args.connection_string, "IngestionEndpoint").apply(lambda url: url.rstrip("/"))
    health = {"port": _PROXY_PORT, "scheme": "HTTP"}
    return {
        "name": "proxy",
        "image": args.proxy_image,
        "env": [
            {"name": "AUDIENCE", "value": "https://monitor.azure.com/.default"},
            {"name": "TARGET_HOST", "value": endpoint},
            {"name": "LISTENING_PORT", "value": str(_PROXY_PORT)},
        ],
        "readinessProbe": {"httpGet": health | {"path": "/ready"}, "timeoutSeconds": 5},
        "livenessProbe": {
            "httpGet": health | {"path": "/health"},
            "timeoutSeconds": 5,
            "initialDelaySeconds": 60,
            "failureThreshold": 6,
        },
        "resources": {"requests": {"cpu": "20m", "memory": "32Mi"}, "limits": {"memory": "128Mi"}},
        "securityContext": confined(_USER),
    }


def telemetry_collector(args: TelemetryCollectorArgs) -> dict[str, Manifest]:
    """Its objects by role."""
    labels = {"app.kubernetes.io/name": COLLECTOR}
    metadata = {"name": COLLECTOR, "namespace": args.namespace, "labels": labels}
    key = _part(args.connection_string, "InstrumentationKey")
    configuration = json.dumps(_CONFIGURATION, sort_keys=True)
    pod: dict[str, Any] = {
        "tolerations": WITHOUT_GPUS,
        "topologySpreadConstraints": spread_apart(labels),
        "serviceAccountName": COLLECTOR,
        "automountServiceAccountToken": False,
        "containers": [
            {
                "name": "collector",
                "image": args.image,
                "args": ["--config=/etc/otel/config.yaml"],
                "env": [{"name": "INSTRUMENTATION_KEY", "value": key}],
                "ports": [{"name": "otlp", "containerPort": OTLP_PORT}],
                "readinessProbe": {"httpGet": {"path": "/", "port": 13133}},
                "livenessProbe": {"httpGet": {"path": "/", "port": 13133}},
                "resources": {
                    "requests": {"cpu": "100m", "memory": "256Mi"},
                    "limits": {"memory": "512Mi"},
                },
                # From scratch, and not root: there is no folder that it could write to (open-telemetry/
                # opentelemetry-collector-releases, distributions/otelcol-contrib/Dockerfile, 2026-11).
                "securityContext": confined(_USER, read_only=True),
                "volumeMounts": [{"name": "config", "mountPath": "/etc/otel", "readOnly": True}],
            },
            _proxy(args),
        ],
        "volumes": [{"name": "config", "configMap": {"name": COLLECTOR}}],
    }
    return {
        "account": {
            "apiVersion": "v1",
            "kind": "ServiceAccount",
            "metadata": metadata | {"annotations": {"azure.workload.identity/client-id": args.client_id}},
        },
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
                "template": {
                    "metadata": {"labels": labels | {"azure.workload.identity/use": "true"}},
                    "spec": pod,
                },
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
