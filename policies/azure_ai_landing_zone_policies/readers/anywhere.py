"""How much of the internet a list of addresses lets in."""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, collapse_addresses, ip_address, ip_network
from ipaddress import summarize_address_range as between

_ALL = ("*", "internet", "any")
"""Words for every address, in rules of networks."""

_AZURE = "azurecloud"
"""The service tag of all of Azure, also of one region (AzureCloud.westeurope): whoever rents a machine there
is in it. Source: learn.microsoft.com/azure/virtual-network/service-tags-overview, 2026-11."""

_MANY_V4 = 2**24
"""The public addresses of a /8, which hardly any company has."""

_SHORT_V6 = 16
"""The length of the prefix that a registry of addresses gives to a large provider, and no shorter one."""


def whom(texts: Iterable[str]) -> str | None:
    """Whom these addresses and service tags let in together, where that is as good as anybody; else None.

    Private addresses don't count. What is no address is Azure's to refuse.
    """
    given = [text.strip() for text in texts]
    if any(text.lower() in _ALL for text in given):
        return "any address"
    if any(text.lower().partition(".")[0] == _AZURE for text in given):
        return "every customer's machines in Azure"
    networks = [network for text in given if (network := _network(text))]
    if any(network.version == 6 and network.prefixlen < _SHORT_V6 for network in networks):
        return "any address"
    count = _public(network for network in networks if isinstance(network, IPv4Network))
    if count >= 2**31:
        return "any address"
    return f"{count // 2**20} million public addresses" if count >= _MANY_V4 else None


def ranges(first: str, last: str) -> list[str]:
    """The prefixes from one address to another; none of what is no range."""
    try:
        start, end = ip_address(first), ip_address(last)
        return [str(each) for each in between(start, end)]
    except (ValueError, TypeError):
        return []


def _network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return _from_to(text)


def _from_to(text: str) -> IPv4Network | None:
    """The largest part of a range such as 4.0.0.0-7.255.255.255, which some services take."""
    first, dash, last = text.partition("-")
    parts = [ip_network(part) for part in ranges(first.strip(), last.strip())] if dash else []
    found = [part for part in parts if isinstance(part, IPv4Network)]
    return min(found, key=lambda part: part.prefixlen) if found else None


_PRIVATE = tuple(
    IPv4Network(text)
    for text in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "224.0.0.0/3",
    )
)
"""Addresses that nobody has on the internet. Source: IANA's registry of special-purpose addresses, 2026."""


def _public(networks: Iterable[IPv4Network]) -> int:
    """How many public addresses they have together."""
    total = 0
    for network in collapse_addresses(networks):
        inside = sum(each.num_addresses for each in _PRIVATE if each.subnet_of(network))
        outside = any(network.subnet_of(each) for each in _PRIVATE)
        total += 0 if outside else network.num_addresses - inside
    return total
