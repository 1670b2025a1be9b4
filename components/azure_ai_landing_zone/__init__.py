"""AI landing zones on Azure: components, and the settings they take.

Names are imported when they are first used: planning and catalogue load no azure-native module.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from azure_ai_landing_zone.collecting import nothing_collected

if TYPE_CHECKING:
    from azure_ai_landing_zone.action_group import (
        ActionGroup,
        ActionGroupArgs,
        AlertRecipients,
        SecureWebhook,
    )
    from azure_ai_landing_zone.ai_search import (
        AISearch,
        AISearchArgs,
        SearchServiceCreate,
        SearchServiceExisting,
        SharedPrivateLink,
    )
    from azure_ai_landing_zone.alert_rules import AlertRules, AlertRulesArgs, AlertTarget
    from azure_ai_landing_zone.application_insights import (
        ApplicationInsights,
        ApplicationInsightsArgs,
        TelemetrySampling,
    )
    from azure_ai_landing_zone.auto_shutdown import AutoShutdown
    from azure_ai_landing_zone.bastion import (
        Bastion,
        BastionArgs,
        BastionCreate,
        BastionDisabled,
        BastionExisting,
    )
    from azure_ai_landing_zone.blob_cache import (
        BlobCache,
        BlobCacheArgs,
    )
    from azure_ai_landing_zone.blob_cache_mount import (
        BlobCacheAccountCreate,
        BlobCacheContainerExisting,
        BlockCacheMount,
        CacheDisk,
        FileCacheMount,
        NfsMount,
    )
    from azure_ai_landing_zone.budget import Budget, BudgetNotification
    from azure_ai_landing_zone.checkpoint_store import CheckpointStore, CheckpointStoreArgs
    from azure_ai_landing_zone.cluster_operators import ClusterOperators, ClusterOperatorsArgs
    from azure_ai_landing_zone.cognitive_account import EncryptionKey
    from azure_ai_landing_zone.container_registry import (
        ContainerRegistry,
        ContainerRegistryArgs,
        ContainerRegistryCreate,
        ContainerRegistryExisting,
    )
    from azure_ai_landing_zone.content_filter import Blocklist, ContentFilter, HarmThresholds
    from azure_ai_landing_zone.content_safety import (
        ContentSafety,
        ContentSafetyArgs,
        ContentSafetyCreate,
        ContentSafetyExisting,
    )
    from azure_ai_landing_zone.cost_governance import CostGovernance, CostGovernanceArgs
    from azure_ai_landing_zone.data_disk import DataDisk
    from azure_ai_landing_zone.dcgm_exporter import DcgmExporter, DcgmExporterArgs
    from azure_ai_landing_zone.deployer import Deployer, DeployerArgs, DeployerRight
    from azure_ai_landing_zone.dev_machine import DevMachine, DevMachineArgs
    from azure_ai_landing_zone.dev_machine_settings import MachineBudget
    from azure_ai_landing_zone.diagnostics import DiagnosticsExternal, DiagnosticsManaged, DiagnosticsOff
    from azure_ai_landing_zone.fabric_gate_log import FabricGateLog, FabricGateLogArgs
    from azure_ai_landing_zone.federated_subjects import (
        AzureDevOpsTrust,
        GitHubActionsTrust,
        ServiceAccountTrust,
    )
    from azure_ai_landing_zone.firewall import (
        Firewall,
        FirewallArgs,
        FirewallCreate,
        FirewallDisabled,
        FirewallPlace,
    )
    from azure_ai_landing_zone.gateway_api import GatewayTelemetry
    from azure_ai_landing_zone.gateway_backends import GatewayBackend
    from azure_ai_landing_zone.gpu_device_plugin import GpuDevicePlugin, GpuDevicePluginArgs
    from azure_ai_landing_zone.gpu_namespaces import GpuNamespace, GpuNamespaces, GpuNamespacesArgs
    from azure_ai_landing_zone.gpu_pool_facts import GpuPoolFacts
    from azure_ai_landing_zone.gpu_priorities import GpuPriorities
    from azure_ai_landing_zone.gpu_quota import GpuDemand, GpuQuota
    from azure_ai_landing_zone.grafana import Grafana, GrafanaArgs
    from azure_ai_landing_zone.hub_network import HubNetwork, HubNetworkArgs
    from azure_ai_landing_zone.identity import ExistingIdentity, ManagedIdentity, ManagedIdentityArgs
    from azure_ai_landing_zone.inference_audit import InferenceAudit, InferenceAuditArgs
    from azure_ai_landing_zone.inference_audit_plan import AuditParty
    from azure_ai_landing_zone.inference_cluster import InferenceCluster, InferenceClusterArgs
    from azure_ai_landing_zone.inference_cluster_access import AttachedIdentity, TrustedPods
    from azure_ai_landing_zone.inference_cluster_monitoring import ClusterMetrics
    from azure_ai_landing_zone.inference_cluster_settings import (
        ClusterAutoscaler,
        InferenceClusterCreate,
        InferenceClusterExisting,
        MaintenanceHours,
        SystemPool,
    )
    from azure_ai_landing_zone.inference_gateway import (
        EnvoyGatewayClass,
        ExistingGatewayClass,
        InferenceGateway,
        InferenceGatewayArgs,
    )
    from azure_ai_landing_zone.inference_pool import InferencePool, InferencePoolArgs, MigInstances
    from azure_ai_landing_zone.inference_service import InferenceService, InferenceServiceArgs
    from azure_ai_landing_zone.inference_service_access import CollectorPlace, RouteParent
    from azure_ai_landing_zone.inference_service_scaling import MetricsSource
    from azure_ai_landing_zone.inference_service_settings import (
        BlobWeights,
        ClaimWeights,
        ContainerEngine,
        CpuScale,
        DownloadedWeights,
        FixedScale,
        GpuScale,
        LustreWeights,
        QueueScale,
        VllmEngine,
    )
    from azure_ai_landing_zone.inference_workloads import InferenceWorkloads
    from azure_ai_landing_zone.inference_workloads_settings import InferenceWorkloadsSettings
    from azure_ai_landing_zone.infiniband_feature import InfinibandFeature, InfinibandFeatureArgs
    from azure_ai_landing_zone.key_vault import KeyVault, KeyVaultArgs, KeyVaultCreate, KeyVaultExisting
    from azure_ai_landing_zone.kueue_queues import KueueQueue, KueueQueues, KueueQueuesArgs
    from azure_ai_landing_zone.landing_zone import LandingZone
    from azure_ai_landing_zone.landing_zone_settings import LandingZoneSettings
    from azure_ai_landing_zone.log_analytics_workspace import (
        LogAnalyticsWorkspace,
        LogAnalyticsWorkspaceArgs,
        LogAnalyticsWorkspaceCreate,
        LogAnalyticsWorkspaceExisting,
    )
    from azure_ai_landing_zone.lustre_blob_settings import (
        LustreAutoExport,
        LustreAutoImport,
        LustreBlobCreate,
        LustreBlobDisabled,
        LustreBlobExisting,
        LustreImport,
        LustreJobNone,
    )
    from azure_ai_landing_zone.lustre_dataset import (
        LustreDataset,
        LustreDatasetArgs,
    )
    from azure_ai_landing_zone.lustre_encryption import (
        LustreCustomerKey,
        LustrePlatformKey,
    )
    from azure_ai_landing_zone.lustre_file_system import (
        LustreCapacityForReaders,
        LustreCapacityGiven,
        LustreCheckpoint,
        LustreMaintenance,
        LustreReaders,
        LustreRootSquash,
        LustreRootSquashOff,
    )
    from azure_ai_landing_zone.machine_learning_compute import MachineLearningCluster, MachineLearningInstance
    from azure_ai_landing_zone.machine_learning_datastore import MachineLearningDatastore
    from azure_ai_landing_zone.machine_learning_network import ManagedNetwork
    from azure_ai_landing_zone.machine_learning_workspace import (
        MachineLearningWorkspace,
        MachineLearningWorkspaceArgs,
    )
    from azure_ai_landing_zone.model import AccessGrant, PrivateEndpointPlace, Tags
    from azure_ai_landing_zone.model_deployment import ModelDeployment
    from azure_ai_landing_zone.model_gateway import ModelGateway, ModelGatewayArgs
    from azure_ai_landing_zone.model_gateway_plan import GatewayTeam
    from azure_ai_landing_zone.model_service import (
        FoundryAccountCreate,
        FoundryAccountExisting,
        ModelService,
        ModelServiceArgs,
    )
    from azure_ai_landing_zone.monitor_private_link import (
        MonitorPrivateLink,
        MonitorPrivateLinkArgs,
        MonitorPrivateLinkCreate,
        MonitorPrivateLinkDisabled,
        MonitorPrivateLinkExisting,
    )
    from azure_ai_landing_zone.monitor_tables import TableRetention
    from azure_ai_landing_zone.monitor_workspace import MonitorWorkspace, MonitorWorkspaceArgs
    from azure_ai_landing_zone.naming import Naming
    from azure_ai_landing_zone.network import Network, NetworkArgs
    from azure_ai_landing_zone.network_hub import HubConnection
    from azure_ai_landing_zone.network_layout import NetworkSubnet, UsedRange
    from azure_ai_landing_zone.node_setup.services import (
        FabricReports,
        NodeMount,
        NodeServices,
        SlurmMembership,
    )
    from azure_ai_landing_zone.observability import Observability, ObservabilityArgs
    from azure_ai_landing_zone.own_image import OwnImage
    from azure_ai_landing_zone.people import People
    from azure_ai_landing_zone.private_ai_endpoints import PrivateAIEndpoints, PrivateAIEndpointsArgs
    from azure_ai_landing_zone.private_dns_settings import (
        DnsZoneCreate,
        DnsZoneExisting,
        DnsZoneExternal,
        DnsZonePolicyManaged,
        LinkedNetwork,
        PrivateEndpointTarget,
    )
    from azure_ai_landing_zone.private_dns_zones import PrivateDnsZones, PrivateDnsZonesArgs
    from azure_ai_landing_zone.prometheus_rule_groups import PrometheusRuleGroups, PrometheusRuleGroupsArgs
    from azure_ai_landing_zone.ray_cluster import RayCluster, RayClusterArgs
    from azure_ai_landing_zone.ray_job import RayJob, RayJobArgs
    from azure_ai_landing_zone.ray_service import RayService, RayServiceArgs
    from azure_ai_landing_zone.roles import BuiltInRole
    from azure_ai_landing_zone.scheduled_scaling import ScheduledScaling, ScheduledScalingArgs
    from azure_ai_landing_zone.settings_error import SettingsError
    from azure_ai_landing_zone.slurm_scheduler import SlurmMember, SlurmScheduler, SlurmSchedulerArgs
    from azure_ai_landing_zone.slurm_settings import SlurmLogin
    from azure_ai_landing_zone.storage_account import (
        StorageAccount,
        StorageAccountArgs,
        StorageAccountCreate,
        StorageAccountExisting,
    )
    from azure_ai_landing_zone.telemetry_collector import TelemetryCollector, TelemetryCollectorArgs
    from azure_ai_landing_zone.training_cluster import TrainingCluster, TrainingClusterArgs
    from azure_ai_landing_zone.training_nodes import ExistingPlacementGroup
    from azure_ai_landing_zone.training_pool import TrainingPool, TrainingPoolArgs
    from azure_ai_landing_zone.warm_capacity import WarmCapacity, WarmCapacityArgs, WarmPool

__all__ = [
    "AISearch",
    "AISearchArgs",
    "AccessGrant",
    "ActionGroup",
    "ActionGroupArgs",
    "AlertRecipients",
    "AlertRules",
    "AlertRulesArgs",
    "AlertTarget",
    "ApplicationInsights",
    "ApplicationInsightsArgs",
    "AttachedIdentity",
    "AuditParty",
    "AutoShutdown",
    "AzureDevOpsTrust",
    "Bastion",
    "BastionArgs",
    "BastionCreate",
    "BastionDisabled",
    "BastionExisting",
    "BlobCache",
    "BlobCacheAccountCreate",
    "BlobCacheArgs",
    "BlobCacheContainerExisting",
    "BlobWeights",
    "BlockCacheMount",
    "Blocklist",
    "Budget",
    "BudgetNotification",
    "BuiltInRole",
    "CacheDisk",
    "CheckpointStore",
    "CheckpointStoreArgs",
    "ClaimWeights",
    "ClusterAutoscaler",
    "ClusterMetrics",
    "ClusterOperators",
    "ClusterOperatorsArgs",
    "CollectorPlace",
    "ContainerEngine",
    "ContainerRegistry",
    "ContainerRegistryArgs",
    "ContainerRegistryCreate",
    "ContainerRegistryExisting",
    "ContentFilter",
    "ContentSafety",
    "ContentSafetyArgs",
    "ContentSafetyCreate",
    "ContentSafetyExisting",
    "CostGovernance",
    "CostGovernanceArgs",
    "CpuScale",
    "DataDisk",
    "DcgmExporter",
    "DcgmExporterArgs",
    "Deployer",
    "DeployerArgs",
    "DeployerRight",
    "DevMachine",
    "DevMachineArgs",
    "DiagnosticsExternal",
    "DiagnosticsManaged",
    "DiagnosticsOff",
    "DnsZoneCreate",
    "DnsZoneExisting",
    "DnsZoneExternal",
    "DnsZonePolicyManaged",
    "DownloadedWeights",
    "EncryptionKey",
    "EnvoyGatewayClass",
    "ExistingGatewayClass",
    "ExistingIdentity",
    "ExistingPlacementGroup",
    "FabricGateLog",
    "FabricGateLogArgs",
    "FabricReports",
    "FileCacheMount",
    "Firewall",
    "FirewallArgs",
    "FirewallCreate",
    "FirewallDisabled",
    "FirewallPlace",
    "FixedScale",
    "FoundryAccountCreate",
    "FoundryAccountExisting",
    "GatewayBackend",
    "GatewayTeam",
    "GatewayTelemetry",
    "GitHubActionsTrust",
    "GpuDemand",
    "GpuDevicePlugin",
    "GpuDevicePluginArgs",
    "GpuNamespace",
    "GpuNamespaces",
    "GpuNamespacesArgs",
    "GpuPoolFacts",
    "GpuPriorities",
    "GpuQuota",
    "GpuScale",
    "Grafana",
    "GrafanaArgs",
    "HarmThresholds",
    "HubConnection",
    "HubNetwork",
    "HubNetworkArgs",
    "InferenceAudit",
    "InferenceAuditArgs",
    "InferenceCluster",
    "InferenceClusterArgs",
    "InferenceClusterCreate",
    "InferenceClusterExisting",
    "InferenceGateway",
    "InferenceGatewayArgs",
    "InferencePool",
    "InferencePoolArgs",
    "InferenceService",
    "InferenceServiceArgs",
    "InferenceWorkloads",
    "InferenceWorkloadsSettings",
    "InfinibandFeature",
    "InfinibandFeatureArgs",
    "KeyVault",
    "KeyVaultArgs",
    "KeyVaultCreate",
    "KeyVaultExisting",
    "KueueQueue",
    "KueueQueues",
    "KueueQueuesArgs",
    "LandingZone",
    "LandingZoneSettings",
    "LinkedNetwork",
    "LogAnalyticsWorkspace",
    "LogAnalyticsWorkspaceArgs",
    "LogAnalyticsWorkspaceCreate",
    "LogAnalyticsWorkspaceExisting",
    "LustreAutoExport",
    "LustreAutoImport",
    "LustreBlobCreate",
    "LustreBlobDisabled",
    "LustreBlobExisting",
    "LustreCapacityForReaders",
    "LustreCapacityGiven",
    "LustreCheckpoint",
    "LustreCustomerKey",
    "LustreDataset",
    "LustreDatasetArgs",
    "LustreImport",
    "LustreJobNone",
    "LustreMaintenance",
    "LustrePlatformKey",
    "LustreReaders",
    "LustreRootSquash",
    "LustreRootSquashOff",
    "LustreWeights",
    "MachineBudget",
    "MachineLearningCluster",
    "MachineLearningDatastore",
    "MachineLearningInstance",
    "MachineLearningWorkspace",
    "MachineLearningWorkspaceArgs",
    "MaintenanceHours",
    "ManagedIdentity",
    "ManagedIdentityArgs",
    "ManagedNetwork",
    "MetricsSource",
    "MigInstances",
    "ModelDeployment",
    "ModelGateway",
    "ModelGatewayArgs",
    "ModelService",
    "ModelServiceArgs",
    "MonitorPrivateLink",
    "MonitorPrivateLinkArgs",
    "MonitorPrivateLinkCreate",
    "MonitorPrivateLinkDisabled",
    "MonitorPrivateLinkExisting",
    "MonitorWorkspace",
    "MonitorWorkspaceArgs",
    "Naming",
    "Network",
    "NetworkArgs",
    "NetworkSubnet",
    "NfsMount",
    "NodeMount",
    "NodeServices",
    "Observability",
    "ObservabilityArgs",
    "OwnImage",
    "People",
    "PrivateAIEndpoints",
    "PrivateAIEndpointsArgs",
    "PrivateDnsZones",
    "PrivateDnsZonesArgs",
    "PrivateEndpointPlace",
    "PrivateEndpointTarget",
    "PrometheusRuleGroups",
    "PrometheusRuleGroupsArgs",
    "QueueScale",
    "RayCluster",
    "RayClusterArgs",
    "RayJob",
    "RayJobArgs",
    "RayService",
    "RayServiceArgs",
    "RouteParent",
    "ScheduledScaling",
    "ScheduledScalingArgs",
    "SearchServiceCreate",
    "SearchServiceExisting",
    "SecureWebhook",
    "ServiceAccountTrust",
    "SettingsError",
    "SharedPrivateLink",
    "SlurmLogin",
    "SlurmMember",
    "SlurmMembership",
    "SlurmScheduler",
    "SlurmSchedulerArgs",
    "StorageAccount",
    "StorageAccountArgs",
    "StorageAccountCreate",
    "StorageAccountExisting",
    "SystemPool",
    "TableRetention",
    "Tags",
    "TelemetryCollector",
    "TelemetryCollectorArgs",
    "TelemetrySampling",
    "TrainingCluster",
    "TrainingClusterArgs",
    "TrainingPool",
    "TrainingPoolArgs",
    "TrustedPods",
    "UsedRange",
    "VllmEngine",
    "WarmCapacity",
    "WarmCapacityArgs",
    "WarmPool",
]

_MODULES = {
    "AISearch": "ai_search",
    "AISearchArgs": "ai_search",
    "AccessGrant": "model",
    "ActionGroup": "action_group",
    "ActionGroupArgs": "action_group",
    "AlertRecipients": "action_group",
    "AlertRules": "alert_rules",
    "AlertRulesArgs": "alert_rules",
    "AlertTarget": "alert_rules",
    "ApplicationInsights": "application_insights",
    "ApplicationInsightsArgs": "application_insights",
    "AttachedIdentity": "inference_cluster_access",
    "AuditParty": "inference_audit_plan",
    "AutoShutdown": "auto_shutdown",
    "AzureDevOpsTrust": "federated_subjects",
    "Bastion": "bastion",
    "BastionArgs": "bastion",
    "BastionCreate": "bastion",
    "BastionDisabled": "bastion",
    "BastionExisting": "bastion",
    "BlobCache": "blob_cache",
    "BlobCacheAccountCreate": "blob_cache_mount",
    "BlobCacheArgs": "blob_cache",
    "BlobCacheContainerExisting": "blob_cache_mount",
    "BlobWeights": "inference_service_settings",
    "BlockCacheMount": "blob_cache_mount",
    "Blocklist": "content_filter",
    "Budget": "budget",
    "BudgetNotification": "budget",
    "BuiltInRole": "roles",
    "CacheDisk": "blob_cache_mount",
    "CheckpointStore": "checkpoint_store",
    "CheckpointStoreArgs": "checkpoint_store",
    "ClaimWeights": "inference_service_settings",
    "ClusterAutoscaler": "inference_cluster_settings",
    "ClusterMetrics": "inference_cluster_monitoring",
    "ClusterOperators": "cluster_operators",
    "ClusterOperatorsArgs": "cluster_operators",
    "CollectorPlace": "inference_service_access",
    "ContainerEngine": "inference_service_settings",
    "ContainerRegistry": "container_registry",
    "ContainerRegistryArgs": "container_registry",
    "ContainerRegistryCreate": "container_registry",
    "ContainerRegistryExisting": "container_registry",
    "ContentFilter": "content_filter",
    "ContentSafety": "content_safety",
    "ContentSafetyArgs": "content_safety",
    "ContentSafetyCreate": "content_safety",
    "ContentSafetyExisting": "content_safety",
    "CostGovernance": "cost_governance",
    "CostGovernanceArgs": "cost_governance",
    "CpuScale": "inference_service_settings",
    "DataDisk": "data_disk",
    "DcgmExporter": "dcgm_exporter",
    "DcgmExporterArgs": "dcgm_exporter",
    "Deployer": "deployer",
    "DeployerArgs": "deployer",
    "DeployerRight": "deployer",
    "DevMachine": "dev_machine",
    "DevMachineArgs": "dev_machine",
    "DiagnosticsExternal": "diagnostics",
    "DiagnosticsManaged": "diagnostics",
    "DiagnosticsOff": "diagnostics",
    "DnsZoneCreate": "private_dns_settings",
    "DnsZoneExisting": "private_dns_settings",
    "DnsZoneExternal": "private_dns_settings",
    "DnsZonePolicyManaged": "private_dns_settings",
    "DownloadedWeights": "inference_service_settings",
    "EncryptionKey": "cognitive_account",
    "EnvoyGatewayClass": "inference_gateway",
    "ExistingGatewayClass": "inference_gateway",
    "ExistingIdentity": "identity",
    "ExistingPlacementGroup": "training_nodes",
    "FabricGateLog": "fabric_gate_log",
    "FabricGateLogArgs": "fabric_gate_log",
    "FabricReports": "node_setup.services",
    "FileCacheMount": "blob_cache_mount",
    "Firewall": "firewall",
    "FirewallArgs": "firewall",
    "FirewallCreate": "firewall",
    "FirewallDisabled": "firewall",
    "FirewallPlace": "firewall",
    "FixedScale": "inference_service_settings",
    "FoundryAccountCreate": "model_service",
    "FoundryAccountExisting": "model_service",
    "GatewayBackend": "gateway_backends",
    "GatewayTeam": "model_gateway_plan",
    "GatewayTelemetry": "gateway_api",
    "GitHubActionsTrust": "federated_subjects",
    "GpuDemand": "gpu_quota",
    "GpuDevicePlugin": "gpu_device_plugin",
    "GpuDevicePluginArgs": "gpu_device_plugin",
    "GpuNamespace": "gpu_namespaces",
    "GpuNamespaces": "gpu_namespaces",
    "GpuNamespacesArgs": "gpu_namespaces",
    "GpuPoolFacts": "gpu_pool_facts",
    "GpuPriorities": "gpu_priorities",
    "GpuQuota": "gpu_quota",
    "GpuScale": "inference_service_settings",
    "Grafana": "grafana",
    "GrafanaArgs": "grafana",
    "HarmThresholds": "content_filter",
    "HubConnection": "network_hub",
    "HubNetwork": "hub_network",
    "HubNetworkArgs": "hub_network",
    "InferenceAudit": "inference_audit",
    "InferenceAuditArgs": "inference_audit",
    "InferenceCluster": "inference_cluster",
    "InferenceClusterArgs": "inference_cluster",
    "InferenceClusterCreate": "inference_cluster_settings",
    "InferenceClusterExisting": "inference_cluster_settings",
    "InferenceGateway": "inference_gateway",
    "InferenceGatewayArgs": "inference_gateway",
    "InferencePool": "inference_pool",
    "InferencePoolArgs": "inference_pool",
    "InferenceService": "inference_service",
    "InferenceServiceArgs": "inference_service",
    "InferenceWorkloads": "inference_workloads",
    "InferenceWorkloadsSettings": "inference_workloads_settings",
    "InfinibandFeature": "infiniband_feature",
    "InfinibandFeatureArgs": "infiniband_feature",
    "KeyVault": "key_vault",
    "KeyVaultArgs": "key_vault",
    "KeyVaultCreate": "key_vault",
    "KeyVaultExisting": "key_vault",
    "KueueQueue": "kueue_queues",
    "KueueQueues": "kueue_queues",
    "KueueQueuesArgs": "kueue_queues",
    "LandingZone": "landing_zone",
    "LandingZoneSettings": "landing_zone_settings",
    "LinkedNetwork": "private_dns_settings",
    "LogAnalyticsWorkspace": "log_analytics_workspace",
    "LogAnalyticsWorkspaceArgs": "log_analytics_workspace",
    "LogAnalyticsWorkspaceCreate": "log_analytics_workspace",
    "LogAnalyticsWorkspaceExisting": "log_analytics_workspace",
    "LustreAutoExport": "lustre_blob_settings",
    "LustreAutoImport": "lustre_blob_settings",
    "LustreBlobCreate": "lustre_blob_settings",
    "LustreBlobDisabled": "lustre_blob_settings",
    "LustreBlobExisting": "lustre_blob_settings",
    "LustreCapacityForReaders": "lustre_file_system",
    "LustreCapacityGiven": "lustre_file_system",
    "LustreCheckpoint": "lustre_file_system",
    "LustreCustomerKey": "lustre_encryption",
    "LustreDataset": "lustre_dataset",
    "LustreDatasetArgs": "lustre_dataset",
    "LustreImport": "lustre_blob_settings",
    "LustreJobNone": "lustre_blob_settings",
    "LustreMaintenance": "lustre_file_system",
    "LustrePlatformKey": "lustre_encryption",
    "LustreReaders": "lustre_file_system",
    "LustreRootSquash": "lustre_file_system",
    "LustreRootSquashOff": "lustre_file_system",
    "LustreWeights": "inference_service_settings",
    "MachineBudget": "dev_machine_settings",
    "MachineLearningCluster": "machine_learning_compute",
    "MachineLearningDatastore": "machine_learning_datastore",
    "MachineLearningInstance": "machine_learning_compute",
    "MachineLearningWorkspace": "machine_learning_workspace",
    "MachineLearningWorkspaceArgs": "machine_learning_workspace",
    "MaintenanceHours": "inference_cluster_settings",
    "ManagedIdentity": "identity",
    "ManagedIdentityArgs": "identity",
    "ManagedNetwork": "machine_learning_network",
    "MetricsSource": "inference_service_scaling",
    "MigInstances": "inference_pool",
    "ModelDeployment": "model_deployment",
    "ModelGateway": "model_gateway",
    "ModelGatewayArgs": "model_gateway",
    "ModelService": "model_service",
    "ModelServiceArgs": "model_service",
    "MonitorPrivateLink": "monitor_private_link",
    "MonitorPrivateLinkArgs": "monitor_private_link",
    "MonitorPrivateLinkCreate": "monitor_private_link",
    "MonitorPrivateLinkDisabled": "monitor_private_link",
    "MonitorPrivateLinkExisting": "monitor_private_link",
    "MonitorWorkspace": "monitor_workspace",
    "MonitorWorkspaceArgs": "monitor_workspace",
    "Naming": "naming",
    "Network": "network",
    "NetworkArgs": "network",
    "NetworkSubnet": "network_layout",
    "NfsMount": "blob_cache_mount",
    "NodeMount": "node_setup.services",
    "NodeServices": "node_setup.services",
    "Observability": "observability",
    "ObservabilityArgs": "observability",
    "OwnImage": "own_image",
    "People": "people",
    "PrivateAIEndpoints": "private_ai_endpoints",
    "PrivateAIEndpointsArgs": "private_ai_endpoints",
    "PrivateDnsZones": "private_dns_zones",
    "PrivateDnsZonesArgs": "private_dns_zones",
    "PrivateEndpointPlace": "model",
    "PrivateEndpointTarget": "private_dns_settings",
    "PrometheusRuleGroups": "prometheus_rule_groups",
    "PrometheusRuleGroupsArgs": "prometheus_rule_groups",
    "QueueScale": "inference_service_settings",
    "RayCluster": "ray_cluster",
    "RayClusterArgs": "ray_cluster",
    "RayJob": "ray_job",
    "RayJobArgs": "ray_job",
    "RayService": "ray_service",
    "RayServiceArgs": "ray_service",
    "RouteParent": "inference_service_access",
    "ScheduledScaling": "scheduled_scaling",
    "ScheduledScalingArgs": "scheduled_scaling",
    "SearchServiceCreate": "ai_search",
    "SearchServiceExisting": "ai_search",
    "SecureWebhook": "action_group",
    "ServiceAccountTrust": "federated_subjects",
    "SettingsError": "settings_error",
    "SharedPrivateLink": "ai_search",
    "SlurmLogin": "slurm_settings",
    "SlurmMember": "slurm_scheduler",
    "SlurmMembership": "node_setup.services",
    "SlurmScheduler": "slurm_scheduler",
    "SlurmSchedulerArgs": "slurm_scheduler",
    "StorageAccount": "storage_account",
    "StorageAccountArgs": "storage_account",
    "StorageAccountCreate": "storage_account",
    "StorageAccountExisting": "storage_account",
    "SystemPool": "inference_cluster_settings",
    "TableRetention": "monitor_tables",
    "Tags": "model",
    "TelemetryCollector": "telemetry_collector",
    "TelemetryCollectorArgs": "telemetry_collector",
    "TelemetrySampling": "application_insights",
    "TrainingCluster": "training_cluster",
    "TrainingClusterArgs": "training_cluster",
    "TrainingPool": "training_pool",
    "TrainingPoolArgs": "training_pool",
    "TrustedPods": "inference_cluster_access",
    "UsedRange": "network_layout",
    "VllmEngine": "inference_service_settings",
    "WarmCapacity": "warm_capacity",
    "WarmCapacityArgs": "warm_capacity",
    "WarmPool": "warm_capacity",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with nothing_collected():
        value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
