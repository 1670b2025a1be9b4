"""Rule nothing-open-to-the-internet."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers import security_rules

_WEB = ((80, 80), (443, 443))

_LOGIN = (22, 3389, 5985, 5986)
"""Another rule says these."""


def _program(ports: str) -> dict[str, object]:
    return {
        "nodes": H100_NODES,
        "group": {
            "type": "azure-native:network:NetworkSecurityGroup",
            "properties": {
                "securityRules": [
                    {
                        "name": "in",
                        "priority": 100,
                        "direction": "Inbound",
                        "access": "Allow",
                        "protocol": "Tcp",
                        "sourceAddressPrefix": "Internet",
                        "sourcePortRange": "*",
                        "destinationAddressPrefix": "*",
                        "destinationPortRange": ports,
                    }
                ]
            },
        },
    }


@stack_rule(
    on=security_rules.TYPES,
    area="network",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("NS-1", "NS-3"),
    links=("https://learn.microsoft.com/azure/virtual-network/network-security-groups-overview",),
    only_with_ai=True,
    passes=_program("443"),
    fails=_program("8265"),
)
def nothing_open_to_the_internet(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Only web ports take traffic from the internet

    Notebooks, Ray's dashboard, Triton and vLLM have no login of their own: a rule that lets the internet in
    gives away the machine behind it. Publish services through a gateway on port 443, and give other rules
    the addresses that need them.
    """

    def check(rule: View) -> Iterator[str]:
        open_to = security_rules.lets_in(rule)
        if not open_to:
            return
        for ports in security_rules.ports(rule):
            web = any(first <= ports.first and ports.last <= last for first, last in _WEB)
            login = ports.first == ports.last and ports.first in _LOGIN
            if not web and not login and not security_rules.denied_before(rule, ports, stack):
                yield (
                    f"{rule.path('destinationPortRange')} {ports.text} is open to {open_to}; "
                    "give the rule the addresses that need it, or publish through a gateway"
                )

    yield from each(security_rules.rules(props), check)
