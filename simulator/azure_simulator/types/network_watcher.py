"""Microsoft.Network/networkWatchers"""

from __future__ import annotations

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import Cloud, NameRule, ResourceType

GROUP = "NetworkWatcherRG"
"""Azure's own, for the watchers that it makes."""


class NetworkWatcher(ResourceType):
    pulumi_type = "azure-native:network:NetworkWatcher"
    path = "…/Microsoft.Network/networkWatchers/{networkWatcherName}"
    source = "learn.microsoft.com/azure/network-watcher/network-watcher-create (2024-01-16)"
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,78}\w)?", "1-80 letters, digits, underscores, periods and hyphens"
    )

    def made_by_azure(self, cloud: Cloud, id_: str) -> bool:
        """With the first network of a region."""
        region = arm.name_of(id_).removeprefix("NetworkWatcher_").lower()
        in_group = (arm.group_of(id_) or "").lower() == GROUP.lower()
        return in_group and region in regions_with_networks(cloud)


def regions_with_networks(cloud: Cloud) -> set[str]:
    """Regions that have a watcher."""
    networks = cloud.store.of_token("azure-native:network:VirtualNetwork")
    return {arm.location(str(one.body.get("location"))) for one in networks}
