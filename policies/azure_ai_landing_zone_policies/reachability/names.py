"""What a name means to a network: a private endpoint, an address, the internet, or nothing."""

from dataclasses import dataclass
from typing import Literal

from azure_ai_landing_zone.catalog import single_facts
from azure_ai_landing_zone_policies.reachability.land import Beyond, Endpoint, Land, Service, Subnet
from azure_ai_landing_zone_policies.reachability.parties import parsed


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the network is told."""

    kind: Literal["endpoint", "address", "public", "nothing", "unknown"]
    by: str
    endpoint: Endpoint | None = None
    address: str | None = None
    service: Service | None = None
    """Of a public name that one of our own services has."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Whom somebody asks for names."""

    network: str | None
    """Id of the one that Azure's resolver answers for; empty for the internet, None where nobody knows."""
    by: str
    address: str | None = None
    """What has to be reached for it; None: nothing has to."""


AZURE = single_facts.text("azureResolver")


def resolver(land: Land, origin: Subnet | Beyond) -> Asked:
    """The first server that is asked: the others are for when it fails."""
    if isinstance(origin, Beyond):
        if not origin.dns_servers:
            return Asked("", f"servers of {origin.name}")
        return _asked(land, origin.dns_servers[0])
    servers = land.networks[origin.network].dns_servers
    if not servers or servers[0] == AZURE:
        return Asked(origin.network, "Azure's resolver")
    return _asked(land, servers[0])


def _asked(land: Land, server: str) -> Asked:
    range_ = parsed(server)
    home = land.subnet_at(range_) if range_ is not None else None
    inbound = next((one for one in land.inbound_endpoints if one.address == server), None)
    if home is not None and inbound is not None:
        return Asked(home.network, f"resolver {inbound.name}", server)
    proxy = next((one for one in land.firewalls if home and one.subnet == home.id), None)
    if home is None or proxy is None or not proxy.dns_proxy:
        return Asked(None, f"{server} isn't a resolver of these resources")
    by = f"DNS proxy of {proxy.name}"
    if not proxy.dns_servers or proxy.dns_servers[0] == AZURE:
        return Asked(home.network, by, server)
    behind = _asked(land, proxy.dns_servers[0])
    return Asked(behind.network, f"{by}, {behind.by}", server)


def meaning(land: Land, asked: Asked, name: str) -> Meaning:
    """A service that has a private endpoint has an alias in the zone privatelink…: who has a link to that
    zone is told what is in it, and that there is no such name where nothing is; everybody else gets the
    public address. What no zone has goes by the rules that forward domains. Sources:
    learn.microsoft.com/azure/private-link/private-endpoint-dns-integration,
    learn.microsoft.com/azure/dns/private-dns-fallback and
    learn.microsoft.com/azure/dns/dns-private-resolver-overview, 2026-11-23."""
    whom = asked.by
    if asked.network is None:
        return Meaning("unknown", whom)
    links = [link for link in land.links if link.network == asked.network]
    ours = [one for one in land.endpoints if name in one.names]
    service = land.services.get(ours[0].service) if ours else None
    if ours:
        label, _, public = name.partition(".")
        aliases = [link for link in links if link.zone_name in _private_zones(public)]
        for link in aliases:
            for endpoint in ours:
                if link.zone in endpoint.zones:
                    return Meaning("endpoint", f"{whom}: {link.zone_name}", endpoint=endpoint)
        for link in aliases:
            if not link.falls_back:
                return Meaning("nothing", f"{whom}: {link.zone_name} has no {label}")
        if forwarded := _forwarded(land, asked, name):
            return forwarded
        if not asked.network:
            return Meaning("public", f"{whom}: no resolver of these resources", service=service)
        where = land.network_named(asked.network)
        return Meaning("public", f"{whom}: no private zone of it is linked to {where}", service=service)
    best = max(
        (link for link in links if _lies_below(name, link.zone_name)),
        key=lambda link: len(link.zone_name),
        default=None,
    )
    if best is None:
        return _forwarded(land, asked, name) or Meaning("public", whom)
    address = land.records.get(best.zone, {}).get(name)
    if address is None:
        return Meaning("nothing", f"{whom}: {best.zone_name} has no record of it")
    return Meaning("address", f"{whom}: {best.zone_name}", address=address)


def _forwarded(land: Land, asked: Asked, name: str) -> Meaning | None:
    """What others answer no resource tells."""
    rule = max(
        (one for one in land.domain_rules if asked.network in one.networks and _lies_below(name, one.domain)),
        key=lambda one: len(one.domain),
        default=None,
    )
    if rule is None:
        return None
    servers = " or ".join(rule.servers)
    return Meaning("unknown", f"{asked.by}: {rule.domain or 'everything'} is asked of {servers}")


def _lies_below(name: str, domain: str) -> bool:
    return not domain or name == domain or name.endswith(f".{domain}")


def _private_zones(public: str) -> tuple[str, ...]:
    """Vaults alone have an alias in a zone of another name. Source:
    learn.microsoft.com/azure/private-link/private-endpoint-dns, 2026-07-16."""
    return ("privatelink.vaultcore.azure.net",) if public == "vault.azure.net" else (f"privatelink.{public}",)
