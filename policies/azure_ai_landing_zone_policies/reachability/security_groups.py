"""What a network security group lets through."""

from collections.abc import Iterable
from ipaddress import IPv4Network

from azure_ai_landing_zone_policies.reachability.land import Direction, SecurityGroup, SecurityRule
from azure_ai_landing_zone_policies.reachability.parties import Party, Ruling, has_port, is_meant

_ANY = ("*",)
_NETWORK = ("VirtualNetwork",)

DEFAULT_RULES = (
    SecurityRule("AllowVnetInBound", "Inbound", 65000, True, _NETWORK, _NETWORK),
    SecurityRule("AllowAzureLoadBalancerInBound", "Inbound", 65001, True, ("AzureLoadBalancer",), _ANY),
    SecurityRule("DenyAllInBound", "Inbound", 65500, False, _ANY, _ANY),
    SecurityRule("AllowVnetOutBound", "Outbound", 65000, True, _NETWORK, _NETWORK),
    SecurityRule("AllowInternetOutBound", "Outbound", 65001, True, _ANY, ("Internet",)),
    SecurityRule("DenyAllOutBound", "Outbound", 65500, False, _ANY, _ANY),
)
"""Of every group, after all others. Source:
learn.microsoft.com/azure/virtual-network/network-security-groups-overview, 2026-11-22."""


def ruling(
    group: SecurityGroup | None,
    direction: Direction,
    ends: tuple[Party, Party],
    protocol: str,
    port: int,
    virtual_network: Iterable[IPv4Network],
) -> Ruling:
    """What the first rule that matches says, from the lowest number on. `ends`: source and destination."""
    if group is None:
        return Ruling(True, "no security group")
    source, destination = ends
    known = list(virtual_network)
    for rule in sorted((*group.rules, *DEFAULT_RULES), key=lambda rule: rule.priority):
        if rule.direction != direction or rule.protocol.lower() not in ("*", protocol.lower()):
            continue
        if not has_port(rule.ports, port):
            continue
        means = is_meant(source, rule.sources, known), is_meant(destination, rule.destinations, known)
        if False in means:
            continue
        by = f"{group.name}: {rule.name}"
        return Ruling(None, f"{by} means a part of it") if None in means else Ruling(rule.allow, by)
    raise AssertionError("the default rules match everything")
