"""What deployers may do outside of what they deploy to."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field, StrictBool

from azure_ai_landing_zone.core.model import Input, Key, Model, matching
from azure_ai_landing_zone.core.problem import Problem

_OPERATION = r"(\*|[A-Za-z]+\.[A-Za-z]+)(/(\*|[A-Za-z]+))*"
_DATA_OPERATION = r"[A-Za-z]+\.[A-Za-z]+(/(\*|[A-Za-z]+))+"


class RightElsewhere(Model):
    """A few operations on something outside of the resource group, such as to peer with a hub's network."""

    key: Key
    """For the logical names of the role and its assignment."""
    actions: list[
        Annotated[str, matching(_OPERATION, "operations such as Microsoft.Consumption/budgets/*")]
    ] = Field(default=[])
    """docs/reference/rights.md has those that each stack of this repository needs."""
    data_actions: list[
        Annotated[
            str,
            matching(_DATA_OPERATION, "operations such as Microsoft.ContainerService/managedClusters/*"),
        ]
    ] = Field(default=[])
    """The same on data, such as what a stack makes inside of a cluster."""
    gives_roles: StrictBool = False
    """Also to give roles there, under the condition that holds in its own resource group: on a registry or a
    store that a company has."""


class DeployerRight(RightElsewhere):
    """The same, with its place."""

    scope: Input[str]
    """Full id of the narrowest thing that they are needed on: a subscription, a group or one resource."""


def right_problems(field: str, rights: Sequence[RightElsewhere]) -> Iterator[Problem]:
    """Of the rights in that field."""
    taken = {"zone", "roles", "roll", "state", "secrets", "resource-group"}
    for number, right in enumerate(rights):
        names = {right.key, f"{right.key}-roles"} if right.gives_roles else {right.key}
        if names & taken:
            yield Problem((field, number, "key"), f"{right.key} is taken: give each its own")
        taken |= names
        if not (right.actions or right.data_actions or right.gives_roles):
            yield Problem((field, number, "actions"), "names nothing that it may do: list operations")
        for place, action in enumerate(right.actions):
            if _gives_away_roles(action):
                text = f"{action} can give away roles: a deployer has that only under a condition"
                yield Problem((field, number, "actions", place), text)


def twice_problems(
    field: str, rights: Sequence[RightElsewhere], places: Sequence[str | None], own: str | None
) -> Iterator[Problem]:
    """Of rights to give roles: they are one assignment of one role, and Azure has it once on a scope.

    places: the scope of each, in words; None: known later. own: what it deploys to, if it gives roles there.
    """
    giving = {} if own is None else {own.rstrip("/").lower(): "its own right to deploy"}
    for number, (right, place) in enumerate(zip(rights, places, strict=True)):
        if place is None or not right.gives_roles:
            continue
        if (first := giving.setdefault(place.rstrip("/").lower(), right.key)) != right.key:
            text = f"{first} gives roles on {place} already, and one right to is enough: leave it out here"
            yield Problem((field, number, "gives_roles"), text)


def _gives_away_roles(action: str) -> bool:
    parts = action.lower().split("/")
    return parts[0] == "*" or (parts[0] == "microsoft.authorization" and parts[-1] != "read")
