"""What an AKS cluster tells: Prometheus metrics, and logs of its pods."""

from pulumi_azure_native import monitor

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Input, Model

RULE_TYPE = "Microsoft.Insights/dataCollectionRules"

_METRICS = "Microsoft-PrometheusMetrics"

_LOGS = ["Microsoft-ContainerLogV2", "Microsoft-KubeEvents", "Microsoft-KubePodInventory"]
"""Azure's preset `Logs and events`: performance is in Prometheus already. Source:
learn.microsoft.com/azure/azure-monitor/containers/container-insights-cost-config, 2026-08."""


class ClusterMetrics(Model):
    """Where a cluster's Prometheus metrics go: a MonitorWorkspace in its region."""

    monitor_workspace_resource_id: Input[str]
    """The Azure Monitor workspace."""
    data_collection_endpoint_resource_id: Input[str]
    """The way in; it is a member of the monitor private link."""


def collect(
    making: Making,
    cluster_resource_id: Input[str],
    metrics: ClusterMetrics | None,
    logs_workspace_resource_id: Input[str] | None,
) -> None:
    """The rules of what is collected, and their associations with the cluster."""
    if metrics is not None:
        _collect_metrics(making, metrics, cluster_resource_id)
    if logs_workspace_resource_id is not None:
        _collect_logs(
            making,
            logs_workspace_resource_id,
            cluster_resource_id,
            endpoint_resource_id=metrics.data_collection_endpoint_resource_id if metrics else None,
        )


def _collect_metrics(making: Making, metrics: ClusterMetrics, cluster_resource_id: Input[str]) -> None:
    """Managed Prometheus: the rule, and the two associations without which the cluster's agent collects
    nothing. The names of associations are Azure's: `ContainerInsightsMetricsExtension` is what the CLI looks
    for, and only `configurationAccessEndpoint` makes the agent ask for its settings privately. Source:
    github.com/Azure/prometheus-collector, AddonBicepTemplate, 2026-07-21."""
    rule = monitor.DataCollectionRule(
        f"{making.name}-metrics-rule",
        data_collection_rule_name=making.azure_name("dataCollectionRule", "metrics"),
        kind="Linux",
        data_collection_endpoint_id=metrics.data_collection_endpoint_resource_id,
        data_sources=monitor.DataCollectionRuleDataSourcesArgs(
            prometheus_forwarder=[
                monitor.PrometheusForwarderDataSourceArgs(
                    name="PrometheusDataSource", streams=[_METRICS], label_include_filter={}
                )
            ]
        ),
        destinations=monitor.DataCollectionRuleDestinationsArgs(
            monitoring_accounts=[
                monitor.MonitoringAccountDestinationArgs(
                    name="MonitoringAccount1", account_resource_id=metrics.monitor_workspace_resource_id
                )
            ]
        ),
        data_flows=[monitor.DataFlowArgs(streams=[_METRICS], destinations=["MonitoringAccount1"])],
        opts=making.child(),
        **making.place,
    )
    making.watch(rule.id, RULE_TYPE, "metrics-rule")
    monitor.DataCollectionRuleAssociation(
        f"{making.name}-metrics-association",
        association_name="ContainerInsightsMetricsExtension",
        resource_uri=cluster_resource_id,
        data_collection_rule_id=rule.id,
        opts=making.child(),
    )
    monitor.DataCollectionRuleAssociation(
        f"{making.name}-endpoint-association",
        association_name="configurationAccessEndpoint",
        resource_uri=cluster_resource_id,
        data_collection_endpoint_id=metrics.data_collection_endpoint_resource_id,
        opts=making.child(),
    )


def _collect_logs(
    making: Making,
    workspace_resource_id: Input[str],
    cluster_resource_id: Input[str],
    *,
    endpoint_resource_id: Input[str] | None,
) -> None:
    """Container Insights: the rule with ContainerLogV2, and its association under Azure's name. With an
    endpoint logs go in through the monitor private link."""
    rule = monitor.DataCollectionRule(
        f"{making.name}-logs-rule",
        data_collection_rule_name=making.azure_name("dataCollectionRule", "logs"),
        kind="Linux",
        data_collection_endpoint_id=endpoint_resource_id,
        data_sources=monitor.DataCollectionRuleDataSourcesArgs(
            extensions=[
                monitor.ExtensionDataSourceArgs(
                    name="ContainerInsightsExtension",
                    extension_name="ContainerInsights",
                    streams=_LOGS,
                    extension_settings={
                        "dataCollectionSettings": {
                            "interval": "1m",
                            "namespaceFilteringMode": "Off",
                            "enableContainerLogV2": True,
                        }
                    },
                )
            ]
        ),
        destinations=monitor.DataCollectionRuleDestinationsArgs(
            log_analytics=[
                monitor.LogAnalyticsDestinationArgs(
                    name="workspace", workspace_resource_id=workspace_resource_id
                )
            ]
        ),
        data_flows=[monitor.DataFlowArgs(streams=_LOGS, destinations=["workspace"])],
        opts=making.child(),
        **making.place,
    )
    making.watch(rule.id, RULE_TYPE, "logs-rule")
    monitor.DataCollectionRuleAssociation(
        f"{making.name}-logs-association",
        association_name="ContainerInsightsExtension",
        resource_uri=cluster_resource_id,
        data_collection_rule_id=rule.id,
        opts=making.child(),
    )
