"""What an Azure Firewall lets through."""

from azure_ai_landing_zone.catalog import public_names
from azure_ai_landing_zone_policies.reachability.land import Firewall, FirewallRule
from azure_ai_landing_zone_policies.reachability.parties import Match, Party, Ruling, has_port, is_meant

_WEB = {80: "http", 443: "https", 1433: "mssql"}
"""What application rules look into, by the port that is asked for."""


def ruling(firewall: Firewall, ends: tuple[Party, Party], protocol: str, port: int) -> Ruling:
    """Network rules come before all application rules, and of each kind groups and collections in the order
    of their numbers; the first rule that matches ends the search, and nothing passes without one. Rules of
    threat intelligence, which come first, go by lists of Microsoft's. Source:
    learn.microsoft.com/azure/firewall/rule-processing, 2026-11-22."""
    for kind in ("network", "application"):
        for rule in firewall.rules:
            if rule.kind != kind:
                continue
            matches = _matches(rule, ends, protocol, port)
            if matches is None:
                return Ruling(None, f"{firewall.name}: {rule.name} goes by {rule.unclear or 'a part of it'}")
            if matches:
                return Ruling(rule.allow, f"{firewall.name}: {rule.name}")
    return Ruling(False, f"{firewall.name}: no rule")


def _matches(rule: FirewallRule, ends: tuple[Party, Party], protocol: str, port: int) -> Match:
    source, destination = ends
    found = [is_meant(source, rule.sources, ())]
    if rule.kind == "network":
        if protocol.lower() not in rule.protocols and "any" not in rule.protocols:
            return False
        if not has_port(rule.ports, port):
            return False
        means = is_meant(destination, rule.destinations, ())
        found.append(True if _is_named(rule, destination) else means)
    else:
        spoken = _WEB.get(port)
        if protocol.lower() != "tcp" or spoken is None or f"{spoken}:{port}" not in rule.protocols:
            return False
        found.append(_is_named(rule, destination))
    if rule.unclear and found == [True, False]:
        return None
    if False in found:
        return False
    return None if None in found else True


def _is_named(rule: FirewallRule, party: Party) -> bool:
    if party.name is None:
        return False
    row = public_names.find(party.name)
    tags = row.fqdn_tags if row else ()
    return any(name == "*" or public_names.is_below(party.name, name.lower()) for name in rule.names) or bool(
        {*tags} & {*rule.fqdn_tags}
    )
