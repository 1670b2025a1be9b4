"""What an AKS cluster tells: Prometheus metrics, and logs of its pods."""

from collections.abc import Callable

import pulumi
from pulumi_azure_native import monitor

from azure_ai_landing_zone.core.diagnostics import Diagnostics, diagnose
from azure_ai_landing_zone.core.model import Input, Model, Region, Tags

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


class CollectionPlace(Model):
    """Where collection rules are made."""

    location: Region
    """Of the workspaces that they send to."""
    resource_group_name: Input[str]
    """Of the rules."""
    tags: Tags | None = None
    """Tags of the rules."""
    diagnostics: Diagnostics
    """What becomes of the rules' own errors."""


def collect(
    name: str,
    *,
    cluster_resource_id: Input[str],
    metrics: ClusterMetrics | None,
    logs_workspace_resource_id: Input[str] | None,
    rule_names: Callable[[str], str],
    place: CollectionPlace,
    opts: pulumi.ResourceOptions,
) -> None:
    """The rules of what is collected, and their associations with the cluster."""
    if metrics is not None:
        _collect_metrics(
            name,
            metrics,
            cluster_resource_id=cluster_resource_id,
            rule_name=rule_names("metrics"),
            place=place,
            opts=opts,
        )
    if logs_workspace_resource_id is not None:
        _collect_logs(
            name,
            logs_workspace_resource_id,
            cluster_resource_id=cluster_resource_id,
            rule_name=rule_names("logs"),
            endpoint_resource_id=metrics.data_collection_endpoint_resource_id if metrics else None,
            place=place,
            opts=opts,
        )


def _collect_metrics(
    name: str,
    metrics: ClusterMetrics,
    *,
    cluster_resource_id: Input[str],
    rule_name: str,
    place: CollectionPlace,
    opts: pulumi.ResourceOptions,
) -> None:
    """Managed Prometheus: the rule, and the two associations without which the cluster's agent collects
    nothing. The names of associations are Azure's: `ContainerInsightsMetricsExtension` is what the CLI looks
    for, and only `configurationAccessEndpoint` makes the agent ask for its settings privately. Source:
    github.com/Azure/prometheus-collector, AddonBicepTemplate, 2026-07-21."""
    rule = monitor.DataCollectionRule(
        f"{name}-metrics-rule",
        data_collection_rule_name=rule_name,
        resource_group_name=place.resource_group_name,
        location=place.location,
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
        tags=place.tags.as_azure() if place.tags else None,
        opts=opts,
    )
    diagnose(
        f"{name}-metrics-rule",
        place.diagnostics,
        resource_id=rule.id,
        resource_type=RULE_TYPE,
        opts=opts,
    )
    monitor.DataCollectionRuleAssociation(
        f"{name}-metrics-association",
        association_name="ContainerInsightsMetricsExtension",
        resource_uri=cluster_resource_id,
        data_collection_rule_id=rule.id,
        opts=opts,
    )
    monitor.DataCollectionRuleAssociation(
        f"{name}-endpoint-association",
        association_name="configurationAccessEndpoint",
        resource_uri=cluster_resource_id,
        data_collection_endpoint_id=metrics.data_collection_endpoint_resource_id,
        opts=opts,
    )


def _collect_logs(
    name: str,
    workspace_resource_id: Input[str],
    *,
    cluster_resource_id: Input[str],
    rule_name: str,
    endpoint_resource_id: Input[str] | None,
    place: CollectionPlace,
    opts: pulumi.ResourceOptions,
) -> None:
    """Container Insights: the rule with ContainerLogV2, and its association under Azure's name. With an
    endpoint logs go in through the monitor private link."""
    rule = monitor.DataCollectionRule(
        f"{name}-logs-rule",
        data_collection_rule_name=rule_name,
        resource_group_name=place.resource_group_name,
        location=place.location,
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
        tags=place.tags.as_azure() if place.tags else None,
        opts=opts,
    )
    diagnose(f"{name}-logs-rule", place.diagnostics, resource_id=rule.id, resource_type=RULE_TYPE, opts=opts)
    monitor.DataCollectionRuleAssociation(
        f"{name}-logs-association",
        association_name="ContainerInsightsExtension",
        resource_uri=cluster_resource_id,
        data_collection_rule_id=rule.id,
        opts=opts,
    )
