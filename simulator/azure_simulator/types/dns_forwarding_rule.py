"""Microsoft.Network/dnsForwardingRulesets/forwardingRules"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import each

_DOMAIN = re.compile(r"\.|([^.\s]{1,63}\.){1,34}")
_AZURE = "168.63.129.16"
_MOST_SERVERS = 6


class DnsForwardingRule(ResourceType):
    pulumi_type = "azure-native:dnsresolver:ForwardingRule"
    path = (
        "…/Microsoft.Network/dnsForwardingRulesets/{dnsForwardingRulesetName}"
        "/forwardingRules/{forwardingRuleName}"
    )
    source = "learn.microsoft.com/azure/dns/private-resolver-endpoints-rulesets"
    fixed = ("domainName",)
    name_rule = NameRule(
        r"[A-Za-z][\w-]*", "letters, digits, underscores and hyphens, starting with a letter"
    )
    defaults = given({"forwardingRuleState": "Enabled"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        domain = props.get("domainName")
        if isinstance(domain, str) and not _DOMAIN.fullmatch(domain):
            yield (
                "domainName",
                f"'{domain}' must be 1 to 34 labels, each with a dot behind it, or a dot alone",
            )
        servers = list(each(props, "targetDnsServers"))
        if not 1 <= len(servers) <= _MOST_SERVERS:
            yield "targetDnsServers", f"1 to {_MOST_SERVERS} are needed, got {len(servers)}"
        for path, one in servers:
            if one.get("ipAddress") == _AZURE:
                yield f"{path}.ipAddress", f"{_AZURE} is Azure's own resolver"

    def create(self, put: Put) -> Mapping[str, Any]:  # noqa: ARG002
        return {"provisioningState": "Succeeded"}
