"""Microsoft.Network/dnsResolvers/inboundEndpoints"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared import ranges
from azure_simulator.types.shared.network_names import NETWORK_NAME
from azure_simulator.types.shared.resolver_subnets import SOURCE, check_resolver_subnet


class DnsInboundEndpoint(ResourceType):
    pulumi_type = "azure-native:dnsresolver:InboundEndpoint"
    path = "…/Microsoft.Network/dnsResolvers/{dnsResolverName}/inboundEndpoints/{inboundEndpointName}"
    source = SOURCE
    fixed = ("ipConfigurations",)
    name_rule = NETWORK_NAME

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        subnets = set()
        for path, one in each(props, "ipConfigurations"):
            subnets.add(str(dig(one, "subnet.id")).lower())
            static = one.get("privateIpAllocationMethod") == "Static"
            if static != (one.get("privateIpAddress") is not None):
                yield (
                    f"{path}.privateIpAddress",
                    "goes with privateIpAllocationMethod Static",
                )
        if len(subnets) > 1:
            yield "ipConfigurations", "all of them must be in one subnet"

    def create(self, put: Put) -> Mapping[str, Any]:
        configurations = []
        for _, one in each(put.props, "ipConfigurations"):
            subnet = str(dig(one, "subnet.id"))
            check_resolver_subnet(put, subnet, "inbound")
            address = one.get("privateIpAddress") or ranges.address(put.cloud, subnet, put.id)
            configurations.append({**one, "privateIpAddress": address})
        return {"ipConfigurations": configurations, "provisioningState": "Succeeded"}

    def serial_with(self, id_: str) -> str | None:
        return id_.rsplit("/", 2)[0]
