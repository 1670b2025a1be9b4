"""Makes an AKS cluster with its GPU pools in a landing zone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
    InferencePoolShape,
    TrainingPool,
    TrainingPoolArgs,
    TrainingPoolShape,
)
from azure_ai_landing_zone.aks.settings import RESOURCE_TYPE, InferenceClusterCreate
from azure_ai_landing_zone.core.model import Input
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.operations.prometheus import PrometheusRuleGroups, PrometheusRuleGroupsArgs
from azure_ai_landing_zone.sections.section import Part
from azure_ai_landing_zone.sections.site import fields_of

if TYPE_CHECKING:
    from azure_ai_landing_zone.aks.section import InferenceClusterSettings
    from azure_ai_landing_zone.zone.made import Made

NODES, SCALER = "nodes", "keda"
"""Of the names of the cluster's identities, after its own: whom nodes pull images as, and whom KEDA reads
metrics as."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InferencePart(Part):
    """A cluster, and what its InfiniBand pools waited for."""

    feature: InfinibandFeature | None = None


def make_inference(item: "InferenceClusterSettings", made: "Made") -> InferencePart:
    cluster = _make_cluster(item, made)
    feature = _feature(item, made) if item.training_pools else None
    _make_pools(item, made, cluster, [feature] if feature is not None else [])
    if made.metrics is not None and isinstance(item.managed_cluster, InferenceClusterCreate):
        _make_rules(item, made, cluster)
    watched = []
    if isinstance(item.managed_cluster, InferenceClusterCreate):
        watched = [
            AlertTarget(
                key=f"{item.name}-aks",
                resource_type=RESOURCE_TYPE,
                target_resource_id=cluster.cluster_resource_id,
            )
        ]
    return InferencePart(
        component=cluster,
        outputs=_outputs(item, made, cluster),
        alert_targets=watched,
        feature=feature,
    )


def _make_cluster(item: "InferenceClusterSettings", made: "Made") -> InferenceCluster:
    site, identities = made.site, made.identities
    pods = [
        TrustedPods(
            key=one.name,
            identity_resource_id=identities[one.name].identity_resource_id,
            namespace=one.namespace,
            service_account=one.service_account,
        )
        for one in item.workload_identities
    ]
    own: dict[str, Any] = {}
    if isinstance(item.managed_cluster, InferenceClusterCreate):
        metrics = made.metrics
        own = {
            "subnet_resource_id": _subnet_id(item, made),
            "control_plane": _attached(identities[item.name]),
            "kubelet": _attached(identities[f"{item.name}-{NODES}"]),
            "metrics_reader": _attached(identities[f"{item.name}-{SCALER}"])
            if metrics and item.managed_cluster.keda
            else None,
            "workspace_resource_id": made.workspace and made.workspace.workspace_resource_id,
            "metrics": metrics
            and ClusterMetrics(
                monitor_workspace_resource_id=metrics.workspace_resource_id,
                data_collection_endpoint_resource_id=metrics.data_collection_endpoint_resource_id,
            ),
        }
    # Nodes pull images as soon as they boot, and the agents ask for the names of what they send to.
    reached = [made.zones.component, made.registry, made.observability]
    return InferenceCluster(
        f"{site.name}-{item.name}",
        InferenceClusterArgs(
            **site.common,
            **own,
            label=item.name,
            managed_cluster=item.managed_cluster,
            trusted_pods=pods,
            access=site.people.access("kubernetesCluster"),
            diagnostics=site.diagnostics,
        ),
        site.child(depends_on=[one for one in reached if one is not None]),
        hub_provider=site.hub_provider,
    )


def _make_pools(
    item: "InferenceClusterSettings",
    made: "Made",
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
            f"{site.name}-{item.name}-{pool.name}",
            InferencePoolArgs(**fields_of(pool, InferencePoolShape), **place, pool_name=pool.name),
            site.child(depends_on=[cluster]),
        )
    for training in item.training_pools:
        TrainingPool(
            f"{site.name}-{item.name}-{training.name}",
            TrainingPoolArgs(**fields_of(training, TrainingPoolShape), **place, pool_name=training.name),
            site.child(depends_on=[cluster, *after]),
        )


def _feature(item: "InferenceClusterSettings", made: "Made") -> InfinibandFeature:
    """Of the subscription: made with the first cluster that needs it, for all of the zone."""
    for part in made.parts.get("inference_clusters", {}).values():
        if isinstance(part, InferencePart) and part.feature is not None:
            return part.feature
    size = item.training_pools[0].gpu_pool("pool").vm_size
    return InfinibandFeature(
        f"{made.site.name}-{item.name}-infiniband",
        InfinibandFeatureArgs(
            mode=item.infiniband_feature,
            wanted="registered" if wants_infiniband_feature(size) else "unregistered",
        ),
        made.site.child(),
    )


def _make_rules(item: "InferenceClusterSettings", made: "Made", cluster: InferenceCluster) -> None:
    site, alerts = made.site, made.settings.alerts
    groups: list[Input[str]] = []
    if made.observability is not None and alerts is not None:
        groups = [made.observability.action_group_resource_id]
    assert made.metrics is not None, "rules are about metrics"  # noqa: S101
    runbooks: dict[str, Any] = {"runbooks": alerts.runbooks} if alerts is not None else {}
    PrometheusRuleGroups(
        f"{site.name}-{item.name}-rules",
        PrometheusRuleGroupsArgs(
            **site.common,
            **runbooks,
            label=item.name,
            monitor_workspace_resource_id=made.metrics.workspace_resource_id,
            cluster_resource_id=cluster.cluster_resource_id,
            cluster_name=cluster.cluster_name,
            action_group_resource_ids=groups,
        ),
        site.child(),
    )


def _outputs(item: "InferenceClusterSettings", made: "Made", cluster: InferenceCluster) -> dict[str, Any]:
    """What the stack of what runs inside reads."""
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
        "logAnalyticsWorkspaceResourceId": made.workspace and made.workspace.workspace_resource_id,
    }
    if made.metrics is not None:
        found |= {
            "monitorWorkspaceResourceId": made.metrics.workspace_resource_id,
            "prometheusQueryEndpoint": made.metrics.query_endpoint,
        }
        if isinstance(item.managed_cluster, InferenceClusterCreate) and item.managed_cluster.keda:
            found["kedaClientId"] = made.identities[f"{item.name}-{SCALER}"].client_id
    return {name: value for name, value in found.items() if value is not None}


def _subnet_id(item: "InferenceClusterSettings", made: "Made") -> Input[str] | None:
    """Of a cluster made here. One that is brought along has its own, and its pools join the same."""
    if not isinstance(item.managed_cluster, InferenceClusterCreate):
        return item.managed_cluster.node_subnet_resource_id
    assert made.network is not None, "a subnet was asked for"  # noqa: S101
    return made.network.subnet_resource_ids[item.name]


def _attached(identity: ManagedIdentity) -> AttachedIdentity:
    return AttachedIdentity(
        identity_resource_id=identity.identity_resource_id,
        principal_id=identity.principal_id,
        client_id=identity.client_id,
    )
