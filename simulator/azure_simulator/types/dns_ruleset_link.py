"""Microsoft.Network/dnsForwardingRulesets/virtualNetworkLinks"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.network_names import NETWORK_NAME
from azure_simulator.types.subnet import in_region


class DnsRulesetLink(ResourceType):
    pulumi_type = "azure-native:dnsresolver:PrivateResolverVirtualNetworkLink"
    path = (
        "…/Microsoft.Network/dnsForwardingRulesets/{dnsForwardingRulesetName}"
        "/virtualNetworkLinks/{virtualNetworkLinkName}"
    )
    source = "learn.microsoft.com/azure/dns/private-resolver-endpoints-rulesets"
    fixed = ("virtualNetwork.id",)
    name_rule = NETWORK_NAME

    def create(self, put: Put) -> Mapping[str, Any]:
        ruleset = put.cloud.store.get(arm.parent_of(put.id) or "")
        network = str(dig(put.props, "virtualNetwork.id"))
        if ruleset is not None and not in_region(put, network, str(ruleset.body.get("location"))):
            raise self.reference_missing(put.id, "virtualNetwork.id", network)
        return {"provisioningState": "Succeeded"}
