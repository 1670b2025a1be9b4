"""Rule no-remote-login-from-the-internet."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers import security_rules

_LOGIN = {22: "SSH", 3389: "RDP", 5985: "WinRM", 5986: "WinRM"}


def _program(source: str) -> dict[str, object]:
    rule = {
        "name": "ssh",
        "priority": 100,
        "direction": "Inbound",
        "access": "Allow",
        "protocol": "Tcp",
        "sourceAddressPrefix": source,
        "sourcePortRange": "*",
        "destinationAddressPrefix": "*",
        "destinationPortRange": "22",
    }
    return {
        "nodes": H100_NODES,
        "group": {
            "type": "azure-native:network:NetworkSecurityGroup",
            "properties": {"securityRules": [rule]},
        },
    }


@stack_rule(
    on=security_rules.TYPES,
    area="network",
    severity="critical",
    since="2026.4",
    pillar="Security",
    controls=("NS-1", "NS-3"),
    links=("https://learn.microsoft.com/azure/bastion/bastion-overview",),
    only_with_ai=True,
    passes=_program("10.40.0.0/16"),
    fails=_program("*"),
)
def no_remote_login_from_the_internet(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Nobody logs in from the internet

    Ports for remote login that are open to the internet are tried with every leaked password and key within
    minutes. Log in through Azure Bastion or a VPN, and give the rule your own addresses as its source.
    """

    def check(rule: View) -> Iterator[str]:
        open_to = security_rules.lets_in(rule)
        if not open_to:
            return
        for ports in security_rules.ports(rule):
            names = dict.fromkeys(name for port, name in _LOGIN.items() if ports.first <= port <= ports.last)
            if names and not security_rules.denied_before(rule, ports, stack):
                where = rule.path("destinationPortRange")
                yield (
                    f"{where} {ports.text} lets {', '.join(names)} in from {open_to}; "
                    "give the rule your own addresses, or use Bastion"
                )

    yield from each(security_rules.rules(props), check)
