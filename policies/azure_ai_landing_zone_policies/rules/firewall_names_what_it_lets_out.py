"""Rule firewall-names-what-it-lets-out."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers.anywhere import whom


def _program(*names: str) -> dict[str, object]:
    rule = {
        "ruleType": "ApplicationRule",
        "name": "packages",
        "sourceAddresses": ["10.0.0.0/16"],
        "targetFqdns": list(names),
    }
    collection = {
        "ruleCollectionType": "FirewallPolicyFilterRuleCollection",
        "name": "out",
        "action": {"type": "Allow"},
        "rules": [rule],
    }
    return {
        "nodes": H100_NODES,
        "rules": {
            "type": "azure-native:network:FirewallPolicyRuleCollectionGroup",
            "properties": {"firewallPolicyName": "hub", "ruleCollections": [collection]},
        },
    }


@stack_rule(
    on=("network:FirewallPolicyRuleCollectionGroup", "network:AzureFirewall"),
    area="network",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("NS-3",),
    links=("https://learn.microsoft.com/azure/firewall/rule-processing",),
    baseline="advisory",
    only_with_ai=True,
    passes=_program("pypi.org", "files.pythonhosted.org"),
    fails=_program("*"),
)
def firewall_names_what_it_lets_out(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """A firewall lets out what it names

    A rule that allows every name or every address makes the firewall a bill and nothing else: weights and
    tokens leave by it. Name the hosts that packages, images and models come from. Every host of a shared
    domain, such as *.blob.core.windows.net, belongs to anybody who rents one.
    """
    collections = [
        collection
        for path in ("ruleCollections", "applicationRuleCollections", "networkRuleCollections")
        for collection in props.items(path)
        if (collection.text("action.type") or "Allow").lower() == "allow"
    ]
    yield from each([rule for collection in collections for rule in collection.items("rules")], _rule)


_SHARED = (
    "*.blob.core.windows.net",
    "*.windows.net",
    "*.azure.com",
    "*.trafficmanager.net",
    "*.com",
    "*.net",
)
"""Domains in which anybody has a host."""


def _rule(rule: View) -> Iterator[str]:
    for name in rule.texts("targetFqdns") or []:
        if name == "*" or name.lower() in _SHARED:
            yield f"{rule.path('targetFqdns')} has {name}, which is also anybody's host; name your own"
    for path in ("destinationAddresses",):
        open_to = whom(rule.texts(path) or [])
        if open_to:
            yield f"{rule.path(path)} reaches {open_to}; name the addresses that are needed"
