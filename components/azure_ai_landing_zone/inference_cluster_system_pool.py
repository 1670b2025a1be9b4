"""The pool of an AKS cluster's own pods."""

from typing import Any

import pulumi
from pulumi_azure_native import containerservice

from azure_ai_landing_zone.catalog.kubernetes_versions import minor
from azure_ai_landing_zone.inference_cluster_settings import InferenceClusterCreate
from azure_ai_landing_zone.model import Input, Tags

NAME = "system"
"""Of the pool that is made with the cluster; later generations have their number after it."""

_TAINT = "CriticalAddonsOnly=true:NoSchedule"
"""Keeps workloads off; AKS's own pods tolerate it. Source: learn.microsoft.com/azure/aks/use-system-pools."""


def inline_pool(
    settings: InferenceClusterCreate, subnet_id: Input[str]
) -> "containerservice.ManagedClusterAgentPoolProfileArgs":
    return containerservice.ManagedClusterAgentPoolProfileArgs(name=NAME, **_shape(settings, subnet_id))


def own_pool(
    name: str,
    cluster: "containerservice.ManagedCluster",
    settings: InferenceClusterCreate,
    *,
    subnet_id: Input[str],
    resource_group_name: Input[str],
    tags: Tags | None,
    opts: pulumi.ResourceOptions,
) -> None:
    """A later generation, beside the pool that was made with the cluster."""
    generation = settings.system_pool.generation
    if generation == 1:
        return
    containerservice.AgentPool(
        f"{name}-{NAME}-{generation}",
        agent_pool_name=f"{NAME}{generation}",
        resource_name_=cluster.name,
        resource_group_name=resource_group_name,
        **_shape(settings, subnet_id),
        tags=tags.as_azure() if tags else None,
        opts=pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(ignore_changes=["count"])),
    )


def warn_of_differences(
    cluster: "containerservice.ManagedCluster", settings: InferenceClusterCreate, component: pulumi.Resource
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
            ("min_nodes", pool.min_count, settings.system_pool.min_nodes),
            ("max_nodes", pool.max_count, settings.system_pool.max_nodes),
            ("kubernetes_version", minor(str(pool.orchestrator_version)), settings.kubernetes_version),
        ):
            if there != wanted:
                pulumi.log.warn(
                    f"the system pool has `{setting}` {there}, and the settings say {wanted}: raise "
                    "`system_pool.generation` by one, and delete the old pool when the new one is there",
                    component,
                )

    cluster.agent_pool_profiles.apply(compare)


def _shape(settings: InferenceClusterCreate, subnet_id: Input[str]) -> dict[str, Any]:
    pool = settings.system_pool
    return {
        "mode": containerservice.AgentPoolMode.SYSTEM,
        "type": containerservice.AgentPoolType.VIRTUAL_MACHINE_SCALE_SETS,
        "vm_size": pool.size,
        "orchestrator_version": settings.kubernetes_version,
        "vnet_subnet_id": subnet_id,
        "availability_zones": list(pool.zones) or None,
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
