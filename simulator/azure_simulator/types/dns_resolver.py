"""Microsoft.Network/dnsResolvers"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.network_names import NETWORK_NAME
from azure_simulator.types.shared.resolver_subnets import SOURCE
from azure_simulator.types.subnet import in_region


class DnsResolver(ResourceType):
    pulumi_type = "azure-native:dnsresolver:DnsResolver"
    path = "…/Microsoft.Network/dnsResolvers/{dnsResolverName}"
    source = SOURCE
    fixed = ("virtualNetwork.id",)
    name_rule = NETWORK_NAME

    def create(self, put: Put) -> Mapping[str, Any]:
        network = str(dig(put.props, "virtualNetwork.id"))
        if not in_region(put, network, str(put.props.get("location"))):
            raise self.reference_missing(put.id, "virtualNetwork.id", network)
        return {"dnsResolverState": "Connected", "provisioningState": "Succeeded"}
