"""AI landing zones on Azure: components, and the settings they take.

Names are imported when they are first used: planning and catalogue load no azure-native module.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from azure_ai_landing_zone.checkpoint_store import CheckpointStore, CheckpointStoreArgs
    from azure_ai_landing_zone.container_registry import (
        ContainerRegistry,
        ContainerRegistryArgs,
        ContainerRegistryCreate,
        ContainerRegistryExisting,
    )
    from azure_ai_landing_zone.deployer import Deployer, DeployerArgs, DeployerRight
    from azure_ai_landing_zone.federated_subjects import (
        AzureDevOpsTrust,
        GitHubActionsTrust,
        ServiceAccountTrust,
    )
    from azure_ai_landing_zone.identity import ManagedIdentity, ManagedIdentityArgs
    from azure_ai_landing_zone.key_vault import KeyVault, KeyVaultArgs, KeyVaultCreate, KeyVaultExisting
    from azure_ai_landing_zone.landing_zone import LandingZone
    from azure_ai_landing_zone.landing_zone_settings import LandingZoneSettings
    from azure_ai_landing_zone.log_analytics_workspace import (
        LogAnalyticsWorkspace,
        LogAnalyticsWorkspaceArgs,
        LogAnalyticsWorkspaceCreate,
        LogAnalyticsWorkspaceExisting,
    )
    from azure_ai_landing_zone.model import AccessGrant, PrivateEndpointPlace, Tags
    from azure_ai_landing_zone.naming import Naming
    from azure_ai_landing_zone.network import Network, NetworkArgs, NetworkSubnet
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
    from azure_ai_landing_zone.roles import BuiltInRole
    from azure_ai_landing_zone.settings_error import SettingsError
    from azure_ai_landing_zone.storage_account import (
        StorageAccount,
        StorageAccountArgs,
        StorageAccountCreate,
        StorageAccountExisting,
    )
    from azure_ai_landing_zone.training_cluster import TrainingCluster, TrainingClusterArgs

__all__ = [
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

_MODULES = {
    "AccessGrant": "model",
    "AzureDevOpsTrust": "federated_subjects",
    "BuiltInRole": "roles",
    "CheckpointStore": "checkpoint_store",
    "CheckpointStoreArgs": "checkpoint_store",
    "ContainerRegistry": "container_registry",
    "ContainerRegistryArgs": "container_registry",
    "ContainerRegistryCreate": "container_registry",
    "ContainerRegistryExisting": "container_registry",
    "Deployer": "deployer",
    "DeployerArgs": "deployer",
    "DeployerRight": "deployer",
    "DnsZoneCreate": "private_dns_settings",
    "DnsZoneExisting": "private_dns_settings",
    "DnsZoneExternal": "private_dns_settings",
    "DnsZonePolicyManaged": "private_dns_settings",
    "GitHubActionsTrust": "federated_subjects",
    "KeyVault": "key_vault",
    "KeyVaultArgs": "key_vault",
    "KeyVaultCreate": "key_vault",
    "KeyVaultExisting": "key_vault",
    "LandingZone": "landing_zone",
    "LandingZoneSettings": "landing_zone_settings",
    "LinkedNetwork": "private_dns_settings",
    "LogAnalyticsWorkspace": "log_analytics_workspace",
    "LogAnalyticsWorkspaceArgs": "log_analytics_workspace",
    "LogAnalyticsWorkspaceCreate": "log_analytics_workspace",
    "LogAnalyticsWorkspaceExisting": "log_analytics_workspace",
    "ManagedIdentity": "identity",
    "ManagedIdentityArgs": "identity",
    "Naming": "naming",
    "Network": "network",
    "NetworkArgs": "network",
    "NetworkSubnet": "network",
    "People": "people",
    "PrivateAIEndpoints": "private_ai_endpoints",
    "PrivateAIEndpointsArgs": "private_ai_endpoints",
    "PrivateDnsZones": "private_dns_zones",
    "PrivateDnsZonesArgs": "private_dns_zones",
    "PrivateEndpointPlace": "model",
    "PrivateEndpointTarget": "private_dns_settings",
    "ServiceAccountTrust": "federated_subjects",
    "SettingsError": "settings_error",
    "StorageAccount": "storage_account",
    "StorageAccountArgs": "storage_account",
    "StorageAccountCreate": "storage_account",
    "StorageAccountExisting": "storage_account",
    "Tags": "model",
    "TrainingCluster": "training_cluster",
    "TrainingClusterArgs": "training_cluster",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
