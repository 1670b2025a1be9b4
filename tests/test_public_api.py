"""What other repositories can rely on."""

import subprocess
import sys

import pulumi
import pytest

import azure_ai_landing_zone

PUBLIC = [
    "AccessGrant",
    "AzureDevOpsTrust",
    "BuiltInRole",
    "CheckpointStore",
    "CheckpointStoreArgs",
    "ContainerRegistry",
    "ContainerRegistryArgs",
    "ContainerRegistryCreate",
    "ContainerRegistryExisting",
    "Deployer",
    "DeployerArgs",
    "DeployerRight",
    "DnsZoneCreate",
    "DnsZoneExisting",
    "DnsZoneExternal",
    "DnsZonePolicyManaged",
    "GitHubActionsTrust",
    "KeyVault",
    "KeyVaultArgs",
    "KeyVaultCreate",
    "KeyVaultExisting",
    "LandingZone",
    "LandingZoneSettings",
    "LinkedNetwork",
    "LogAnalyticsWorkspace",
    "LogAnalyticsWorkspaceArgs",
    "LogAnalyticsWorkspaceCreate",
    "LogAnalyticsWorkspaceExisting",
    "ManagedIdentity",
    "ManagedIdentityArgs",
    "Naming",
    "Network",
    "NetworkArgs",
    "NetworkSubnet",
    "People",
    "PrivateAIEndpoints",
    "PrivateAIEndpointsArgs",
    "PrivateDnsZones",
    "PrivateDnsZonesArgs",
    "PrivateEndpointPlace",
    "PrivateEndpointTarget",
    "ServiceAccountTrust",
    "SettingsError",
    "StorageAccount",
    "StorageAccountArgs",
    "StorageAccountCreate",
    "StorageAccountExisting",
    "Tags",
    "TrainingCluster",
    "TrainingClusterArgs",
]


def test_names_are_pinned() -> None:
    assert azure_ai_landing_zone.__all__ == PUBLIC == sorted(PUBLIC)
    assert dir(azure_ai_landing_zone) == PUBLIC


@pytest.mark.parametrize("name", PUBLIC)
def test_every_name_is_there_and_says_what_it_is(name: str) -> None:
    thing = getattr(azure_ai_landing_zone, name)
    assert thing.__name__ == name
    assert thing.__doc__


def test_unknown_names_are_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="module 'azure_ai_landing_zone' has no attribute 'Cluster'"):
        _ = azure_ai_landing_zone.Cluster


COMPONENTS = [
    name
    for name in PUBLIC
    if isinstance(getattr(azure_ai_landing_zone, name), type)
    and issubclass(getattr(azure_ai_landing_zone, name), pulumi.ComponentResource)
]


def test_components() -> None:
    assert COMPONENTS == [
        "CheckpointStore",
        "ContainerRegistry",
        "Deployer",
        "KeyVault",
        "LandingZone",
        "LogAnalyticsWorkspace",
        "ManagedIdentity",
        "Network",
        "PrivateAIEndpoints",
        "PrivateDnsZones",
        "StorageAccount",
        "TrainingCluster",
    ]


@pytest.mark.parametrize(
    "module",
    [
        "azure_ai_landing_zone",
        "azure_ai_landing_zone.catalog.sizes",
        "azure_ai_landing_zone.planning.placement",
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
