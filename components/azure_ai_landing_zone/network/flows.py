"""Flows: connections with networks outside of Azure that are meant, and let through for that."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from azure_ai_landing_zone.core.model import Key, Model
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.address_ranges import AddressRange

Port = Annotated[str, Field(pattern=r"^\d{1,5}(-\d{1,5})?$")]
"""A port such as 443, or a span such as 8000-8010."""


class Flow(Model):
    """Connections between the networks of the zone and a range outside of them, such as on-premises."""

    name: Key
    """What it is for; rules are called after it."""
    direction: Literal["inbound", "outbound"]
    """Who begins: the range, or what is in the network."""
    address_range: AddressRange
    """Of the other side, as narrow as it is known."""
    ports: list[Port] = Field(min_length=1)
    """Of whoever is called: never all of them."""
    transport: Literal["Tcp", "Udp"] = "Tcp"
    """The protocol below."""
    subnet_names: list[Key] = Field(default=[])
    """Of a network: its subnets that it is for. Left out: all of them."""


def flow_problems(flows: Sequence[Flow]) -> list[Problem]:
    """Names that are there twice: rules of a group have one each."""
    names = [flow.name for flow in flows]
    return [
        Problem(("flows", number, "name"), f"{name} is the name of [{names.index(name)}] too: take another")
        for number, name in enumerate(names)
        if name in names[:number]
    ]
