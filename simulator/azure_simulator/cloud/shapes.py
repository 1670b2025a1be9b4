"""The types of inputs and outputs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Shape:
    """Anything goes; the base of the others."""


@dataclass(frozen=True)
class Scalar(Shape):
    kind: type
    """str, int, float or bool"""


@dataclass(frozen=True)
class Choice(Shape):
    """An enum. Closed: Azure takes nothing else. Open: a value outside is worth a warning."""

    name: str
    kind: type
    values: tuple[Any, ...]
    closed: bool


@dataclass(frozen=True)
class ListOf(Shape):
    item: Shape


@dataclass(frozen=True)
class MapOf(Shape):
    item: Shape


@dataclass(frozen=True)
class OneOf(Shape):
    options: tuple[Shape, ...]


@dataclass(frozen=True)
class Field:
    shape: Shape
    required: bool


CLASSES: dict[str, dict[str, Field]] = {}
"""What each class of the SDK that was read has, by its module and name."""


@dataclass(frozen=True)
class ObjectOf(Shape):
    """A class of the SDK. Its fields are looked up when asked for: types may refer to themselves."""

    name: str
    """With its module, such as pulumi_azure_native.network._inputs.AddressSpaceArgs."""

    @property
    def fields(self) -> dict[str, Field]:
        return CLASSES[self.name]


@dataclass(frozen=True)
class ResourceShape:
    inputs: ObjectOf
    outputs: ObjectOf
    api_version: str | None
