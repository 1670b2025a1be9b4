"""IP ranges: parsing, overlap, and how many addresses a subnet has left."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import Cloud
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, texts

Range = ipaddress.IPv4Network | ipaddress.IPv6Network

RESERVED = 5
"""First four and last address of every subnet (learn.microsoft.com/azure/virtual-network faq)."""


def parse(text: str) -> Range | None:
    """The range, or None where `text` is no CIDR notation or has host bits set."""
    try:
        return ipaddress.ip_network(text, strict=True)
    except ValueError:
        return None


def prefixes(subnet: Mapping[str, Any]) -> list[str]:
    """A subnet's ranges, whichever of the two properties holds them."""
    many = dig(subnet, "addressPrefixes")
    one = dig(subnet, "addressPrefix")
    found = many if isinstance(many, list) and many else [one]
    return [text for text in found if isinstance(text, str)]


def within(inner: Range, outer: Range) -> bool:
    if isinstance(inner, ipaddress.IPv4Network) and isinstance(outer, ipaddress.IPv4Network):
        return inner.subnet_of(outer)
    if isinstance(inner, ipaddress.IPv6Network) and isinstance(outer, ipaddress.IPv6Network):
        return inner.subnet_of(outer)
    return False


def overlapping(texts: Iterable[str], others: Iterable[str]) -> tuple[str, str] | None:
    theirs = [(text, parse(text)) for text in others]
    for text in texts:
        mine = parse(text)
        for other, range_ in theirs:
            if (
                mine is not None
                and range_ is not None
                and mine.version == range_.version
                and mine.overlaps(range_)
            ):
                return text, other
    return None


def free(cloud: Cloud, subnet: Resource, without: str) -> int:
    """Addresses left in a subnet, not counting what the resource `without` takes."""
    total = sum(range_.num_addresses for text in prefixes(subnet.body) if (range_ := parse(text)) is not None)
    used = sum(
        _taken_by(user.inputs)
        for user in cloud.store.mentioning(subnet.id)
        if user.id.lower() != without.lower()
    )
    return total - RESERVED - used


def _taken_by(inputs: Mapping[str, Any]) -> int:
    """Scale sets take one address an instance, all else one."""
    capacity = dig(inputs, "sku.capacity")
    return capacity if isinstance(capacity, int) else 1


def address(cloud: Cloud, subnet_id: str, id_: str) -> str:
    """The next address of a subnet, or the one that `id_` has already."""
    subnet = cloud.store.get(subnet_id)
    own = cloud.store.get(id_)
    held = [text for _, text in (texts(own.body) if own else ()) if _is_address(text)]
    if held:
        return held[0]
    users = cloud.store.mentioning(subnet_id)
    taken = {text for user in users for _, text in texts(user.body) if _is_address(text)}
    range_ = parse(prefixes(subnet.body)[0]) if subnet else None
    for number in range(RESERVED - 1, range_.num_addresses - 1 if range_ else 0):
        found = str(range_[number]) if range_ else ""
        if found not in taken:
            return found
    return ""


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
