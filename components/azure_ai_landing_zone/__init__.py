"""AI landing zones on Azure: components, and the settings they take.

Names are imported when they are first used: planning and catalogue load no azure-native module.
"""

from importlib import import_module
from typing import Any

from azure_ai_landing_zone.core.collecting import nothing_collected

NAMES_OF = {
    "access.deployer": "Deployer DeployerArgs",
    "access.elsewhere": "DeployerRight",
    "access.encryption_key": "EncryptionKey",
    "access.identity": "ExistingIdentity ManagedIdentity ManagedIdentityArgs",
    "access.people": "People",
    "access.trust": "AzureDevOpsTrust GitHubActionsTrust ServiceAccountTrust",
    "advisor.answer": "Answer advise",
    "advisor.settings": (
        "AdviceRequest DescribedModel FullFineTuning LoraFineTuning NamedModel PreTraining Serving"
    ),
    "aks.access": "AttachedIdentity TrustedPods",
    "aks.cluster": "InferenceCluster InferenceClusterArgs",
    "aks.infiniband_feature": "InfinibandFeature InfinibandFeatureArgs",
    "aks.monitoring": "ClusterMetrics",
    "aks.pool_facts": "GpuPoolFacts",
    "aks.pools": "InferencePool InferencePoolArgs MigInstances TrainingPool TrainingPoolArgs",
    "aks.settings": (
        "ClusterAutoscaler InferenceClusterCreate InferenceClusterExisting MaintenanceHours SystemPool"
    ),
    "audit.audit": "InferenceAudit InferenceAuditArgs",
    "audit.settings": "AuditParty",
    "catalog.roles": "BuiltInRole",
    "core.diagnostics": "DiagnosticsExternal DiagnosticsManaged DiagnosticsOff",
    "core.errors": "SettingsError",
    "core.model": "AccessGrant OwnRole PrivateEndpointPlace Tags",
    "core.naming": "Naming",
    "data.blob_cache.cache": "BlobCache BlobCacheArgs",
    "data.blob_cache.settings": (
        "BlobCacheAccountCreate BlobCacheContainerExisting BlockCacheMount CacheDisk FileCacheMount NfsMount"
    ),
    "data.checkpoints.store": "CheckpointStore CheckpointStoreArgs",
    "data.homes.settings": "HomeShareCreate",
    "data.homes.share": "HomeShare HomeShareArgs",
    "data.lustre.blob": (
        "LustreAutoExport LustreAutoImport LustreBlobCreate LustreBlobDisabled LustreBlobExisting "
        "LustreImport LustreJobNone"
    ),
    "data.lustre.dataset": "LustreDataset LustreDatasetArgs",
    "data.lustre.settings": (
        "LustreCapacityForReaders LustreCapacityGiven LustreCheckpoint LustreCustomerKey "
        "LustreMaintenance LustrePlatformKey LustreReaders LustreRootSquash LustreRootSquashOff"
    ),
    "endpoints.ai_endpoints": "PrivateAIEndpoints PrivateAIEndpointsArgs",
    "endpoints.settings": (
        "DnsZoneCreate DnsZoneExisting DnsZoneExternal DnsZonePolicyManaged LinkedNetwork "
        "PrivateEndpointTarget"
    ),
    "endpoints.zones": "PrivateDnsZones PrivateDnsZonesArgs",
    "gateway.api": "GatewayTelemetry",
    "gateway.backends": "GatewayBackend",
    "gateway.gateway": "ModelGateway ModelGatewayArgs",
    "gateway.money": "GatewayTokenPrice",
    "gateway.settings": "GatewayCluster GatewayTeam PromptScreening",
    "machine_learning.compute": "MachineLearningCluster MachineLearningInstance",
    "machine_learning.datastore": "MachineLearningDatastore",
    "machine_learning.managed_network": "ManagedNetwork",
    "machine_learning.workspace": "MachineIdentity MachineLearningWorkspace MachineLearningWorkspaceArgs",
    "machines.auto_shutdown": "AutoShutdown",
    "machines.dev.machine": "DevMachine DevMachineArgs",
    "machines.dev.settings": "MachineBudget",
    "machines.gpu_quota": "GpuDemand GpuQuota",
    "machines.settings": "DataDisk OwnImage",
    "models.content_filter": "Blocklist ContentFilter HarmThresholds",
    "models.content_safety": "ContentSafety ContentSafetyArgs ContentSafetyCreate ContentSafetyExisting",
    "models.deployment": "ModelDeployment",
    "models.search": "AISearch AISearchArgs SearchServiceCreate SearchServiceExisting SharedPrivateLink",
    "models.service": "FoundryAccountCreate FoundryAccountExisting ModelService ModelServiceArgs",
    "network.bastion": "Bastion BastionArgs BastionCreate BastionDisabled BastionExisting",
    "network.firewall": "Firewall FirewallArgs FirewallCreate FirewallDisabled FirewallPlace",
    "network.flow_logs": "FlowLogs FlowLogsArgs",
    "network.flows": "Flow",
    "network.hub": "HubNetwork HubNetworkArgs",
    "network.network": "Network NetworkArgs",
    "network.settings": "HubConnection NetworkSubnet UsedRange VirtualHubConnection",
    "network.spokes": "SpokeFlow SpokesAll SpokesListed SpokesNone",
    "network.ways_out": "WayOut",
    "node_setup.container_runtime": "ContainerRuntime",
    "node_setup.services": "FabricReports NodeMount NodeServices SlurmMembership",
    "operations.action_group": "ActionGroup ActionGroupArgs AlertRecipients SecureWebhook",
    "operations.alert_rules": "AlertRules AlertRulesArgs AlertTarget",
    "operations.azure_policies": ("AzurePolicies AzurePoliciesArgs PolicyAssignmentSettings PolicyExemption"),
    "operations.budgets": "Budget BudgetNotification CostGovernance CostGovernanceArgs",
    "operations.defender_plans": "DefenderPlanSettings DefenderPlans DefenderPlansArgs",
    "operations.grafana": "Grafana GrafanaArgs",
    "operations.logs": (
        "LogAnalyticsWorkspace LogAnalyticsWorkspaceArgs LogAnalyticsWorkspaceCreate "
        "LogAnalyticsWorkspaceExisting TableRetention"
    ),
    "operations.metrics": "MonitorWorkspace MonitorWorkspaceArgs",
    "operations.observability": "Observability ObservabilityArgs",
    "operations.private_link": (
        "MonitorPrivateLink MonitorPrivateLinkArgs MonitorPrivateLinkCreate MonitorPrivateLinkDisabled "
        "MonitorPrivateLinkExisting"
    ),
    "operations.prometheus": "PrometheusRuleGroups PrometheusRuleGroupsArgs",
    "operations.telemetry": "ApplicationInsights ApplicationInsightsArgs TelemetrySampling",
    "preflight.client": "AzureClient azure_credential",
    "preflight.dry_run": "stack_demand stack_outputs",
    "preflight.preflight": "Preflight run_preflight",
    "slurm.accounting": "SlurmAccount SlurmDatabaseCreate SlurmDatabaseExisting SlurmQos",
    "slurm.database": "SlurmDatabase SlurmDatabaseArgs",
    "slurm.people": "SlurmUser SlurmUserGroup",
    "slurm.scheduler": "SlurmMember SlurmScheduler SlurmSchedulerArgs",
    "slurm.settings": "SlurmLogin",
    "stores.container_registry": (
        "ContainerRegistry ContainerRegistryArgs ContainerRegistryCreate ContainerRegistryExisting"
    ),
    "stores.key_vault": "KeyVault KeyVaultArgs KeyVaultCreate KeyVaultExisting",
    "stores.storage_account": "StorageAccount StorageAccountArgs StorageAccountCreate StorageAccountExisting",
    "training.cluster": "TrainingCluster TrainingClusterArgs",
    "training.fabric_gate_log": "FabricGateLog FabricGateLogArgs",
    "training.scheduled_scaling": "ScheduledScaling ScheduledScalingArgs",
    "training.settings": "ExistingPlacementGroup",
    "workloads.gateway_authentication": "EntraAuthentication NoAuthentication RequestLimits",
    "workloads.gateway_certificate": "CertificateSecret VaultCertificate",
    "workloads.gpu_daemons": "DcgmExporter DcgmExporterArgs GpuDevicePlugin GpuDevicePluginArgs",
    "workloads.inference_gateway": (
        "EnvoyGatewayClass ExistingGatewayClass InferenceGateway InferenceGatewayArgs"
    ),
    "workloads.kueue": "KueueQueue KueueQueues KueueQueuesArgs",
    "workloads.namespaces": "GpuNamespace GpuNamespaces GpuNamespacesArgs",
    "workloads.operators": "ClusterOperators ClusterOperatorsArgs",
    "workloads.priorities": "GpuPriorities",
    "workloads.ray.ray": "RayCluster RayClusterArgs RayJob RayJobArgs RayService RayServiceArgs",
    "workloads.routes": "RouteParent",
    "workloads.scale_up_order": "ScaleUpOrder ScaleUpOrderArgs",
    "workloads.serving.access": "CollectorPlace",
    "workloads.serving.scales": "CpuScale FixedScale GpuScale QueueScale ServingHours",
    "workloads.serving.scaling": "MetricsSource",
    "workloads.serving.service": "InferenceService InferenceServiceArgs",
    "workloads.serving.settings": "ContainerEngine VaultSecrets VllmEngine",
    "workloads.serving.weights": "BlobWeights ClaimWeights DownloadedWeights ImageWeights LustreWeights",
    "workloads.settings": "InferenceWorkloadsSettings",
    "workloads.staging.staged_weights": "StagedWeights StagedWeightsArgs",
    "workloads.telemetry_collector": "TelemetryCollector TelemetryCollectorArgs",
    "workloads.warm_capacity": "WarmCapacity WarmCapacityArgs WarmPool",
    "workloads.workloads": "InferenceWorkloads",
    "zone.landing_zone": "LandingZone",
    "zone.settings": "LandingZoneSettings",
}
"""The public names of each module. `__init__.pyi` is written from it, by tools/face.py."""

_MODULES = {name: module for module, names in NAMES_OF.items() for name in names.split()}

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with nothing_collected():
        value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
