"""Rule pod-monitor-is-azure-s."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.pods import helm_releases


def _program(group: str) -> dict[str, object]:
    return {
        "gpu": {
            "type": "azure-native:containerservice:AgentPool",
            "properties": {
                "vmSize": "Standard_NC24ads_A100_v4",
                "nodeTaints": ["nvidia.com/gpu=present:NoSchedule"],
            },
        },
        "dcgm": {
            "type": f"kubernetes:{group}/v1:PodMonitor",
            "properties": {"spec": {"selector": {"matchLabels": {"app": "dcgm-exporter"}}}},
        },
    }


@stack_rule(
    on=(
        "kubernetes/monitoring.coreos.com:PodMonitor",
        "kubernetes/monitoring.coreos.com:ServiceMonitor",
    ),
    area="kubernetes",
    severity="medium",
    since="2026.4",
    pillar="Operational Excellence",
    controls=(),
    links=("https://learn.microsoft.com/azure/azure-monitor/containers/prometheus-metrics-scrape-crd",),
    baseline="advisory",
    only_with_ai=True,
    passes=_program("azmonitoring.coreos.com"),
    fails=_program("monitoring.coreos.com"),
)
def pod_monitor_is_azure_s(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Monitors for Azure Managed Prometheus are of its own group

    Azure Managed Prometheus scrapes PodMonitors and ServiceMonitors of azmonitoring.coreos.com and no
    others: one of monitoring.coreos.com is accepted and never looked at, and the GPU dashboards stay empty.
    Change the group. A program that brings a Prometheus operator of its own is left alone.
    """
    if not helm_releases(stack, "kube-prometheus", "prometheus-operator"):
        kind = props.resource.type.rpartition(":")[2]
        yield (
            f"its apiVersion is of monitoring.coreos.com, which Azure Managed Prometheus doesn't look at; "
            f"use the {kind} of azmonitoring.coreos.com/v1"
        )
