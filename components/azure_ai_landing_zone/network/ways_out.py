"""What a hub's firewall lets out, by who needs it."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from azure_ai_landing_zone.catalog import public_names
from azure_ai_landing_zone.catalog.firewall_rules import Workload
from azure_ai_landing_zone.core.model import Key, Model
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.address_ranges import AddressRange
from azure_ai_landing_zone.network.planning.ranges import parse

Fqdn = Annotated[str, Field(pattern=r"^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$", max_length=253)]
"""A host name in lower case; *. in front stands for every name below."""


class WayOut(Model):
    """What some subnets of spokes reach on the internet. A spoke's output `waysOut` has what it needs."""

    name: Key
    """Whose way it is; the firewall's rules are called after it."""
    address_ranges: list[AddressRange] = Field(min_length=1)
    """Of the subnets that it is for, as narrow as they are known, and of pods with addresses of their own."""
    workloads: list[Workload] = Field(default=[])
    """What runs there; catalog/firewall_rules.csv has what that needs, and why."""
    allowed_fqdns: list[Fqdn] = Field(default=[])
    """Further names that may be reached with HTTPS, such as pypi.org."""
    shared_fqdns: list[Fqdn] = Field(default=[])
    """Names with *. in front below which anybody can have one, such as *.blob.core.windows.net: data can
    leave by these to everybody."""


def unmet(needed: Sequence[WayOut], ways: Sequence[WayOut]) -> list[WayOut]:
    """What is needed and no way lets out."""
    found = []
    for need in needed:
        there: set[str] = set()
        for way in ways:
            if all(_within(range_, way.address_ranges) for range_ in need.address_ranges):
                there |= {*way.workloads}
        if missing := [workload for workload in need.workloads if workload not in there]:
            found.append(need.model_copy(update={"workloads": missing}))
    return found


def _within(text: str, ranges: Sequence[str]) -> bool:
    inner = parse(text)
    return inner is not None and any(
        outer is not None and inner.subnet_of(outer) for outer in map(parse, ranges)
    )


def way_out_problems(ways: Sequence[WayOut], spoke_ranges: Sequence[str]) -> Iterator[Problem]:
    """What speaks against them in a hub for those ranges."""
    known = [range_ for text in spoke_ranges if (range_ := parse(text)) is not None]
    names = [way.name for way in ways]
    for number, way in enumerate(ways):
        path = ("firewall", "ways_out", number)
        if way.name in names[:number]:
            yield Problem(
                (*path, "name"), f"{way.name} is the name of [{names.index(way.name)}] too: take another"
            )
        for place, text in enumerate(way.address_ranges):
            range_ = parse(text)
            if range_ is not None and not any(range_.subnet_of(one) for one in known):
                yield Problem(
                    (*path, "address_ranges", place),
                    f"{text} lies in none of `spoke_ranges`, {', '.join(spoke_ranges)}: correct one",
                )
        for place, name in enumerate(way.allowed_fqdns):
            if whose := _shared_with(name):
                yield Problem(
                    (*path, "allowed_fqdns", place),
                    f"{name} lets out to {whose} too: name the hosts that are meant, reach them by private "
                    "endpoints, or say under `shared_fqdns` that this is meant",
                )


def _shared_with(name: str) -> str | None:
    """Whose things are below a name with *. in front, beside the ones that are meant."""
    if not name.startswith("*."):
        return None
    for row in public_names.public_names():
        both = row.name.startswith("*.") and (row.holds(name) or public_names.is_below(row.name[2:], name))
        if row.others is not None and (both or row.name[2:] == name[2:]):
            return row.others
    return None
