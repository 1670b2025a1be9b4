"""What other repositories can rely on."""

import subprocess
import sys
from importlib.resources import files

import pulumi
import pytest

import azure_ai_landing_zone
import face

PUBLIC = [
    "AISearch",
    "AISearchArgs",
    "AccessGrant",
    "ActionGroup",
    "ActionGroupArgs",
    "AdviceRequest",
    "AlertRecipients",
    "AlertRules",
    "AlertRulesArgs",
    "AlertTarget",
    "Answer",
    "ApplicationInsights",
    "ApplicationInsightsArgs",
    "AttachedIdentity",
    "AuditParty",
    "AutoShutdown",
    "AzureClient",
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
    "DescribedModel",
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
    "Flow",
    "FoundryAccountCreate",
    "FoundryAccountExisting",
    "FullFineTuning",
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
    "LoraFineTuning",
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
    "NamedModel",
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
    "PreTraining",
    "Preflight",
    "PrivateAIEndpoints",
    "PrivateAIEndpointsArgs",
    "PrivateDnsZones",
    "PrivateDnsZonesArgs",
    "PrivateEndpointPlace",
    "PrivateEndpointTarget",
    "PrometheusRuleGroups",
    "PrometheusRuleGroupsArgs",
    "PromptScreening",
    "QueueScale",
    "RayCluster",
    "RayClusterArgs",
    "RayJob",
    "RayJobArgs",
    "RayService",
    "RayServiceArgs",
    "RouteParent",
    "ScaleUpOrder",
    "ScaleUpOrderArgs",
    "ScheduledScaling",
    "ScheduledScalingArgs",
    "SearchServiceCreate",
    "SearchServiceExisting",
    "SecureWebhook",
    "ServiceAccountTrust",
    "Serving",
    "SettingsError",
    "SharedPrivateLink",
    "SlurmLogin",
    "SlurmMember",
    "SlurmMembership",
    "SlurmScheduler",
    "SlurmSchedulerArgs",
    "SpokeFlow",
    "SpokesAll",
    "SpokesListed",
    "SpokesNone",
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
    "VaultSecrets",
    "VllmEngine",
    "WarmCapacity",
    "WarmCapacityArgs",
    "WarmPool",
    "WayOut",
    "advise",
    "azure_credential",
    "run_preflight",
    "stack_demand",
]


def test_names_are_pinned() -> None:
    assert azure_ai_landing_zone.__all__ == PUBLIC == sorted(PUBLIC)
    assert dir(azure_ai_landing_zone) == PUBLIC


def test_every_name_is_there_and_says_what_it_is() -> None:
    things = {name: getattr(azure_ai_landing_zone, name) for name in PUBLIC}
    assert {name: thing.__name__ for name, thing in things.items()} == {name: name for name in PUBLIC}
    assert [name for name, thing in things.items() if not thing.__doc__] == []


def test_type_checkers_read_what_is_there() -> None:
    """`make docs` writes the file."""
    assert face.FILE.read_text(encoding="utf-8") == face.text()


@pytest.mark.parametrize(
    "package", ["azure_ai_landing_zone", "azure_ai_landing_zone_policies", "azure_simulator"]
)
def test_type_checkers_take_the_packages_at_their_word(package: str) -> None:
    """Without the marker everything that others import is Any to mypy."""
    assert (files(package) / "py.typed").is_file()


def test_unknown_names_are_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="module 'azure_ai_landing_zone' has no attribute 'Cluster'"):
        _ = azure_ai_landing_zone.Cluster  # type: ignore[attr-defined]


COMPONENTS = [
    name
    for name in PUBLIC
    if isinstance(getattr(azure_ai_landing_zone, name), type)
    and issubclass(getattr(azure_ai_landing_zone, name), pulumi.ComponentResource)
]


def test_components() -> None:
    assert COMPONENTS == [
        "AISearch",
        "ActionGroup",
        "AlertRules",
        "ApplicationInsights",
        "Bastion",
        "BlobCache",
        "CheckpointStore",
        "ClusterOperators",
        "ContainerRegistry",
        "ContentSafety",
        "CostGovernance",
        "DcgmExporter",
        "Deployer",
        "DevMachine",
        "FabricGateLog",
        "Firewall",
        "GpuDevicePlugin",
        "GpuNamespaces",
        "GpuPriorities",
        "Grafana",
        "HubNetwork",
        "InferenceAudit",
        "InferenceCluster",
        "InferenceGateway",
        "InferencePool",
        "InferenceService",
        "InferenceWorkloads",
        "InfinibandFeature",
        "KeyVault",
        "KueueQueues",
        "LandingZone",
        "LogAnalyticsWorkspace",
        "LustreDataset",
        "MachineLearningWorkspace",
        "ManagedIdentity",
        "ModelGateway",
        "ModelService",
        "MonitorPrivateLink",
        "MonitorWorkspace",
        "Network",
        "Observability",
        "PrivateAIEndpoints",
        "PrivateDnsZones",
        "PrometheusRuleGroups",
        "RayCluster",
        "RayJob",
        "RayService",
        "ScaleUpOrder",
        "ScheduledScaling",
        "SlurmScheduler",
        "StorageAccount",
        "TelemetryCollector",
        "TrainingCluster",
        "TrainingPool",
        "WarmCapacity",
    ]


@pytest.mark.parametrize(
    "module",
    [
        "azure_ai_landing_zone",
        "azure_ai_landing_zone.catalog.sizes",
        "azure_ai_landing_zone.training.planning.placement",
    ],
)
def test_catalogue_and_plans_load_no_pulumi(module: str) -> None:
    program = (
        f"import sys, {module}; "
        "print(sorted(name for name in sys.modules if name.split('.')[0] in ('pulumi', "
        "'pulumi_azure_native', 'pydantic')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_zone_loads_only_what_it_makes() -> None:
    """azure-native's modules load at their first attribute; network alone takes a second."""
    program = (
        "import sys, azure_ai_landing_zone as z; z.LandingZone; "
        "print(sorted(name for name, module in sys.modules.items() if name.startswith('pulumi_azure_native.')"
        " and name.count('.') == 1 and type(module).__name__ == 'module'))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "['pulumi_azure_native._utilities', 'pulumi_azure_native.provider']\n"
