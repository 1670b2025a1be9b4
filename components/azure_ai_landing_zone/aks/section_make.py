"""Makes an AKS cluster with its GPU pools in a landing zone."""

from collections.abc import Sequence
from typing import Any

import pulumi

from azure_ai_landing_zone.access.identity import ManagedIdentity
from azure_ai_landing_zone.aks.access import AttachedIdentity, TrustedPods
from azure_ai_landing_zone.aks.cluster import InferenceCluster, InferenceClusterArgs
from azure_ai_landing_zone.aks.infiniband_feature import InfinibandFeature, InfinibandFeatureArgs
from azure_ai_landing_zone.aks.monitoring import ClusterMetrics
from azure_ai_landing_zone.aks.planning.pools import wants_infiniband_feature
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from azure_ai_landing_zone.aks.pools import (
    InferencePool,
    InferencePoolArgs,
    InferencePoolSettings,
    TrainingPool,
    TrainingPoolArgs,
    TrainingPoolSettings,
)
from azure_ai_landing_zone.aks.section_settings import NODES, SCALER, InferenceClusterNeeds
from azure_ai_landing_zone.aks.settings import RESOURCE_TYPE, InferenceClusterCreate
from azure_ai_landing_zone.core.grants import grant_access
from azure_ai_landing_zone.core.model import Input, fields_of
from azure_ai_landing_zone.endpoints.zones import PrivateDnsZones
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.operations.logs import LogAnalyticsWorkspace
from azure_ai_landing_zone.operations.metrics import MonitorWorkspace
from azure_ai_landing_zone.operations.observability import Observability
from azure_ai_landing_zone.operations.prometheus import PrometheusRuleGroups, PrometheusRuleGroupsArgs
from azure_ai_landing_zone.operations.section import AlertsItem
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.stores.container_registry import ContainerRegistry, ContainerRegistryCreate
from azure_ai_landing_zone.stores.container_registry_section import ContainerRegistryItem


def make_inference(item: InferenceClusterNeeds, made: Made) -> Part:
    cluster = _make_cluster(item, made)
    _let_people_in(item, made, cluster)
    # Of the subscription: made with the first cluster that needs it, for all of the zone.
    feature = made.so_far(InfinibandFeature) or _feature(item, made) if item.training_pools else None
    _make_pools(item, made, cluster, [feature] if feature is not None else [])
    metrics = made.only(MonitorWorkspace)
    if metrics is not None and isinstance(item.managed_cluster, InferenceClusterCreate):
        _make_rules(item, made, cluster, metrics)
    watched = []
    if isinstance(item.managed_cluster, InferenceClusterCreate):
        watched = [
            AlertTarget(
                key=f"{item.key}-aks",
                resource_type=RESOURCE_TYPE,
                target_resource_id=cluster.cluster_resource_id,
            )
        ]
    return Part(
        component=cluster,
        outputs=_outputs(item, made, cluster),
        alert_targets=watched,
        further=[feature] if feature is not None else [],
    )


def _make_cluster(item: InferenceClusterNeeds, made: Made) -> InferenceCluster:
    site, metrics = made.site, made.only(MonitorWorkspace)
    pods = [
        TrustedPods(
            key=one.key,
            identity_resource_id=made.identities[one.name].identity_resource_id,
            namespace=one.namespace,
            service_account=one.service_account,
        )
        for one in item.workload_identities
    ]
    own: dict[str, Any] = {}
    if isinstance(item.managed_cluster, InferenceClusterCreate):
        workspace = made.only(LogAnalyticsWorkspace)
        own = {
            "subnet_resource_id": made.subnet_id(item),
            "control_plane": _attached(made.identity(item)),
            "kubelet": _attached(made.identity(item, NODES)),
            "metrics_reader": _attached(made.identity(item, SCALER))
            if metrics and item.managed_cluster.keda
            else None,
            "registry_resource_id": made.the(ContainerRegistry).registry_resource_id
            if item.managed_cluster.outbound_type == "none"
            else None,
            "workspace_resource_id": workspace and workspace.workspace_resource_id,
            "encryption_key": item.encryption_key(made),
            "metrics": metrics
            and ClusterMetrics(
                monitor_workspace_resource_id=metrics.workspace_resource_id,
                data_collection_endpoint_resource_id=metrics.data_collection_endpoint_resource_id,
            ),
        }
    # Nodes pull images as soon as they boot, and the agents ask for the names of what they send to.
    reached = made.present(PrivateDnsZones, ContainerRegistry, Observability)
    return InferenceCluster(
        f"{site.name}-{item.key}",
        InferenceClusterArgs(
            **site.common,
            **own,
            label=item.key,
            managed_cluster=item.managed_cluster,
            trusted_pods=pods,
            access=site.people.access("kubernetesCluster"),
            diagnostics=site.diagnostics,
        ),
        site.child(depends_on=[*reached, *item.key_vaults(made)]),
        hub_provider=site.hub_provider,
    )


def _let_people_in(item: InferenceClusterNeeds, made: Made, cluster: InferenceCluster) -> None:
    """Namespaces are scopes of roles. Source: learn.microsoft.com/azure/aks/entra-id-authorization,
    2026-08-21."""
    site, subscription = made.site, made.site.subscription_id
    if not isinstance(item.managed_cluster, InferenceClusterCreate):
        subscription = item.managed_cluster.cluster_resource_id.split("/")[2]
    for namespace in item.people_namespaces:
        grant_access(
            f"{site.name}-{item.key}-{namespace}",
            site.people.access("kubernetesNamespace"),
            scope=pulumi.Output.concat(cluster.cluster_resource_id, "/namespaces/", namespace),
            subscription_id=subscription,
            opts=site.child(depends_on=[cluster]),
        )


def _make_pools(
    item: InferenceClusterNeeds,
    made: Made,
    cluster: InferenceCluster,
    after: Sequence[pulumi.Resource],
) -> None:
    site = made.site
    version = (
        item.managed_cluster.kubernetes_version
        if isinstance(item.managed_cluster, InferenceClusterCreate)
        else None
    )
    place: dict[str, Any] = {
        "cluster_resource_id": cluster.cluster_resource_id,
        "subnet_resource_id": _subnet_id(item, made),
        "location": site.common["location"],
        "kubernetes_version": version,
        "tags": site.common["tags"],
    }
    for pool in item.pools:
        InferencePool(
            f"{site.name}-{item.key}-{pool.name}",
            InferencePoolArgs(**fields_of(pool, InferencePoolSettings), **place, pool_name=pool.name),
            site.child(depends_on=[cluster]),
        )
    for training in item.training_pools:
        TrainingPool(
            f"{site.name}-{item.key}-{training.name}",
            TrainingPoolArgs(**fields_of(training, TrainingPoolSettings), **place, pool_name=training.name),
            site.child(depends_on=[cluster, *after]),
        )


def _feature(item: InferenceClusterNeeds, made: Made) -> InfinibandFeature:
    size = item.training_pools[0].gpu_pool("pool").vm_size
    return InfinibandFeature(
        f"{made.site.name}-{item.key}-infiniband",
        InfinibandFeatureArgs(
            mode=item.infiniband_feature,
            wanted="registered" if wants_infiniband_feature(size) else "unregistered",
        ),
        made.site.child(),
    )


def _make_rules(
    item: InferenceClusterNeeds, made: Made, cluster: InferenceCluster, metrics: MonitorWorkspace
) -> None:
    site, alerts, observability = made.site, made.others.only(AlertsItem), made.only(Observability)
    groups: list[Input[str]] = []
    if observability is not None and alerts is not None:
        groups = [observability.action_group_resource_id]
    runbooks: dict[str, Any] = {"runbooks": alerts.runbooks} if alerts is not None else {}
    PrometheusRuleGroups(
        f"{site.name}-{item.key}-rules",
        PrometheusRuleGroupsArgs(
            **site.common,
            **runbooks,
            label=item.key,
            monitor_workspace_resource_id=metrics.workspace_resource_id,
            cluster_resource_id=cluster.cluster_resource_id,
            cluster_name=cluster.cluster_name,
            action_group_resource_ids=groups,
        ),
        site.child(),
    )


def _outputs(item: InferenceClusterNeeds, made: Made, cluster: InferenceCluster) -> dict[str, Any]:
    """What the stack of what runs inside reads."""
    workspace, metrics = made.only(LogAnalyticsWorkspace), made.only(MonitorWorkspace)
    pools = [shape.gpu_pool(name) for _, shape, name, _ in item.all_pools()]
    found = {
        "clusterName": cluster.cluster_name,
        "clusterResourceId": cluster.cluster_resource_id,
        "resourceGroupName": cluster.resource_group_name,
        "nodeResourceGroupName": cluster.node_resource_group_name,
        "oidcIssuerUrl": cluster.oidc_issuer_url,
        "pools": [GpuPoolFacts.of(pool).model_dump(by_alias=True) for pool in pools],
        "workloadIdentities": {
            one.name: made.identities[one.name].client_id for one in item.workload_identities
        },
        "peopleNamespaces": item.people_namespaces,
        "logAnalyticsWorkspaceResourceId": workspace and workspace.workspace_resource_id,
    }
    if metrics is not None:
        found |= {
            "monitorWorkspaceResourceId": metrics.workspace_resource_id,
            "prometheusQueryEndpoint": metrics.query_endpoint,
        }
        if isinstance(item.managed_cluster, InferenceClusterCreate) and item.managed_cluster.keda:
            found["kedaClientId"] = made.identity(item, SCALER).client_id
    if isinstance(item.managed_cluster, InferenceClusterCreate):
        found["outboundType"] = item.managed_cluster.outbound_type
    registry = made.only(ContainerRegistry)
    if registry is not None:
        found["imageRegistry"] = {"loginServer": registry.login_server} | _sources(made)
    return {name: value for name, value in found.items() if value is not None}


def _sources(made: Made) -> dict[str, list[str]]:
    """What the zone's registry keeps copies of; of one that someone else answers for nobody knows."""
    registry = made.others.only(ContainerRegistryItem)
    if not isinstance(registry, ContainerRegistryCreate):
        return {}
    return {"sources": registry.image_cache.sources() if registry.image_cache is not None else []}


def _subnet_id(item: InferenceClusterNeeds, made: Made) -> Input[str] | None:
    """Of a cluster made here. One that is brought along has its own, and its pools join the same."""
    if not isinstance(item.managed_cluster, InferenceClusterCreate):
        return item.managed_cluster.node_subnet_resource_id
    return made.subnet_id(item)


def _attached(identity: ManagedIdentity) -> AttachedIdentity:
    return AttachedIdentity(
        identity_resource_id=identity.identity_resource_id,
        principal_id=identity.principal_id,
        client_id=identity.client_id,
    )
