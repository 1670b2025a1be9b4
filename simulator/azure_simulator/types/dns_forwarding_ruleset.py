"""Microsoft.Network/dnsForwardingRulesets"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import ResourceType
from azure_simulator.cloud.values import each
from azure_simulator.types.shared.network_names import NETWORK_NAME

_MOST_ENDPOINTS = 2


class DnsForwardingRuleset(ResourceType):
    pulumi_type = "azure-native:dnsresolver:DnsForwardingRuleset"
    path = "…/Microsoft.Network/dnsForwardingRulesets/{dnsForwardingRulesetName}"
    source = "learn.microsoft.com/azure/dns/private-resolver-endpoints-rulesets"
    name_rule = NETWORK_NAME

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        endpoints = len(list(each(props, "dnsResolverOutboundEndpoints")))
        if not 1 <= endpoints <= _MOST_ENDPOINTS:
            yield "dnsResolverOutboundEndpoints", f"1 to {_MOST_ENDPOINTS} are needed, got {endpoints}"
