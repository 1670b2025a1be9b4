"""Which of the public names are components."""

import pulumi

import azure_ai_landing_zone

COMPONENTS = [
    name
    for name in azure_ai_landing_zone.__all__
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
        "FlowLogs",
        "GpuDevicePlugin",
        "GpuNamespaces",
        "GpuPriorities",
        "Grafana",
        "HomeShare",
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
