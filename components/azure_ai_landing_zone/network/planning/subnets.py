"""Subnets of a virtual network: sized by what lives in them, placed so that they stay where they are.

A plan is a function of its requests alone, so nothing here remembers where a subnet lies. Four things keep a
subnet in its place: requests are placed in their order, each looking at those before it only; each gets a
block of its own with room to grow; what Azure names itself lies at the other end; and a pinned subnet is
where its pin says, whatever is added, taken away, resized or reordered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from ipaddress import IPv4Network

from azure_ai_landing_zone.core.problem import PlanRefused, Problem
from azure_ai_landing_zone.network.planning.ranges import (
    SMALLEST_PREFIX,
    Neighbour,
    address_space_problems,
    neighbour_problems,
    parse,
)

RESERVED_ADDRESSES = 5
"""Of every subnet: network, gateway, two for DNS, broadcast.
Source: learn.microsoft.com/azure/virtual-network/virtual-networks-faq."""


@dataclass(frozen=True, slots=True)
class SubnetRequest:
    """A subnet that is wanted."""

    name: str
    addresses: int
    """Network interfaces that live in it at most, without Azure's own five."""
    grows: bool = True
    """Whether the plan keeps the addresses next to it free for as long as there are others."""
    at_the_end: bool = False
    """Placed down from the end of the address space, and before all others."""

    @property
    def prefix_length(self) -> int:
        """Of the smallest subnet that holds them."""
        return prefix_length(self.addresses)

    @property
    def block_prefix_length(self) -> int:
        """Of the block that is kept for it: two to four times the subnet, and the same block for two sizes in
        a row, so that not every growth asks for another one."""
        return (self.prefix_length - 1) // 2 * 2 if self.grows else self.prefix_length


def prefix_length(addresses: int) -> int:
    """Of the smallest subnet that Azure takes and that holds so many interfaces."""
    return min(SMALLEST_PREFIX, 32 - (addresses + RESERVED_ADDRESSES - 1).bit_length())


def plan_subnets(
    address_spaces: str | Sequence[str],
    requests: Sequence[SubnetRequest],
    *,
    pinned: Mapping[str, str] | None = None,
    neighbours: Sequence[Neighbour] = (),
) -> dict[str, str]:
    """Prefixes by subnet name, in the order of `requests`, of which no two have the same.

    `pinned` has the prefixes of subnets that exist, as an earlier plan gave them. Raises PlanRefused with all
    problems: `address_space` is the path of those of the first address space, `additional_address_spaces` of
    others.
    """
    spaces = [address_spaces] if isinstance(address_spaces, str) else list(address_spaces)
    problems = [*address_space_problems(spaces), *neighbour_problems(spaces, neighbours)]
    if problems:
        raise PlanRefused(problems)
    ground = _Ground([IPv4Network(space) for space in spaces])
    problems += ground.pin(requests, pinned or {})
    homeless: list[str] = []
    for request in sorted(requests, key=lambda request: not request.at_the_end):
        if request.name in ground.placed or request.name in (pinned or {}):
            continue
        if not ground.place(request):
            homeless.append(_no_room(ground, request))
    if homeless:
        text = f"{' and '.join(spaces)} has no room for {'; nor for '.join(homeless)}: take a larger range"
        problems.append(Problem(("address_space",), text))
    if problems:
        raise PlanRefused(problems)
    return {request.name: str(ground.placed[request.name]) for request in requests}


Span = tuple[int, int]
"""Addresses as numbers: the first, and the one after the last. The search takes these, not IPv4Network, whose
objects cost it more than half of its time."""


def _span(range_: IPv4Network) -> Span:
    first = int(range_.network_address)
    return first, first + range_.num_addresses


class _Ground:
    """The address spaces, and what lies in them so far."""

    def __init__(self, spaces: Sequence[IPv4Network]) -> None:
        self.spaces = spaces
        self.placed: dict[str, IPv4Network] = {}
        self._kept: list[Span] = []

    def free(self) -> int:
        """Addresses that no subnet has."""
        taken = sum(subnet.num_addresses for subnet in self.placed.values())
        return sum(space.num_addresses for space in self.spaces) - taken

    def pin(self, requests: Sequence[SubnetRequest], pinned: Mapping[str, str]) -> list[Problem]:
        """Put what is pinned where its pin says."""
        wanted = {request.name: request for request in requests}
        problems: list[Problem] = []
        for name, text in pinned.items():
            path = ("pinned_prefixes", name)
            prefix = parse(text)
            if name not in wanted:
                close = get_close_matches(name, wanted, n=1)
                meant = f"did you mean {close[0]}?" if close else "remove it"
                problems.append(Problem(path, f"no subnet is called {name}: {meant}"))
            elif prefix is None:
                text = f"must be an IPv4 range such as 10.40.1.0/24, got {text!r}: correct it"
                problems.append(Problem(path, text))
            elif not any(prefix.subnet_of(space) for space in self.spaces):
                spaces = " and ".join(str(space) for space in self.spaces)
                problems.append(Problem(path, f"{prefix} lies outside of {spaces}: correct it"))
            elif other := next((name for name, lies in self.placed.items() if lies.overlaps(prefix)), None):
                text = f"{prefix} overlaps {self.placed[other]}, to which {other} is pinned: correct one"
                problems.append(Problem(path, text))
            else:
                self.placed[name] = prefix
        for name, prefix in self.placed.items():
            if prefix.prefixlen > wanted[name].prefix_length:
                problems.append(self._outgrown(wanted[name], prefix))
            else:
                self._keep(prefix, wanted[name])
        return problems

    def _outgrown(self, request: SubnetRequest, prefix: IPv4Network) -> Problem:
        """Azure moves and enlarges no subnet in use, so this is for the user to decide."""
        holds = prefix.num_addresses - RESERVED_ADDRESSES
        larger = prefix.supernet(new_prefix=request.prefix_length)
        others = [lies for name, lies in self.placed.items() if name != request.name]
        free = any(larger.subnet_of(space) for space in self.spaces)
        if free and not any(larger.overlaps(other) for other in others):
            change = f"empty the subnet and pin it to {larger}, which is free"
        else:
            change = "put the rest into a subnet of another name (there is no room around this one)"
        return Problem(
            ("pinned_prefixes", request.name),
            f"{request.name} is pinned to {prefix}, which holds {holds} addresses, and now needs "
            f"{request.addresses}; Azure enlarges no subnet in use: stay within {holds}, or {change}",
        )

    def place(self, request: SubnetRequest) -> bool:
        """Give it a place with room around it, else one that leaves others theirs, else any."""
        taken = [_span(prefix) for prefix in self.placed.values()]
        # Space by space: one that is appended is for what had no place in those before.
        for space in self.spaces:
            for avoided, length in (
                ([*taken, *self._kept], request.block_prefix_length),
                ([*taken, *self._kept], request.prefix_length),
                (taken, request.prefix_length),
            ):
                find = _last_free if request.at_the_end else _first_free
                start = find(_span(space), length, avoided) if length >= space.prefixlen else None
                if start is not None:
                    prefix = IPv4Network((start, request.prefix_length))
                    self.placed[request.name] = prefix
                    self._keep(prefix, request)
                    return True
        return False

    def _keep(self, prefix: IPv4Network, request: SubnetRequest) -> None:
        if request.grows and prefix.prefixlen > request.block_prefix_length:
            self._kept.append(_span(prefix.supernet(new_prefix=request.block_prefix_length)))


def _no_room(ground: _Ground, request: SubnetRequest) -> str:
    return (
        f"subnet {request.name}: it needs a /{request.prefix_length} ({request.addresses} addresses and "
        f"Azure's {RESERVED_ADDRESSES}) and {ground.free()} addresses are left"
    )


def _first_free(space: Span, length: int, taken: Sequence[Span]) -> int | None:
    step = 1 << (32 - length)
    start, past = space
    while start + step <= past:
        in_the_way = [end for first, end in taken if first < start + step and start < end]
        if not in_the_way:
            return start
        start = -(-max(in_the_way) // step) * step
    return None


def _last_free(space: Span, length: int, taken: Sequence[Span]) -> int | None:
    step = 1 << (32 - length)
    first_of_all, past = space
    start = past - step
    while start >= first_of_all:
        in_the_way = [first for first, end in taken if first < start + step and start < end]
        if not in_the_way:
            return start
        start = min(in_the_way) // step * step - step
    return None
