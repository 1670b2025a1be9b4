"""Inputs held against pulumi-azure-native's own types, and outputs brought into their shape."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from azure_simulator.cloud.shapes import Choice, ListOf, MapOf, ObjectOf, OneOf, Scalar, Shape
from azure_simulator.cloud.values import UNKNOWN, Opaque, Secret, Unknown

_WORDS = {str: "a string", int: "an integer", float: "a number", bool: "a boolean"}
_LOCATION_HINT = (
    ". Either set it explicitly or configure it with 'pulumi config set azure-native:location <value>'."
)


@dataclass(frozen=True)
class Problem:
    path: str
    text: str
    severity: Literal["error", "warning"] = "error"


def problems(shape: Shape, value: Any, path: str = "") -> Iterator[Problem]:
    """Everything wrong with `value`, each with its property path. Unknown values pass."""
    if isinstance(value, Secret):
        value = value.value
    if isinstance(value, Unknown | Opaque) or value is None:
        return
    if isinstance(shape, ObjectOf):
        yield from _object(shape, value, path)
    elif isinstance(shape, ListOf):
        if not isinstance(value, list):
            yield Problem(path, f"expected a list, got {_word(value)}")
            return
        for index, item in enumerate(value):
            yield from problems(shape.item, item, f"{path}[{index}]")
    elif isinstance(shape, MapOf):
        if not isinstance(value, Mapping):
            yield Problem(path, f"expected a map, got {_word(value)}")
            return
        for key, item in value.items():
            yield from problems(shape.item, item, f"{path}.{key}")
    elif isinstance(shape, Choice):
        yield from _choice(shape, value, path)
    elif isinstance(shape, Scalar):
        if not _fits(shape.kind, value):
            yield Problem(path, f"expected {_WORDS[shape.kind]}, got {_word(value)}")
    elif isinstance(shape, OneOf):
        attempts = [list(problems(option, value, path)) for option in shape.options]
        if all(any(problem.severity == "error" for problem in attempt) for attempt in attempts):
            yield from min(attempts, key=len)


def _object(shape: ObjectOf, value: Any, path: str) -> Iterator[Problem]:
    if not isinstance(value, Mapping):
        yield Problem(path, f"expected an object, got {_word(value)}")
        return
    for name, field in shape.fields.items():
        if field.required and value.get(name) is None:
            at = _join(path, name)
            yield Problem(at, f"missing required property '{at}'{_LOCATION_HINT if at == 'location' else ''}")
    for name, item in value.items():
        if name.startswith("__"):
            continue
        known = shape.fields.get(name)
        if known is None:
            yield Problem(
                _join(path, name), f"unknown property '{_join(path, name)}'{_suggestion(name, shape)}"
            )
        else:
            yield from problems(known.shape, item, _join(path, name))


_INCOMPLETE = ("KnownDataFlowStreams", "KnownExtensionDataSourceStreams", "VirtualMachineSizeTypes")
"""Open enums of which Azure's specification lists a few values and its documentation many:
learn.microsoft.com/azure/azure-monitor/data-collection/data-collection-rule-structure, 2026-08. That of sizes
ends in 2017: "deprecated and will be removed" (HardwareProfile in the types of azure-native 3.29.0)."""


_NEWER = {"SkuType": ("BasicV2", "StandardV2", "PremiumV2")}
"""Values of open enums that Azure has and the types of its default API version lack:
learn.microsoft.com/azure/api-management/v2-service-tiers-overview, 2026-04-24."""


def _choice(shape: Choice, value: Any, path: str) -> Iterator[Problem]:
    if not _fits(shape.kind, value):
        yield Problem(path, f"expected {_WORDS[shape.kind]}, got {_word(value)}")
        return
    allowed = {str(option).lower() for option in (*shape.values, *_NEWER.get(shape.name, ()))}
    if str(value).lower() not in allowed and shape.name not in _INCOMPLETE:
        listed = ", ".join(str(option) for option in shape.values)
        near = difflib.get_close_matches(str(value), [str(option) for option in shape.values], n=1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        text = f"'{value}' is not a value of {shape.name}: {listed}{hint}"
        yield Problem(path, text, "error" if shape.closed else "warning")


def _suggestion(name: str, shape: ObjectOf) -> str:
    near = difflib.get_close_matches(name, shape.fields, n=1)
    return f"; did you mean '{near[0]}'?" if near else f"; known are {', '.join(sorted(shape.fields))}"


def _fits(kind: type, value: Any) -> bool:
    if kind is bool:
        return isinstance(value, bool)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, str)


def _word(value: Any) -> str:
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return f"{_WORDS.get(type(value), 'a value')} ({value!r})"


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def projected(value: Any, shape: Shape) -> Any:
    """`value` with only the properties that `shape` has: what is write-only never comes back, and what is
    read-only never becomes an input. A list of ids becomes a map where the shape has one, and the reverse."""
    if isinstance(shape, OneOf):
        objects = [option for option in shape.options if isinstance(option, ObjectOf)]
        found = [len(list(problems(option, value))) for option in objects]
        shape = objects[found.index(min(found))] if objects else Shape()
    if isinstance(shape, ObjectOf) and isinstance(value, Mapping):
        return {
            name: projected(item, shape.fields[name].shape)
            for name, item in value.items()
            if name in shape.fields and item is not None
        }
    if isinstance(shape, ListOf) and isinstance(value, list):
        return [projected(item, shape.item) for item in value]
    if isinstance(shape, ListOf) and isinstance(value, Mapping):
        return list(value)
    if isinstance(shape, MapOf) and isinstance(value, list):
        return {str(item): {} for item in value}
    if isinstance(shape, MapOf) and isinstance(value, Mapping):
        return {key: projected(item, shape.item) for key, item in value.items()}
    return value


def preview(inputs: Mapping[str, Any], shape: ObjectOf) -> dict[str, Any]:
    """Outputs before the resource exists: the inputs, and unknown for all that Azure will add."""
    result: dict[str, Any] = {}
    for name, field in shape.fields.items():
        if name in ("id", "urn"):
            continue
        result[name] = _preview(inputs[name], field.shape) if inputs.get(name) is not None else UNKNOWN
    return result


def _preview(value: Any, shape: Shape) -> Any:
    if isinstance(value, Secret):
        return Secret(_preview(value.value, shape))
    if isinstance(shape, ObjectOf) and isinstance(value, Mapping):
        return preview(value, shape)
    if isinstance(shape, ListOf) and isinstance(value, list):
        return [_preview(item, shape.item) for item in value]
    if isinstance(shape, MapOf) and isinstance(value, list):
        return UNKNOWN
    return value
