"""AI landing zones on Azure: components, and the settings they take.

Names are imported when they are first used: planning and catalogue load no azure-native module.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from azure_ai_landing_zone.checkpoint_store import CheckpointStore, CheckpointStoreArgs
    from azure_ai_landing_zone.landing_zone import LandingZone
    from azure_ai_landing_zone.landing_zone_settings import LandingZoneSettings
    from azure_ai_landing_zone.model import AccessGrant, PrivateEndpointPlace, Tags
    from azure_ai_landing_zone.naming import Naming
    from azure_ai_landing_zone.network import Network, NetworkArgs, NetworkSubnet
    from azure_ai_landing_zone.private_ai_endpoints import PrivateAIEndpoints, PrivateAIEndpointsArgs
    from azure_ai_landing_zone.private_dns_settings import (
        LinkedNetwork,
        PrivateEndpointTarget,
        ZoneCreate,
        ZoneExisting,
        ZoneExternal,
        ZonePolicyManaged,
    )
    from azure_ai_landing_zone.private_dns_zones import PrivateDnsZones, PrivateDnsZonesArgs
    from azure_ai_landing_zone.roles import BuiltInRole
    from azure_ai_landing_zone.settings_error import SettingsError
    from azure_ai_landing_zone.training_cluster import TrainingCluster, TrainingClusterArgs

__all__ = [
    "AccessGrant",
    "BuiltInRole",
    "CheckpointStore",
    "CheckpointStoreArgs",
    "LandingZone",
    "LandingZoneSettings",
    "LinkedNetwork",
    "Naming",
    "Network",
    "NetworkArgs",
    "NetworkSubnet",
    "PrivateAIEndpoints",
    "PrivateAIEndpointsArgs",
    "PrivateDnsZones",
    "PrivateDnsZonesArgs",
    "PrivateEndpointPlace",
    "PrivateEndpointTarget",
    "SettingsError",
    "Tags",
    "TrainingCluster",
    "TrainingClusterArgs",
    "ZoneCreate",
    "ZoneExisting",
    "ZoneExternal",
    "ZonePolicyManaged",
]

_MODULES = {
    "AccessGrant": "model",
    "BuiltInRole": "roles",
    "CheckpointStore": "checkpoint_store",
    "CheckpointStoreArgs": "checkpoint_store",
    "LandingZone": "landing_zone",
    "LandingZoneSettings": "landing_zone_settings",
    "LinkedNetwork": "private_dns_settings",
    "Naming": "naming",
    "Network": "network",
    "NetworkArgs": "network",
    "NetworkSubnet": "network",
    "PrivateAIEndpoints": "private_ai_endpoints",
    "PrivateAIEndpointsArgs": "private_ai_endpoints",
    "PrivateDnsZones": "private_dns_zones",
    "PrivateDnsZonesArgs": "private_dns_zones",
    "PrivateEndpointPlace": "model",
    "PrivateEndpointTarget": "private_dns_settings",
    "SettingsError": "settings_error",
    "Tags": "model",
    "TrainingCluster": "training_cluster",
    "TrainingClusterArgs": "training_cluster",
    "ZoneCreate": "private_dns_settings",
    "ZoneExisting": "private_dns_settings",
    "ZoneExternal": "private_dns_settings",
    "ZonePolicyManaged": "private_dns_settings",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
