"""PodMonitor: what Azure's managed Prometheus reads from pods."""

from collections.abc import Mapping

from azure_ai_landing_zone.kubernetes_component import Manifest


def pod_monitor(
    name: str, namespace: str, labels: Mapping[str, str], *, port: str, honor_labels: bool = False
) -> Manifest:
    """Of pods with these labels, at /metrics of a named port. The group is Azure's: one of
    monitoring.coreos.com is accepted and never looked at. Limits as in
    learn.microsoft.com/azure/azure-monitor/containers/prometheus-metrics-scrape-crd."""
    return {
        "apiVersion": "azmonitoring.coreos.com/v1",
        "kind": "PodMonitor",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {
            "labelLimit": 63,
            "labelNameLengthLimit": 511,
            "labelValueLengthLimit": 1023,
            "selector": {"matchLabels": dict(labels)},
            "podMetricsEndpoints": [{"port": port, "path": "/metrics", "honorLabels": honor_labels}],
        },
    }
