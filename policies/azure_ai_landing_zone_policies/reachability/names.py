"""What a name means to a network: a private endpoint, an address, the internet, or nothing."""

from dataclasses import dataclass
from typing import Literal

from azure_ai_landing_zone_policies.reachability.land import Endpoint, Firewall, Land, Service
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


def resolver(land: Land, network: str) -> tuple[str | None, str, Firewall | None]:
    """The network from which names are asked, who is asked, and the firewall that passes the question on; no
    network where nobody knows what an answer would be."""
    servers = land.networks[network].dns_servers
    if not servers:
        return network, "Azure's resolver", None
    for server in servers:
        range_ = parsed(server)
        home = land.subnet_at(range_) if range_ is not None else None
        proxy = next((one for one in land.firewalls if home and one.subnet == home.id), None)
        if home is None or proxy is None or not proxy.dns_proxy:
            return None, f"{server} isn't a resolver of these resources", None
        return home.network, f"DNS proxy of {proxy.name}", proxy
    raise AssertionError("there is a server")


def meaning(land: Land, network: str, name: str) -> Meaning:
    """A service that has a private endpoint has an alias in the zone privatelink…: who has a link to that
    zone is told what is in it, and that there is no such name where nothing is; everybody else gets the
    public address. Sources: learn.microsoft.com/azure/private-link/private-endpoint-dns-integration and
    learn.microsoft.com/azure/dns/private-dns-fallback, 2026-11-22."""
    asking, whom, _ = resolver(land, network)
    if asking is None:
        return Meaning("unknown", whom)
    links = [link for link in land.links if link.network == asking]
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
        where = land.network_named(asking)
        return Meaning("public", f"{whom}: no private zone of it is linked to {where}", service=service)
    best = max(
        (link for link in links if name == link.zone_name or name.endswith(f".{link.zone_name}")),
        key=lambda link: len(link.zone_name),
        default=None,
    )
    if best is None:
        return Meaning("public", whom)
    address = land.records.get(best.zone, {}).get(name)
    if address is None:
        return Meaning("nothing", f"{whom}: {best.zone_name} has no record of it")
    return Meaning("address", f"{whom}: {best.zone_name}", address=address)


def _private_zones(public: str) -> tuple[str, ...]:
    """Vaults alone have an alias in a zone of another name. Source:
    learn.microsoft.com/azure/private-link/private-endpoint-dns, 2026-07-16."""
    return ("privatelink.vaultcore.azure.net",) if public == "vault.azure.net" else (f"privatelink.{public}",)
