"""Which spokes of a hub reach each other, through its firewall."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from azure_ai_landing_zone.core.model import Key, Model
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.address_ranges import AddressRange
from azure_ai_landing_zone.network.flows import Port
from azure_ai_landing_zone.network.planning.ranges import parse


class SpokeFlow(Model):
    """Connections from one spoke to another."""

    name: Key
    """What it is for; the firewall's rule is called after it."""
    from_range: AddressRange
    """Of those who begin, such as a spoke's address space."""
    to_range: AddressRange
    """Of those who are called."""
    ports: list[Port] = Field(min_length=1)
    """Of those who are called: never all of them."""
    transport: Literal["Tcp", "Udp"] = "Tcp"
    """The protocol below."""


class SpokesAll(Model):
    """Each spoke reaches each other one, on all ports: what it lets in is for its own groups to say."""

    mode: Literal["all"]
    """The firewall lets all of it through."""


class SpokesListed(Model):
    """Spokes reach each other where it is said."""

    mode: Literal["listed"]
    """The firewall lets through what is in the list."""
    connections: list[SpokeFlow] = Field(min_length=1)
    """What is let through. Each end has its half among its own `flows`."""


class SpokesNone(Model):
    """No spoke reaches another one."""

    mode: Literal["none"]
    """The firewall lets nothing through."""


SpokesChoice = Annotated[SpokesAll | SpokesListed | SpokesNone, Field(discriminator="mode")]


def spoke_problems(
    spokes: SpokesAll | SpokesListed | SpokesNone, spoke_ranges: Sequence[str], *, has_firewall: bool
) -> Iterator[Problem]:
    """What speaks against it in a hub for those ranges."""
    if not isinstance(spokes, SpokesNone) and not has_firewall:
        text = f"needs a firewall to pass through, got {spokes.mode}: give the hub one, or take none"
        yield Problem(("spoke_to_spoke", "mode"), text)
    if not isinstance(spokes, SpokesListed):
        return
    known = [range_ for text in spoke_ranges if (range_ := parse(text)) is not None]
    names = [flow.name for flow in spokes.connections]
    for number, flow in enumerate(spokes.connections):
        path = ("spoke_to_spoke", "connections", number)
        if flow.name in names[:number]:
            text = f"{flow.name} is the name of [{names.index(flow.name)}] too: take another"
            yield Problem((*path, "name"), text)
        for field, text in (("from_range", flow.from_range), ("to_range", flow.to_range)):
            range_ = parse(text)
            if range_ is not None and not any(range_.subnet_of(one) for one in known):
                yield Problem(
                    (*path, field),
                    f"{text} lies in none of `spoke_ranges`, {', '.join(spoke_ranges)}: correct one; what is "
                    "outside of Azure is for `flows` of the hub",
                )
