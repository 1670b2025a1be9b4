"""Microsoft.ContainerService/managedClusters/maintenanceConfigurations"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import ResourceType
from azure_simulator.cloud.values import dig

_DEFAULT = "default"
_UPGRADES = ("aksManagedAutoUpgradeSchedule", "aksManagedNodeOSUpgradeSchedule")


class MaintenanceConfiguration(ResourceType):
    pulumi_type = "azure-native:containerservice:MaintenanceConfiguration"
    path = (
        "/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers"
        "/Microsoft.ContainerService/managedClusters/{resourceName}/maintenanceConfigurations/{configName}"
    )
    source = "learn.microsoft.com/azure/aks/planned-maintenance"

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        name, hours = dig(props, "configName"), dig(props, "maintenanceWindow.durationHours")
        if isinstance(name, str) and name not in (_DEFAULT, *_UPGRADES):
            yield "configName", f"'{name}' is none of {_DEFAULT}, {', '.join(_UPGRADES)}"
        if name in _UPGRADES and "maintenanceWindow" not in props:
            yield "maintenanceWindow", f"'{name}' needs a maintenance window"
        if isinstance(hours, (int, float)) and not 4 <= hours <= 24:
            yield "maintenanceWindow.durationHours", f"must be 4 to 24, got {hours:g}"
