"""Parts of an AKS cluster that follow from its settings alone."""

import pulumi
from pulumi_azure_native import containerservice

from azure_ai_landing_zone.inference_cluster_settings import (
    ClusterAutoscaler,
    InferenceClusterCreate,
    MaintenanceHours,
)
from azure_ai_landing_zone.model import Input
from azure_ai_landing_zone.planning.aks import dns_service_address


def network_profile(
    settings: InferenceClusterCreate,
) -> "containerservice.ContainerServiceNetworkProfileArgs":
    return containerservice.ContainerServiceNetworkProfileArgs(
        network_plugin="azure",
        network_plugin_mode="overlay",
        network_dataplane="cilium",
        network_policy="cilium",
        load_balancer_sku="standard",
        outbound_type=settings.outbound_type,
        pod_cidr=settings.pod_address_range,
        service_cidr=settings.service_address_range,
        dns_service_ip=dns_service_address(settings.service_address_range),
    )


def api_server(
    settings: InferenceClusterCreate,
) -> "containerservice.ManagedClusterAPIServerAccessProfileArgs":
    return containerservice.ManagedClusterAPIServerAccessProfileArgs(
        enable_private_cluster=True,
        private_dns_zone=settings.api_server_zone,
        # Without a private zone nodes find the private address by a public name.
        enable_private_cluster_public_fqdn=settings.api_server_zone == "none",
        disable_run_command=not settings.run_command,
    )


def autoscaler(
    settings: ClusterAutoscaler,
) -> "containerservice.ManagedClusterPropertiesAutoScalerProfileArgs":
    """Source: learn.microsoft.com/azure/aks/cluster-autoscaler, 2026-08."""
    return containerservice.ManagedClusterPropertiesAutoScalerProfileArgs(
        expander="least-waste",
        max_node_provision_time=f"{settings.provision_minutes}m",
        scale_down_delay_after_add=f"{settings.after_add_minutes}m",
        scale_down_unneeded_time=f"{settings.unneeded_minutes}m",
        scale_down_unready_time=f"{settings.provision_minutes}m",
        max_graceful_termination_sec=str(settings.termination_minutes * 60),
        # A node's image cache and scratch files aren't worth a GPU.
        skip_nodes_with_local_storage="false",
        # DaemonSets are on every GPU node: they keep none.
        ignore_daemonsets_utilization=True,
    )


def security(
    defender_workspace_id: Input[str] | None,
) -> "containerservice.ManagedClusterSecurityProfileArgs":
    defender = None
    if defender_workspace_id is not None:
        defender = containerservice.ManagedClusterSecurityProfileDefenderArgs(
            log_analytics_workspace_resource_id=defender_workspace_id,
            security_monitoring=containerservice.ManagedClusterSecurityProfileDefenderSecurityMonitoringArgs(
                enabled=True
            ),
        )
    return containerservice.ManagedClusterSecurityProfileArgs(
        workload_identity=containerservice.ManagedClusterSecurityProfileWorkloadIdentityArgs(enabled=True),
        defender=defender,
    )


def container_insights(
    workspace_id: Input[str],
) -> "dict[str, containerservice.ManagedClusterAddonProfileArgs]":
    """The agent that collects logs; it signs in as itself, since the workspace's keys ended 2026-09-30."""
    return {
        "omsagent": containerservice.ManagedClusterAddonProfileArgs(
            enabled=True, config={"logAnalyticsWorkspaceResourceID": workspace_id, "useAADAuth": "true"}
        )
    }


def prometheus() -> "containerservice.ManagedClusterAzureMonitorProfileArgs":
    """The agent that scrapes metrics; what it does with them, the collection rule says."""
    return containerservice.ManagedClusterAzureMonitorProfileArgs(
        metrics=containerservice.ManagedClusterAzureMonitorProfileMetricsArgs(enabled=True)
    )


def maintain(
    name: str,
    cluster: "containerservice.ManagedCluster",
    hours: MaintenanceHours,
    resource_group_name: Input[str],
    opts: pulumi.ResourceOptions,
) -> None:
    """The hours of both kinds of upgrades; their names are Azure's. Source:
    learn.microsoft.com/azure/aks/planned-maintenance, 2026-08."""
    for key, config_name in (
        ("upgrades", "aksManagedAutoUpgradeSchedule"),
        ("node-upgrades", "aksManagedNodeOSUpgradeSchedule"),
    ):
        containerservice.MaintenanceConfiguration(
            f"{name}-{key}",
            config_name=config_name,
            resource_name_=cluster.name,
            resource_group_name=resource_group_name,
            maintenance_window=containerservice.MaintenanceWindowArgs(
                schedule=containerservice.ScheduleArgs(
                    weekly=containerservice.WeeklyScheduleArgs(day_of_week=hours.day, interval_weeks=1)
                ),
                start_time=hours.start_time,
                duration_hours=hours.duration_hours,
                utc_offset=hours.utc_offset,
            ),
            opts=opts,
        )
