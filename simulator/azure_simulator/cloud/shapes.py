"""The types of inputs and outputs, read from pulumi-azure-native's own classes."""

from __future__ import annotations

import collections.abc
import enum
import importlib
import re
import threading
import types
import typing
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import pulumi


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


@dataclass(frozen=True)
class ObjectOf(Shape):
    """A class of the SDK. Fields are read when asked for: types may refer to themselves."""

    source: type = field(repr=False)

    @cached_property
    def fields(self) -> dict[str, Field]:
        return _fields(self.source)


@dataclass(frozen=True)
class ResourceShape:
    inputs: ObjectOf
    outputs: ObjectOf
    api_version: str | None


_LOADING = threading.RLock()
"""The SDK's modules load when something in them is first asked for, and to other threads one that loads looks
like one that lacks the class: they wait."""


def resource_shape(token: str) -> ResourceShape:
    """The shape of `azure-native:network:VirtualNetwork`; raises LookupError if the SDK lacks it."""
    with _LOADING:
        return _resource_shape(token)


@cache
def _resource_shape(token: str) -> ResourceShape:
    _, module_name, class_name = token.split(":")
    try:
        module = importlib.import_module(f"pulumi_azure_native.{module_name.split('/')[0]}")
        resource = getattr(module, class_name)
        args = getattr(module, f"{class_name}InitArgs", None) or getattr(module, f"{class_name}Args")
    except (ImportError, AttributeError) as missing:
        raise LookupError(f"pulumi-azure-native has no {token}: {missing}") from missing
    return ResourceShape(object_of(args), object_of(resource), _api_version(resource))


@cache
def object_of(source: type) -> ObjectOf:
    return ObjectOf(source)


def _api_version(resource: type) -> str | None:
    for overload in typing.get_overloads(resource.__init__):  # type: ignore[misc]  # any class has __init__
        if found := re.search(r"Uses Azure REST API version ([\w-]+)\.", overload.__doc__ or ""):
            return found.group(1)
    return None


_WRONG_ENUMS = frozenset({("ConditionArgs", "operator"), ("ConditionResponse", "operator")})
"""Fields whose enum, in version 3.29.0, is that of another type with the same name: log alerts (monitor) got
the operators of pipelines. Any text is taken there."""


def _fields(source: type) -> dict[str, Field]:
    known: dict[str, Any] = {"Output": pulumi.Output, "T": typing.TypeVar("T")}
    fields = {}
    for python_name, member in vars(source).items():
        if not isinstance(member, property) or member.fget is None:
            continue
        hint = typing.get_type_hints(member.fget, localns=known).get("return", Any)
        options = _options(hint)
        name = getattr(member.fget, "_pulumi_name", python_name)
        shape = Scalar(str) if (source.__name__, name) in _WRONG_ENUMS else _shape(options)
        fields[name] = Field(shape, required=type(None) not in options)
    return fields


def _options(hint: Any) -> tuple[Any, ...]:
    """The members of a union, without Pulumi's wrappers for values that come later."""
    origin = typing.get_origin(hint)
    if origin is pulumi.Output:
        return _options(typing.get_args(hint)[0])
    if origin not in (typing.Union, types.UnionType):
        return (hint,)
    found: list[Any] = []
    for member in typing.get_args(hint):
        if typing.get_origin(member) in (collections.abc.Awaitable, pulumi.Output):
            continue
        found.extend(option for option in _options(member) if option not in found)
    return tuple(found)


def _shape(options: tuple[Any, ...]) -> Shape:
    options = tuple(option for option in options if option is not type(None))
    enums = [option for option in options if isinstance(option, type) and issubclass(option, enum.Enum)]
    if len(enums) == 1 and len(options) <= 2:
        source = enums[0]
        values = tuple(member.value for member in source)
        return Choice(source.__name__, type(values[0]), values, closed=len(options) == 1)
    shapes = [_single(option) for option in options]
    return shapes[0] if len(shapes) == 1 else OneOf(tuple(shapes))


def _single(hint: Any) -> Shape:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint in (str, int, float, bool):
        return Scalar(hint)
    if origin in (collections.abc.Sequence, list):
        return ListOf(_shape(_options(arguments[0])))
    if origin in (collections.abc.Mapping, dict):
        return MapOf(_shape(_options(arguments[1])))
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        values = tuple(member.value for member in hint)
        return Choice(hint.__name__, type(values[0]), values, closed=True)
    if isinstance(hint, type) and any(isinstance(member, property) for member in vars(hint).values()):
        return object_of(hint)
    return Shape()
