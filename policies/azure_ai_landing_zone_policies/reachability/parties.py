"""The two ends of a connection, and what rules mean by their ends."""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network

from azure_ai_landing_zone.catalog import public_names

Match = bool | None
"""None: these resources don't tell."""


@dataclass(frozen=True, slots=True)
class Party:
    """One end: a private range, or a public name."""

    text: str
    """For messages."""
    ranges: tuple[IPv4Network, ...] = ()
    """Empty at public names."""
    name: str | None = None
    region: str | None = None
    """That an Azure service behind a name is in; None if it may be in any, as another tenant's."""

    @property
    def is_public(self) -> bool:
        return not self.ranges

    @property
    def service_tags(self) -> tuple[str, ...]:
        row = public_names.find(self.name) if self.name else None
        return row.service_tags if row else ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a list of rules says of a connection."""

    allow: Match
    by: str
    """The rule, and whose it is; what isn't known, where that stands in the way."""


def parsed(text: str) -> IPv4Network | None:
    """A range or an address; None of a tag, or of what isn't known."""
    try:
        return IPv4Network(text, strict=False)
    except ValueError:
        return None


def within(party: Party, ranges: Iterable[IPv4Network]) -> Match:
    """Whether a party lies in those ranges; None if a part of it does."""
    ranges = list(ranges)
    if party.is_public:
        return any(one.prefixlen == 0 for one in ranges)
    if all(any(own.subnet_of(one) for one in ranges) for own in party.ranges):
        return True
    return None if any(own.overlaps(one) for own in party.ranges for one in ranges) else False


def is_meant(party: Party, texts: Iterable[str], virtual_network: Iterable[IPv4Network]) -> Match:
    """Whether rules that name `texts` mean a party: ranges, service tags, or *.

    `virtual_network`: what the tag of that name holds, where the rules stand. Source:
    learn.microsoft.com/azure/virtual-network/service-tags-overview, 2026-11-22.
    """
    found = [_is_meant(party, text, virtual_network) for text in texts]
    if True in found:
        return True
    return None if None in found else False


def _is_meant(party: Party, text: str, virtual_network: Iterable[IPv4Network]) -> Match:
    tag = text.lower()
    if tag == "*":
        return True
    if (range_ := parsed(text)) is not None:
        return within(party, [range_])
    if tag == "virtualnetwork":
        return within(party, virtual_network)
    if tag == "internet":
        return party.is_public
    if tag.startswith("/"):  # an application security group: who is in it, machines say
        return None
    if tag == "azurecloud" or tag.startswith("azurecloud."):
        return bool(party.service_tags)
    return any(_is_tag(tag, own.lower(), party.region) for own in party.service_tags)


def _is_tag(tag: str, own: str, region: str | None) -> bool:
    if tag == own:
        return True
    return tag.startswith(f"{own}.") and region in (None, tag.removeprefix(f"{own}."))


def has_port(ports: Iterable[str], port: int) -> bool:
    """Whether a port is among ports and spans of them."""
    for text in ports:
        first, _, last = text.partition("-")
        if text == "*" or (first.isdigit() and int(first) <= port <= int(last or first)):
            return True
    return False
