"""Microsoft.Network/dnsResolvers/outboundEndpoints"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud.resource_type import USED, Put, ResourceType
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.network_names import NETWORK_NAME
from azure_simulator.types.shared.resolver_subnets import SOURCE, check_resolver_subnet


class DnsOutboundEndpoint(ResourceType):
    pulumi_type = "azure-native:dnsresolver:OutboundEndpoint"
    path = "…/Microsoft.Network/dnsResolvers/{dnsResolverName}/outboundEndpoints/{outboundEndpointName}"
    source = SOURCE
    fixed = ("subnet.id",)
    name_rule = NETWORK_NAME
    in_use = USED

    def create(self, put: Put) -> Mapping[str, Any]:
        check_resolver_subnet(put, str(dig(put.props, "subnet.id")), "outbound")
        return {"provisioningState": "Succeeded"}

    def serial_with(self, id_: str) -> str | None:
        return id_.rsplit("/", 2)[0]
