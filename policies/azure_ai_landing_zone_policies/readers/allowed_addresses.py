"""Which addresses services let in, in every place where azure-native's types say so."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from azure_ai_landing_zone_policies.program.view import View
from azure_ai_landing_zone_policies.readers.anywhere import ranges


@dataclass(frozen=True)
class Allowed:
    """One list of addresses."""

    path: str
    texts: Callable[[], list[str]]
    """Prefixes and addresses; read only when asked for."""


def allowed(props: View) -> Iterator[Allowed]:
    """The lists of a resource of one of TYPES."""
    kind = props.resource.type
    for path in _TEXTS.get(kind, ()):
        yield Allowed(path, lambda path=path: props.texts(path) or [])  # type: ignore[misc]
    for path, name in _RULES.get(kind, ()):
        yield Allowed(path, lambda path=path, name=name: _rules(props, path, name))  # type: ignore[misc]
    if kind in _FROM_TO:
        first, last = _FROM_TO[kind]
        yield Allowed(first, lambda: _between(props, first, last))


def _rules(props: View, path: str, name: str) -> list[str]:
    """Of rules with the address at `name` that don't say Deny."""
    found = [
        rule.text(name) for rule in props.items(path) if (rule.text("action") or "Allow").lower() == "allow"
    ]
    return [text for text in found if text]


def _between(props: View, first: str, last: str) -> list[str]:
    """Databases take 0.0.0.0 to 0.0.0.0 for all of Azure. Source:
    learn.microsoft.com/azure/azure-sql/database/firewall-configure, 2026-11."""
    start, end = props.text(first) or "", props.text(last) or ""
    return ["AzureCloud"] if start == end == "0.0.0.0" else ranges(start, end)  # noqa: S104 - compared only


_TEXTS: dict[str, tuple[str, ...]] = {
    "containerservice:ManagedCluster": ("apiServerAccessProfile.authorizedIPRanges",),
    "kusto:Cluster": ("allowedIpRangeList",),
}
"""AKS takes 0.0.0.0/32 for no address but the cluster's own: it is one address here, as it should be. Source:
learn.microsoft.com/azure/aks/api-server-authorized-ip-ranges, 2026-11."""

_RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "batch:BatchAccount": (
        ("networkProfile.accountAccess.ipRules", "value"),
        ("networkProfile.nodeManagementAccess.ipRules", "value"),
    ),
    "cognitiveservices:Account": (("properties.networkAcls.ipRules", "value"),),
    "containerregistry:Registry": (("networkRuleSet.ipRules", "iPAddressOrRange"),),
    "cosmosdb:DatabaseAccount": (("ipRules", "ipAddressOrRange"),),
    "eventgrid:Domain": (("inboundIpRules", "ipMask"),),
    "eventgrid:Topic": (("inboundIpRules", "ipMask"),),
    "eventhub:NamespaceNetworkRuleSet": (("ipRules", "ipMask"),),
    "keyvault:ManagedHsm": (("properties.networkAcls.ipRules", "value"),),
    "keyvault:Vault": (("properties.networkAcls.ipRules", "value"),),
    "network:BastionHost": (("networkAcls.ipRules", "addressPrefix"),),
    "search:Service": (("networkRuleSet.ipRules", "value"),),
    "servicebus:NamespaceNetworkRuleSet": (("ipRules", "ipMask"),),
    "storage:StorageAccount": (("networkRuleSet.ipRules", "iPAddressOrRange"),),
}

_FROM_TO: dict[str, tuple[str, str]] = {
    "cosmosdb:MongoClusterFirewallRule": ("startIpAddress", "endIpAddress"),
    "dbformysql:FirewallRule": ("startIpAddress", "endIpAddress"),
    "dbforpostgresql:FirewallRule": ("startIpAddress", "endIpAddress"),
    "mongocluster:FirewallRule": ("properties.startIpAddress", "properties.endIpAddress"),
    "redis:FirewallRule": ("startIP", "endIP"),
    "sql:FirewallRule": ("startIpAddress", "endIpAddress"),
    "synapse:IpFirewallRule": ("startIpAddress", "endIpAddress"),
}

TYPES = (*_TEXTS, *_RULES, *_FROM_TO)
"""The types that say which addresses are let in, as `type_name` gives them."""
