"""Types read from pulumi-azure-native's own classes."""

from __future__ import annotations

import collections.abc
import enum
import importlib
import re
import threading
import types
import typing
from typing import Any

import pulumi

from azure_simulator.cloud.shapes import (
    CLASSES,
    Choice,
    Field,
    ListOf,
    MapOf,
    ObjectOf,
    OneOf,
    ResourceShape,
    Scalar,
    Shape,
)

Found = dict[str, dict[str, Field]]
"""Classes that are being read."""

_LOADING = threading.RLock()
"""The SDK's modules load when something in them is first asked for, and to other threads one that loads looks
like one that lacks the class: they wait."""


def read(token: str) -> ResourceShape:
    """The shape of `azure-native:network:VirtualNetwork`, with all classes in it; raises LookupError if the
    SDK lacks it."""
    _, module_name, class_name = token.split(":")
    with _LOADING:
        try:
            module = importlib.import_module(f"pulumi_azure_native.{module_name.split('/')[0]}")
            resource = getattr(module, class_name)
            args = getattr(module, f"{class_name}InitArgs", None) or getattr(module, f"{class_name}Args")
        except (ImportError, AttributeError) as missing:
            raise LookupError(f"pulumi-azure-native has no {token}: {missing}") from missing
        found: Found = {}
        shape = ResourceShape(_object_of(args, found), _object_of(resource, found), _api_version(resource))
        CLASSES.update(found)  # whole: other threads look at them meanwhile
        return shape


def _object_of(source: type, found: Found) -> ObjectOf:
    name = f"{source.__module__}.{source.__qualname__}"
    if name not in CLASSES and name not in found:
        found[name] = {}  # it may refer to itself
        found[name].update(_fields(source, found))
    return ObjectOf(name)


def _api_version(resource: type) -> str | None:
    for overload in typing.get_overloads(resource.__init__):  # type: ignore[misc]  # any class has __init__
        if found := re.search(r"Uses Azure REST API version ([\w-]+)\.", overload.__doc__ or ""):
            return found.group(1)
    return None


_WRONG_ENUMS = frozenset({("ConditionArgs", "operator"), ("ConditionResponse", "operator")})
"""Fields whose enum, in version 3.29.0, is that of another type with the same name: log alerts (monitor) got
the operators of pipelines. Any text is taken there."""


def _fields(source: type, found: Found) -> dict[str, Field]:
    known: dict[str, Any] = {"Output": pulumi.Output, "T": typing.TypeVar("T")}
    fields = {}
    for python_name, member in vars(source).items():
        if not isinstance(member, property) or member.fget is None:
            continue
        hint = typing.get_type_hints(member.fget, localns=known).get("return", Any)
        options = _options(hint)
        name = getattr(member.fget, "_pulumi_name", python_name)
        shape = Scalar(str) if (source.__name__, name) in _WRONG_ENUMS else _shape(options, found)
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


def _shape(options: tuple[Any, ...], found: Found) -> Shape:
    options = tuple(option for option in options if option is not type(None))
    enums = [option for option in options if isinstance(option, type) and issubclass(option, enum.Enum)]
    if len(enums) == 1 and len(options) <= 2:
        source = enums[0]
        values = tuple(member.value for member in source)
        return Choice(source.__name__, type(values[0]), values, closed=len(options) == 1)
    shapes = [_single(option, found) for option in options]
    return shapes[0] if len(shapes) == 1 else OneOf(tuple(shapes))


def _single(hint: Any, found: Found) -> Shape:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint in (str, int, float, bool):
        return Scalar(hint)
    if origin in (collections.abc.Sequence, list):
        return ListOf(_shape(_options(arguments[0]), found))
    if origin in (collections.abc.Mapping, dict):
        return MapOf(_shape(_options(arguments[1]), found))
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        values = tuple(member.value for member in hint)
        return Choice(hint.__name__, type(values[0]), values, closed=True)
    if isinstance(hint, type) and any(isinstance(member, property) for member in vars(hint).values()):
        return _object_of(hint, found)
    return Shape()
