"""InferenceCluster: a private AKS cluster for GPU pools, made here or brought along."""

from datetime import UTC, datetime

import pulumi
from pulumi_azure_native import containerservice
from pydantic import Field, model_validator

from azure_ai_landing_zone.access.disk_encryption import disk_encryption_set, set_names
from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.aks.access import (
    AttachedIdentity,
    TrustedPods,
    allow_control_plane,
    issuer_of,
    let_keda_read,
    trust_pods,
)
from azure_ai_landing_zone.aks.kept_key import refuse_other_disks
from azure_ai_landing_zone.aks.monitoring import ClusterMetrics, collect
from azure_ai_landing_zone.aks.planning.clusters import version_warning
from azure_ai_landing_zone.aks.profiles import (
    add_ons,
    api_server,
    autoscaler,
    bootstrap,
    inline_pool,
    maintain,
    network_profile,
    own_pool,
    prometheus,
    security,
    warn_of_differences,
)
from azure_ai_landing_zone.aks.settings import (
    RESOURCE_TYPE,
    InferenceClusterChoice,
    InferenceClusterCreate,
    InferenceClusterExisting,
)
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import AccessGrant, Input, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem

_NEEDED = ("subnet_resource_id", "control_plane", "kubelet")

_OWN = ("registry_resource_id", "workspace_resource_id", "metrics", "metrics_reader", "encryption_key")


class InferenceClusterArgs(ComponentArgs):
    """What an InferenceCluster is made of."""

    managed_cluster: InferenceClusterChoice
    """Made here, or brought along."""
    subnet_resource_id: Input[str] | None = None
    """Of the nodes, with a way out as `outbound_type` says. A cluster that is made here needs it."""
    control_plane: AttachedIdentity | None = None
    """Whom Azure acts as on the cluster's network and names. A cluster that is made here needs it."""
    kubelet: AttachedIdentity | None = None
    """Whom nodes pull images as: the registry's owner gives it AcrPull, and the cluster should depend on
    that. A cluster that is made here needs it."""
    registry_resource_id: Input[str] | None = None
    """The container registry that a cluster without a way out is booted from; only that has one. The cluster
    should depend on its cache rules and on its private endpoint."""
    workspace_resource_id: Input[str] | None = None
    """The Log Analytics workspace of its pods' logs, in the same region."""
    metrics: ClusterMetrics | None = None
    """Where Prometheus metrics go. Left out: none are collected."""
    metrics_reader: AttachedIdentity | None = None
    """Whom KEDA reads Prometheus metrics as: it gets Monitoring Data Reader on `metrics`."""
    trusted_pods: list[TrustedPods] = Field(default=[])
    """Pods that are identities."""
    access: list[AccessGrant] = Field(default=[])
    """Who may do what: roles on the cluster."""
    encryption_key: EncryptionKey | None = None
    """Of all disks of its nodes, and of volumes that pods ask for. Left out: Microsoft's key. From the first
    day or never."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of the control plane's logs."""

    @model_validator(mode="after")
    def _check_cluster(self) -> "InferenceClusterArgs":
        problems = list(access_problems(self.access, RESOURCE_TYPE))
        if isinstance(self.managed_cluster, InferenceClusterCreate):
            problems += [
                Problem((name,), "missing: a cluster that is made here needs it")
                for name in _NEEDED
                if getattr(self, name) is None
            ]
            outbound_type = self.managed_cluster.outbound_type
            has_registry = self.registry_resource_id is not None
            if outbound_type == "none" and not has_registry:
                text = (
                    "missing: a cluster whose `managed_cluster.outbound_type` is none boots from a registry"
                )
                problems.append(Problem(("registry_resource_id",), text))
            if outbound_type != "none" and has_registry:
                text = (
                    "is what a cluster without a way out boots from, and `managed_cluster.outbound_type` is "
                    f"{outbound_type}: leave it out"
                )
                problems.append(Problem(("registry_resource_id",), text))
            zone = self.managed_cluster.api_server_zone.rpartition("/")[2].lower()
            if zone.endswith(".azmk8s.io") and f"privatelink.{self.location}." not in zone:
                text = f"the zone is {zone}, and the cluster is in {self.location}: take that region's zone"
                problems.append(Problem(("managed_cluster", "api_server_zone"), text))
            if self.metrics_reader is not None and self.metrics is None:
                text = "there is nothing to read: give `metrics` as well"
                problems.append(Problem(("metrics_reader",), text))
            if self.managed_cluster.defender and self.workspace_resource_id is None:
                text = "missing: `managed_cluster.defender` needs a workspace"
                problems.append(Problem(("workspace_resource_id",), text))
        else:
            problems += [
                Problem((name,), "is the business of whoever answers for the cluster: leave it out")
                for name in (*_NEEDED, *_OWN)
                if getattr(self, name) is not None
            ]
        refuse(InferenceClusterArgs, problems)
        return self


class InferenceCluster(Component):
    """A cluster with Azure CNI overlay and Cilium, a private API server, Entra ID with Azure RBAC instead of
    local accounts, and workload identity. Its only inline pool is the system pool, which AKS can't do
    without; GPU pools join it as InferencePool and TrainingPool.

    The inline pool stays as it was made: while AKS shows all pools there, sending the list again would add
    deleted pools or be refused. Source: github.com/pulumi/pulumi-azure-native/issues/2719, 2023-09-04.
    """

    cluster_name: pulumi.Output[str]
    cluster_resource_id: pulumi.Output[str]
    oidc_issuer_url: pulumi.Output[str]
    """What federated credentials of workloads trust."""
    resource_group_name: pulumi.Output[str]
    """Of the cluster."""
    node_resource_group_name: pulumi.Output[str]
    """Azure's own group for nodes and load balancers."""

    def __init__(
        self,
        name: str,
        args: InferenceClusterArgs,
        opts: pulumi.ResourceOptions | None = None,
        *,
        hub_provider: pulumi.ProviderResource | None = None,
    ) -> None:
        """`hub_provider`: an azure-native provider for the subscription of `api_server_zone`, where that is
        another one."""
        has_key = args.encryption_key is not None
        super().__init__(name, opts, args, lambda label: azure_names(label, has_key=has_key))
        making = Making(self, name, args, diagnostics=args.diagnostics)
        if isinstance(args.managed_cluster, InferenceClusterExisting):
            its_id: Input[str] = args.managed_cluster.cluster_resource_id
            cluster = containerservice.ManagedCluster.get(f"{name}-cluster", its_id, making.child())
        else:
            cluster = self._make(making, args, args.managed_cluster, hub_provider)
            its_id = cluster.id
        making.grant(args.access, its_id)

        self.cluster_name = cluster.name
        self.cluster_resource_id = pulumi.Output.from_input(its_id)
        self.oidc_issuer_url = cluster.oidc_issuer_profile.apply(
            lambda profile: issuer_of(profile, needed=bool(args.trusted_pods))
        )
        self.node_resource_group_name = cluster.node_resource_group.apply(str)
        self.resource_group_name = self.cluster_resource_id.apply(lambda id_: id_.split("/")[4])
        pods = list(args.trusted_pods)
        if args.metrics_reader is not None and args.metrics is not None:
            metrics_id = args.metrics.monitor_workspace_resource_id
            pods.append(let_keda_read(making, args.metrics_reader, metrics_id))
        trust_pods(making, pods, self.oidc_issuer_url)
        self._end()

    def _make(
        self,
        making: Making,
        args: InferenceClusterArgs,
        settings: InferenceClusterCreate,
        hub_provider: pulumi.ProviderResource | None,
    ) -> "containerservice.ManagedCluster":
        if args.subnet_resource_id is None or args.control_plane is None or args.kubelet is None:
            raise ValueError("a cluster without network or identities, which the arguments' checks refuse")
        azure_name = making.azure_name("managedCluster")
        refuse_other_disks(self, azure_name, has_key=args.encryption_key is not None)
        if warning := version_warning(settings.kubernetes_version, datetime.now(UTC).date()):
            self.warn(warning)
        logs = args.workspace_resource_id if settings.container_logs else None
        encryption = disk_encryption_set(making, args.encryption_key)
        allowed = allow_control_plane(
            making,
            args.control_plane,
            kubelet_resource_id=args.kubelet.identity_resource_id,
            subnet_resource_id=args.subnet_resource_id,
            disk_encryption_set_id=encryption.id if encryption else None,
            zone=settings.api_server_zone,
            zone_provider=hub_provider,
        )
        has_own_zone = settings.api_server_zone not in ("system", "none")
        cluster = containerservice.ManagedCluster(
            f"{making.name}-cluster",
            resource_name_=azure_name,
            node_resource_group=making.azure_name("resourceGroup", "nodes"),
            dns_prefix=None if has_own_zone else azure_name,
            fqdn_subdomain=azure_name if has_own_zone else None,
            kubernetes_version=settings.kubernetes_version,
            disk_encryption_set_id=encryption.id if encryption else None,
            sku=containerservice.ManagedClusterSKUArgs(name="Base", tier=settings.tier),
            identity=containerservice.ManagedClusterIdentityArgs(
                type=containerservice.ResourceIdentityType.USER_ASSIGNED,
                user_assigned_identities=[args.control_plane.identity_resource_id],
            ),
            identity_profile={
                "kubeletidentity": containerservice.UserAssignedIdentityArgs(
                    resource_id=args.kubelet.identity_resource_id,
                    client_id=args.kubelet.client_id,
                    object_id=args.kubelet.principal_id,
                )
            },
            enable_rbac=True,
            disable_local_accounts=True,
            aad_profile=containerservice.ManagedClusterAADProfileArgs(managed=True, enable_azure_rbac=True),
            oidc_issuer_profile=containerservice.ManagedClusterOIDCIssuerProfileArgs(enabled=True),
            security_profile=security(args.workspace_resource_id if settings.defender else None),
            api_server_access_profile=api_server(settings),
            network_profile=network_profile(settings),
            bootstrap_profile=bootstrap(args.registry_resource_id),
            agent_pool_profiles=[inline_pool(settings, args.subnet_resource_id, args.location)],
            auto_scaler_profile=autoscaler(settings.autoscaler),
            auto_upgrade_profile=containerservice.ManagedClusterAutoUpgradeProfileArgs(
                upgrade_channel=settings.upgrade_channel, node_os_upgrade_channel=settings.node_os_channel
            ),
            addon_profiles=add_ons(settings, args.workspace_resource_id),
            azure_monitor_profile=prometheus() if args.metrics is not None else None,
            # Weights that pods read from blob containers.
            storage_profile=containerservice.ManagedClusterStorageProfileArgs(
                blob_csi_driver=containerservice.ManagedClusterStorageProfileBlobCSIDriverArgs(enabled=True)
            ),
            metrics_profile=containerservice.ManagedClusterMetricsProfileArgs(
                cost_analysis=containerservice.ManagedClusterCostAnalysisArgs(enabled=settings.tier != "Free")
            ),
            workload_auto_scaler_profile=containerservice.ManagedClusterWorkloadAutoScalerProfileArgs(
                keda=containerservice.ManagedClusterWorkloadAutoScalerProfileKedaArgs(enabled=settings.keda)
            ),
            opts=pulumi.ResourceOptions.merge(making.child(ignore_changes=["agentPoolProfiles"]), allowed),
            **making.place,
        )
        warn_of_differences(cluster, settings, args.location, self)
        own_pool(making, cluster, settings, args.subnet_resource_id, args.location)
        maintain(making, cluster, settings)
        making.watch(cluster.id, RESOURCE_TYPE)
        collect(making, cluster.id, args.metrics, logs)
        return cluster


def azure_names(label: str, *, has_key: bool) -> list[tuple[Kind, str]]:
    """What an InferenceCluster called so names."""
    return [
        ("managedCluster", label),
        ("resourceGroup", f"{label}-nodes"),
        ("dataCollectionRule", f"{label}-metrics"),
        *set_names(label, has_key=has_key),
    ]
