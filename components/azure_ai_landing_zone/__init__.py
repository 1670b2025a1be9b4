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
    "Naming",
    "Network",
    "NetworkArgs",
    "NetworkSubnet",
    "PrivateDnsZones",
    "PrivateDnsZonesArgs",
    "PrivateEndpointPlace",
    "SettingsError",
    "Tags",
    "TrainingCluster",
    "TrainingClusterArgs",
]

_MODULES = {
    "AccessGrant": "model",
    "BuiltInRole": "roles",
    "CheckpointStore": "checkpoint_store",
    "CheckpointStoreArgs": "checkpoint_store",
    "LandingZone": "landing_zone",
    "LandingZoneSettings": "landing_zone_settings",
    "Naming": "naming",
    "Network": "network",
    "NetworkArgs": "network",
    "NetworkSubnet": "network",
    "PrivateDnsZones": "private_dns_zones",
    "PrivateDnsZonesArgs": "private_dns_zones",
    "PrivateEndpointPlace": "model",
    "SettingsError": "settings_error",
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
