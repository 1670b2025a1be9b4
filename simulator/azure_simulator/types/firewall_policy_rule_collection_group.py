"""Microsoft.Network/firewallPolicies/ruleCollectionGroups"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType
from azure_simulator.cloud.values import dig, each


class FirewallPolicyRuleCollectionGroup(ResourceType):
    pulumi_type = "azure-native:network:FirewallPolicyRuleCollectionGroup"
    path = (
        "…/Microsoft.Network/firewallPolicies/{firewallPolicyName}"
        "/ruleCollectionGroups/{ruleCollectionGroupName}"
    )
    source = "learn.microsoft.com/azure/firewall/fqdn-tags and aks/limit-egress-traffic"
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,78}\w)?", "1-80 letters, digits, underscores, periods and hyphens"
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        yield from _in_range("priority", dig(props, "priority"))
        taken: dict[int, str] = {}
        for path, collection in each(props, "ruleCollections"):
            priority = dig(collection, "priority")
            yield from _in_range(f"{path}.priority", priority)
            if isinstance(priority, int) and priority in taken:
                yield f"{path}.priority", f"{priority} is also the priority of {taken[priority]}"
            if isinstance(priority, int):
                taken.setdefault(priority, path)
            kinds = {rule.get("ruleType") for _, rule in each(collection, "rules")}
            if len(kinds) > 1:
                yield f"{path}.rules", "rules of one collection are all application or all network rules"
            names = [str(rule.get("name")).lower() for _, rule in each(collection, "rules")]
            yield from (
                (f"{path}.rules[{number}].name", f"another rule of this collection is called '{name}'")
                for number, name in enumerate(names)
                if name in names[:number]
            )
            for inner, rule in each(collection, "rules"):
                yield from ((f"{path}.{inner}{where}", text) for where, text in _rule_problems(rule))

    def create(self, put: Put) -> Mapping[str, Any]:
        policy = put.cloud.store.get(arm.parent_of(put.id) or "")
        proxy = dig(policy.body, "dnsSettings.enableProxy") if policy else True
        for _, collection in each(put.props, "ruleCollections"):
            for _, rule in each(collection, "rules"):
                if rule.get("destinationFqdns") and not proxy:
                    raise ArmError(
                        400,
                        "BadRequest",
                        "In order to use DestinationFqdns in Network Rules, DNS Proxy must be enabled, or "
                        f"RequireProxyForNetworkRules must be set to 'false'. See rule {rule.get('name')} in "
                        f"network rule collection {collection.get('name')}",
                        seen="Azure/azure-sdk-for-go#11094 (2020-07-01), of a firewall without a policy",
                    )
        return {"provisioningState": "Succeeded"}

    def serial_with(self, id_: str) -> str | None:
        return arm.parent_of(id_)


def _in_range(path: str, priority: Any) -> Iterator[tuple[str, str]]:
    if isinstance(priority, int) and not 100 <= priority <= 65000:
        yield path, f"{priority} is outside 100 to 65000"


def _rule_problems(rule: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if not rule.get("sourceAddresses", rule.get("sourceIpGroups")):
        yield ".sourceAddresses", "a rule needs source addresses or IP groups"
    if rule.get("ruleType") == "ApplicationRule":
        if rule.get("fqdnTags") and any(
            (protocol.get("protocolType"), protocol.get("port")) != ("Https", 443)
            for _, protocol in each(rule, "protocols")
        ):
            yield ".protocols", "a rule with FQDN tags takes https:443 only"
        if not any(rule.get(name) for name in ("targetFqdns", "fqdnTags", "targetUrls", "webCategories")):
            yield ".targetFqdns", "an application rule needs target FQDNs, FQDN tags, URLs or web categories"
    elif rule.get("ruleType") == "NetworkRule":
        names = ("destinationAddresses", "destinationFqdns", "destinationIpGroups")
        if not any(rule.get(name) for name in names):
            yield ".destinationAddresses", "a network rule needs destination addresses, FQDNs or IP groups"
