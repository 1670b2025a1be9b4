"""Parts of an AKS cluster that follow from its settings alone."""

from typing import Any

from pulumi_azure_native import containerservice

from azure_ai_landing_zone.aks.planning.clusters import dns_service_address
from azure_ai_landing_zone.aks.settings import ClusterAutoscaler, InferenceClusterCreate
from azure_ai_landing_zone.catalog.kubernetes_versions import minor
from azure_ai_landing_zone.core.component import Component, Making
from azure_ai_landing_zone.core.model import Input


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


def bootstrap(
    registry_resource_id: Input[str] | None,
) -> "containerservice.ManagedClusterBootstrapProfileArgs | None":
    """Where a cluster without a way out gets its own images and binaries from. Source:
    MicrosoftDocs/azure-aks-docs@fb060ab:articles/aks/network-isolated.md, 2026-08-21."""
    if registry_resource_id is None:
        return None
    return containerservice.ManagedClusterBootstrapProfileArgs(
        artifact_source=containerservice.ArtifactSource.CACHE, container_registry_id=registry_resource_id
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
        expander=settings.expander,
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


def add_ons(
    settings: InferenceClusterCreate, workspace_id: Input[str] | None
) -> "dict[str, containerservice.ManagedClusterAddonProfileArgs] | None":
    """The agent that collects logs, where there is a workspace: it signs in as itself, since the workspace's
    keys ended 2026-09-30. And what reads secrets of vaults, every two minutes anew (learn.microsoft.com/
    azure/aks/csi-secrets-store-configuration-options, 2026-08)."""
    found = {}
    if settings.container_logs and workspace_id is not None:
        found["omsagent"] = containerservice.ManagedClusterAddonProfileArgs(
            enabled=True, config={"logAnalyticsWorkspaceResourceID": workspace_id, "useAADAuth": "true"}
        )
    if settings.key_vault_secrets:
        found["azureKeyvaultSecretsProvider"] = containerservice.ManagedClusterAddonProfileArgs(
            enabled=True, config={"enableSecretRotation": "true", "rotationPollInterval": "2m"}
        )
    return found or None


def prometheus() -> "containerservice.ManagedClusterAzureMonitorProfileArgs":
    """The agent that scrapes metrics; what it does with them, the collection rule says."""
    return containerservice.ManagedClusterAzureMonitorProfileArgs(
        metrics=containerservice.ManagedClusterAzureMonitorProfileMetricsArgs(enabled=True)
    )


def maintain(
    making: Making, cluster: "containerservice.ManagedCluster", settings: InferenceClusterCreate
) -> None:
    """The hours of both kinds of upgrades; their names are Azure's. Source:
    learn.microsoft.com/azure/aks/planned-maintenance, 2026-08."""
    always = settings.maintenance_hours
    for key, config_name, hours in (
        ("upgrades", "aksManagedAutoUpgradeSchedule", always),
        ("node-upgrades", "aksManagedNodeOSUpgradeSchedule", settings.node_maintenance_hours or always),
    ):
        containerservice.MaintenanceConfiguration(
            f"{making.name}-{key}",
            config_name=config_name,
            resource_name_=cluster.name,
            maintenance_window=containerservice.MaintenanceWindowArgs(
                schedule=containerservice.ScheduleArgs(
                    weekly=containerservice.WeeklyScheduleArgs(
                        day_of_week=hours.day, interval_weeks=hours.interval_weeks
                    )
                ),
                start_time=hours.start_time,
                duration_hours=hours.duration_hours,
                utc_offset=hours.utc_offset,
            ),
            opts=making.child(),
            **making.group,
        )


NAME = "system"
"""Of the pool that is made with the cluster; later generations have their number after it."""

_TAINT = "CriticalAddonsOnly=true:NoSchedule"
"""Keeps workloads off; AKS's own pods tolerate it. Source: learn.microsoft.com/azure/aks/use-system-pools."""


def inline_pool(
    settings: InferenceClusterCreate, subnet_id: Input[str], location: str
) -> "containerservice.ManagedClusterAgentPoolProfileArgs":
    shape = _shape(settings, subnet_id, location)
    return containerservice.ManagedClusterAgentPoolProfileArgs(name=NAME, **shape)


def own_pool(
    making: Making,
    cluster: "containerservice.ManagedCluster",
    settings: InferenceClusterCreate,
    subnet_id: Input[str],
    location: str,
) -> None:
    """A later generation, beside the pool that was made with the cluster."""
    generation = settings.system_pool.generation
    if generation == 1:
        return
    containerservice.AgentPool(
        f"{making.name}-{NAME}-{generation}",
        agent_pool_name=f"{NAME}{generation}",
        resource_name_=cluster.name,
        tags=making.tags,
        opts=making.child(ignore_changes=["count"]),
        **making.group,
        **_shape(settings, subnet_id, location),
    )


def warn_of_differences(
    cluster: "containerservice.ManagedCluster",
    settings: InferenceClusterCreate,
    location: str,
    component: Component,
) -> None:
    """Say that the settings ask for another system pool than there is. AKS can't be asked for it in the
    cluster's own list of pools."""
    if settings.system_pool.generation > 1:
        return

    def compare(profiles: Any) -> None:
        pool = next((one for one in profiles or [] if one.name == NAME), None)
        if pool is None:
            return
        for setting, there, wanted in (
            ("size", pool.vm_size, settings.system_pool.size),
            ("zones", sorted(pool.availability_zones or []), settings.system_pool.zones_in(location)),
            ("min_nodes", pool.min_count, settings.system_pool.min_nodes),
            ("max_nodes", pool.max_count, settings.system_pool.max_nodes),
            ("kubernetes_version", minor(str(pool.orchestrator_version)), settings.kubernetes_version),
        ):
            if there != wanted:
                component.warn(
                    f"the system pool has `{setting}` {there}, and the settings say {wanted}: raise "
                    "`system_pool.generation` by one, and delete the old pool when the new one is there"
                )

    cluster.agent_pool_profiles.apply(compare)


def _shape(settings: InferenceClusterCreate, subnet_id: Input[str], location: str) -> dict[str, Any]:
    pool = settings.system_pool
    return {
        "mode": containerservice.AgentPoolMode.SYSTEM,
        "type": containerservice.AgentPoolType.VIRTUAL_MACHINE_SCALE_SETS,
        "vm_size": pool.size,
        "orchestrator_version": settings.kubernetes_version,
        "vnet_subnet_id": subnet_id,
        "availability_zones": pool.zones_in(location) or None,
        "count": pool.min_nodes,
        "enable_auto_scaling": True,
        "min_count": pool.min_nodes,
        "max_count": pool.max_nodes,
        "os_type": containerservice.OSType.LINUX,
        "os_sku": "Ubuntu",
        "os_disk_type": "Managed",
        "os_disk_size_gb": 128,
        "node_taints": [_TAINT],
        "enable_node_public_ip": False,
        "upgrade_settings": containerservice.AgentPoolUpgradeSettingsArgs(max_surge="10%"),
    }
