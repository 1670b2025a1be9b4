"""What is asked of a whole land: from every subnet to every name that matters, and who comes in."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.reachability.ask import ask
from azure_ai_landing_zone_policies.reachability.land import Beyond, Endpoint, Land, Subnet
from azure_ai_landing_zone_policies.reachability.names import meaning, resolver

PUBLIC: tuple[tuple[str, int], ...] = (
    ("example.com", 443),
    ("another-tenant.blob.core.windows.net", 443),
    ("another-tenant.azurecr.io", 443),
    ("another-tenant.trafficmanager.net", 443),
    ("login.microsoftonline.com", 443),
    ("management.azure.com", 443),
    ("mcr.microsoft.com", 443),
    ("nvcr.io", 443),
    ("huggingface.co", 443),
    ("pypi.org", 443),
    ("example.com", 22),
)
"""Names on the internet, and ports."""

INWARD = (22, 443, 3389)
"""Ports by which somebody comes in."""


def origins(land: Land) -> list[Subnet]:
    """Subnets in the order of their ranges, without those that Azure's own things stand in."""
    found = [
        one
        for one in land.subnets.values()
        if not one.name.startswith("Azure") and "Microsoft.Network/dnsResolvers" not in one.delegations
    ]
    return sorted(found, key=lambda one: one.ranges[:1])


def targets(land: Land) -> list[tuple[str, int]]:
    """Every name that an endpoint or a record of the land answers to, domains of others, then those on the
    internet."""
    names = {(name, port) for one in land.endpoints for name in one.names for port in _ports(one)}
    names |= {(name, 443) for records in land.records.values() for name in records}
    names |= {(rule.domain, 443) for rule in land.domain_rules}
    return [*sorted(names), *PUBLIC]


def found_privately(land: Land, beyond: Beyond) -> list[str]:
    """Names for which a network outside of Azure is told private addresses, reached or not."""
    asked = resolver(land, beyond)
    names = {name for name, _ in targets(land)}
    return sorted(name for name in names if meaning(land, asked, name).kind in ("endpoint", "address"))


def inward(land: Land) -> Iterator[tuple[str, list[str]]]:
    """Of each network beyond and each subnet, by name, the subnets and ports that it comes into."""
    comers: list[Subnet | Beyond] = [*land.beyond]
    comers += [one for one in land.subnets.values() if one.name != "AzureFirewallSubnet"]
    for comer in sorted(comers, key=lambda one: one.name):
        into = [(one, port) for one in origins(land) for port in INWARD if one != comer and one.ranges]
        yield comer.name, [f"{one.name}:{port}" for one, port in into if _in(land, comer, one, port)]


def _in(land: Land, comer: Subnet | Beyond, subnet: Subnet, port: int) -> bool:
    return ask(land, comer, str(subnet.ranges[0]), port).verdict == "reached"


def _ports(endpoint: Endpoint) -> list[int]:
    """Of each span the first."""
    return [int(port.partition("-")[0]) for port in endpoint.ports]
