"""Microsoft.Network/virtualHubs/hubRouteTables"""

from __future__ import annotations

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import USED, Cloud, ResourceType, given
from azure_simulator.types.shared.network_names import NETWORK_NAME

_EVERY_HUB_S = ("defaultroutetable", "noneroutetable")


class HubRouteTable(ResourceType):
    pulumi_type = "azure-native:network:HubRouteTable"
    path = "…/Microsoft.Network/virtualHubs/{virtualHubName}/hubRouteTables/{routeTableName}"
    source = "learn.microsoft.com/azure/virtual-wan/about-virtual-hub-routing (2024-12-10)"
    name_rule = NETWORK_NAME
    in_use = USED
    defaults = given({"labels": [], "routes": []})

    def made_by_azure(self, cloud: Cloud, id_: str) -> bool:
        hub = cloud.store.get(arm.parent_of(id_) or "")
        return hub is not None and arm.name_of(id_).lower() in _EVERY_HUB_S

    def serial_with(self, id_: str) -> str | None:
        return arm.parent_of(id_)
