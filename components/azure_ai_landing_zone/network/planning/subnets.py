"""Subnets of a virtual network: sized by what lives in them, placed so that they stay where they are.

Azure moves no subnet in use, so a plan begins with where those that exist lie: `kept`, which the stack's own
state knows, and `pinned`, which the user says. Around them requests are placed in their order, each with room
to grow, and what Azure names itself at the other end: a plan that knows of no subnets, because the state is
lost, is then as close to the one before as it can be.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from ipaddress import IPv4Network, collapse_addresses

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
    kept: Mapping[str, str] | None = None,
    neighbours: Sequence[Neighbour] = (),
) -> dict[str, str]:
    """Prefixes by subnet name, in the order of `requests`, of which no two have the same.

    `kept` has the prefixes of all subnets that exist, also of those that nobody requests any more: these are
    deleted after others are made, so their addresses are free for the next plan only. `pinned` wins over it.
    Raises PlanRefused with all problems: `address_space` is the path of those of the first address space,
    `additional_address_spaces` of others.
    """
    spaces = [address_spaces] if isinstance(address_spaces, str) else list(address_spaces)
    problems = [*address_space_problems(spaces), *neighbour_problems(spaces, neighbours)]
    if problems:
        raise PlanRefused(problems)
    ground = _Ground(spaces, requests, pinned or {}, kept or {})
    problems += [*ground.outside(), *ground.pin(), *ground.keep()]
    homeless: list[str] = []
    for request in sorted(requests, key=lambda request: not request.at_the_end):
        if request.name in ground.placed or request.name in ground.pinned:
            continue
        if not ground.place(request):
            homeless.append(_no_room(ground, request))
    if homeless:
        text = f"{' and '.join(spaces)} has no room for {'; nor for '.join(homeless)}: take a larger range"
        if leaving := ground.leaving():
            text += f", or deploy first without them, which frees {' and '.join(leaving)}"
        problems.append(Problem(("address_space",), text))
    if problems:
        raise PlanRefused(problems)
    return {request.name: str(ground.placed[request.name]) for request in requests}


def subnet_problems(
    address_spaces: str | Sequence[str],
    requests: Sequence[SubnetRequest],
    *,
    pinned: Mapping[str, str] | None = None,
    neighbours: Sequence[Neighbour] = (),
) -> list[Problem]:
    """What speaks against a plan wherever the subnets lie that exist, which is known later.

    For want of room only if there is none in any arrangement: those that exist may be in a better one than
    their order gives. Largest first wastes no address, since each range is half of the next larger.
    """
    tightest = [
        SubnetRequest(request.name, request.addresses, grows=False)
        for request in sorted(requests, key=lambda request: request.prefix_length)
    ]
    problems: Sequence[Problem] = ()
    for tried in (requests, tightest):
        try:
            plan_subnets(address_spaces, tried, pinned=pinned, neighbours=neighbours)
        except PlanRefused as refused:
            problems = problems or refused.problems
        else:
            return []
    return list(problems)


Span = tuple[int, int]
"""Addresses as numbers: the first, and the one after the last. The search takes these, not IPv4Network, whose
objects cost it more than half of its time."""


def _span(range_: IPv4Network) -> Span:
    first = int(range_.network_address)
    return first, first + range_.num_addresses


class _Ground:
    """The address spaces, and what lies in them so far."""

    def __init__(
        self,
        spaces: Sequence[str],
        requests: Sequence[SubnetRequest],
        pinned: Mapping[str, str],
        kept: Mapping[str, str],
    ) -> None:
        self.spaces = [IPv4Network(space) for space in spaces]
        self.wanted = {request.name: request for request in requests}
        self.pinned = pinned
        self.kept = {name: IPv4Network(prefix) for name, prefix in kept.items()}
        """Where subnets lie before this plan, and until it is carried out."""
        self.placed: dict[str, IPv4Network] = {}
        self._taken = [_span(prefix) for prefix in self.kept.values()]
        self._reserved: list[Span] = []

    def free(self) -> int:
        """Addresses that no subnet has."""
        taken = collapse_addresses([*self.placed.values(), *self.kept.values()])
        return sum(space.num_addresses for space in self.spaces) - sum(one.num_addresses for one in taken)

    def leaving(self) -> list[str]:
        """What this plan frees for the next one."""
        return [
            f"{prefix} of {name}" for name, prefix in self.kept.items() if self.placed.get(name) != prefix
        ]

    def outside(self) -> Iterator[Problem]:
        """Azure removes no range of a network, and makes none smaller, while a subnet lies in it. Source:
        learn.microsoft.com/azure/virtual-network/manage-virtual-network, 2025-04-21."""
        lost = [f"{name} ({prefix})" for name, prefix in self.kept.items() if not self._has(prefix)]
        if lost:
            text = (
                f"subnets lie outside of {self._spaces()}: {', '.join(lost)}; Azure takes no range from a "
                "network while a subnet is in it: keep the range, here or among `additional_address_spaces`"
            )
            yield Problem(("address_space",), text)

    def pin(self) -> Iterator[Problem]:
        """Put what is pinned where its pin says."""
        for name, text in self.pinned.items():
            path = ("pinned_prefixes", name)
            prefix = parse(text)
            if name not in self.wanted:
                close = get_close_matches(name, self.wanted, n=1)
                meant = f"did you mean {close[0]}?" if close else "remove it"
                yield Problem(path, f"no subnet is called {name}: {meant}")
            elif prefix is None:
                text = f"must be an IPv4 range such as 10.40.1.0/24, got {text!r}: correct it"
                yield Problem(path, text)
            elif not self._has(prefix):
                yield Problem(path, f"{prefix} lies outside of {self._spaces()}: correct it")
            elif other := self._in_the_way(name, prefix, self.placed):
                text = f"{prefix} overlaps {self.placed[other]}, to which {other} is pinned: correct one"
                yield Problem(path, text)
            elif other := self._in_the_way(name, prefix, self.kept):
                text = f"{prefix} overlaps {self.kept[other]}, where {other} lies: correct it"
                if other not in self.wanted or other in self.pinned:
                    text += f", or deploy first without it, so that {other} leaves"
                yield Problem(path, text)
            else:
                self._put(name, prefix)
        for name, prefix in self.placed.items():
            yield from self._settle(self.wanted[name], prefix, "is pinned to")

    def keep(self) -> Iterator[Problem]:
        """Leave what exists where it lies."""
        staying = {
            name: prefix
            for name, prefix in self.kept.items()
            if name in self.wanted and name not in self.pinned
        }
        self.placed |= staying
        for name, prefix in staying.items():
            yield from self._settle(self.wanted[name], prefix, "lies at")

    def place(self, request: SubnetRequest) -> bool:
        """Give it a place with room around it, else one that leaves others theirs, else any."""
        # Space by space: one that is appended is for what had no place in those before.
        for space in self.spaces:
            for avoided, length in (
                ([*self._taken, *self._reserved], request.block_prefix_length),
                ([*self._taken, *self._reserved], request.prefix_length),
                (self._taken, request.prefix_length),
            ):
                find = _last_free if request.at_the_end else _first_free
                start = find(_span(space), length, avoided) if length >= space.prefixlen else None
                if start is not None:
                    prefix = IPv4Network((start, request.prefix_length))
                    self._put(request.name, prefix)
                    self._reserve(request, prefix)
                    return True
        return False

    def _put(self, name: str, prefix: IPv4Network) -> None:
        self.placed[name] = prefix
        self._taken.append(_span(prefix))

    def _settle(self, request: SubnetRequest, prefix: IPv4Network, lies: str) -> Iterator[Problem]:
        if prefix.prefixlen > request.prefix_length:
            yield self._outgrown(request, prefix, lies)
        else:
            self._reserve(request, prefix)

    def _reserve(self, request: SubnetRequest, prefix: IPv4Network) -> None:
        """Keep the block around a subnet free."""
        if request.grows and prefix.prefixlen > request.block_prefix_length:
            self._reserved.append(_span(prefix.supernet(new_prefix=request.block_prefix_length)))

    def _outgrown(self, request: SubnetRequest, prefix: IPv4Network, lies: str) -> Problem:
        """Azure moves and enlarges no subnet in use, so this is for the user to decide. Source:
        learn.microsoft.com/azure/virtual-network/virtual-network-manage-subnet, 2022-06-27."""
        holds = prefix.num_addresses - RESERVED_ADDRESSES
        larger = self._larger(request, prefix)
        rest = "put the rest into a subnet of another name"
        change = (
            f"empty the subnet and pin it to {larger}, which is free; or {rest}"
            if larger
            else f"{rest} (no larger range is free)"
        )
        return Problem(
            ("pinned_prefixes", request.name),
            f"{request.name} {lies} {prefix}, which holds {holds} addresses, and now needs "
            f"{request.addresses}; Azure enlarges no subnet in use: stay within {holds}; or {change}",
        )

    def _larger(self, request: SubnetRequest, prefix: IPv4Network) -> IPv4Network | None:
        """A free range for a subnet that has outgrown its own, around that if it can be."""
        around = prefix.supernet(new_prefix=request.prefix_length)
        both = (self.placed, self.kept)
        if self._has(around) and not any(self._in_the_way(request.name, around, lying) for lying in both):
            return around
        for space in self.spaces:
            start = _first_free(_span(space), request.prefix_length, self._taken)
            if start is not None:
                return IPv4Network((start, request.prefix_length))
        return None

    def _has(self, prefix: IPv4Network) -> bool:
        return any(prefix.subnet_of(space) for space in self.spaces)

    def _spaces(self) -> str:
        return " and ".join(str(space) for space in self.spaces)

    @staticmethod
    def _in_the_way(name: str, prefix: IPv4Network, lying: Mapping[str, IPv4Network]) -> str | None:
        """Another subnet of those."""
        return next((other for other, lies in lying.items() if other != name and lies.overlaps(prefix)), None)


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
