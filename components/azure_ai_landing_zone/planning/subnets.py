"""Subnets of a virtual network: sized by what lives in them, placed so that they stay where they are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Network, NetmaskValueError

from azure_ai_landing_zone.planning.problem import PlanRefused, Problem

RESERVED_ADDRESSES = 5
"""Of every subnet: network, gateway, two for DNS, broadcast.
Source: learn.microsoft.com/azure/virtual-network/virtual-networks-faq."""

SMALLEST_PREFIX = 29
"""The smallest subnet that Azure takes, from the same page."""

RDMA_RANGE = IPv4Network("172.16.0.0/16")
"""Used by InfiniBand on the hosts; a network that overlaps it breaks RDMA.
Source: learn.microsoft.com/azure/virtual-machines/setup-infiniband, 2026-09-25."""

FORBIDDEN_RANGES: Mapping[IPv4Network, str] = {
    RDMA_RANGE: "which InfiniBand uses on the hosts",
    IPv4Network("224.0.0.0/4"): "which is for multicast",
    IPv4Network("255.255.255.255/32"): "which is for broadcast",
    IPv4Network("127.0.0.0/8"): "which is for loopback",
    IPv4Network("169.254.0.0/16"): "which is link-local",
    IPv4Network("168.63.129.16/32"): "which is Azure's own DNS and health address",
}
"""Besides RDMA_RANGE: what virtual networks can't have,
learn.microsoft.com/azure/virtual-network/virtual-networks-faq."""


@dataclass(frozen=True, slots=True)
class SubnetRequest:
    """A subnet that is wanted."""

    name: str
    addresses: int
    """Network interfaces that live in it at most, without Azure's own five."""

    @property
    def prefix_length(self) -> int:
        """Of the smallest subnet that holds them."""
        return min(SMALLEST_PREFIX, 32 - (self.addresses + RESERVED_ADDRESSES - 1).bit_length())


def address_space_problems(address_space: str) -> list[Problem]:
    """What is wrong with an address space in CIDR notation; an empty list if nothing is."""
    path = ("address_space",)
    try:
        space = IPv4Network(address_space)
    except (AddressValueError, NetmaskValueError, ValueError) as error:
        return [
            Problem(
                path,
                f"must be an IPv4 range such as 10.40.0.0/16, got {address_space!r} ({error}): correct it",
            )
        ]
    if not 8 <= space.prefixlen <= SMALLEST_PREFIX:
        return [
            Problem(
                path,
                f"must be from /8 to /{SMALLEST_PREFIX} in size, got {address_space}: take another range",
            )
        ]
    return [
        Problem(path, f"{space} overlaps {forbidden}, {why}: take another range")
        for forbidden, why in FORBIDDEN_RANGES.items()
        if space.overlaps(forbidden)
    ]


def plan_subnets(address_space: str, requests: Sequence[SubnetRequest]) -> dict[str, str]:
    """Prefixes by subnet name, each the first free range of its size, in the order of `requests`.

    A request's place depends on those before it alone: one appended later never moves another, and neither
    does a node more within the maximum that was asked for. Raises PlanRefused.
    """
    problems = address_space_problems(address_space)
    if problems:
        raise PlanRefused(problems)
    space = IPv4Network(address_space)
    taken: list[IPv4Network] = []
    plan: dict[str, str] = {}
    for request in requests:
        place = _first_free(space, request.prefix_length, taken)
        if place is None:
            free = space.num_addresses - sum(subnet.num_addresses for subnet in taken)
            problems.append(
                Problem(
                    ("address_space",),
                    f"{space} has no room for subnet {request.name}: it needs a /{request.prefix_length} "
                    f"({request.addresses} addresses and Azure's {RESERVED_ADDRESSES}) and {free} "
                    "addresses are "
                    "left: take a larger range",
                )
            )
            continue
        taken.append(place)
        plan[request.name] = str(place)
    if problems:
        raise PlanRefused(problems)
    return plan


def _first_free(space: IPv4Network, prefix_length: int, taken: Sequence[IPv4Network]) -> IPv4Network | None:
    if prefix_length < space.prefixlen:
        return None
    step = 1 << (32 - prefix_length)
    start = int(space.network_address)
    last = int(space.broadcast_address) + 1 - step
    while start <= last:
        candidate = IPv4Network((start, prefix_length))
        in_the_way = [subnet for subnet in taken if subnet.overlaps(candidate)]
        if not in_the_way:
            return candidate
        past = max(int(subnet.broadcast_address) for subnet in in_the_way) + 1
        start = -(-past // step) * step
    return None
