"""Microsoft.Insights/privateLinkScopes"""

from __future__ import annotations

from azure_simulator.cloud.resource_type import ResourceType


class MonitorPrivateLinkScope(ResourceType):
    pulumi_type = "azure-native:monitor:PrivateLinkScope"
    aliases = ("azure-native:insights:PrivateLinkScope",)
    path = "…/Microsoft.Insights/privateLinkScopes/{scopeName}"
    source = "learn.microsoft.com/azure/azure-monitor/fundamentals/private-link-security"
    replaces = frozenset({"location"})
