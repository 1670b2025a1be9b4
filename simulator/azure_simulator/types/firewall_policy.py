"""Microsoft.Network/firewallPolicies"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import NameRule, ResourceType, given
from azure_simulator.cloud.values import dig


class FirewallPolicy(ResourceType):
    pulumi_type = "azure-native:network:FirewallPolicy"
    path = "…/Microsoft.Network/firewallPolicies/{firewallPolicyName}"
    source = "learn.microsoft.com/azure/firewall-manager/policy-overview"
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,78}\w)?", "1-80 letters, digits, underscores, periods and hyphens"
    )
    defaults = given({"threatIntelMode": "Alert"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        tier = dig(props, "sku.tier") or "Standard"
        for name in ("intrusionDetection", "transportSecurity"):
            if props.get(name) is not None and tier != "Premium":
                yield name, f"needs a policy of tier Premium, got {tier}"
