"""Diffs of property values: what changed, where, and whether it needs a new resource.

Follows diff.go of pulumi/pulumi-azure-native (calculateDetailedDiff, applyAzureSpecificDiff, applyDiff; read
2026-11-21). Lists are compared by position; the provider compares some of them by the names of their elements
(`x-ms-identifiers`), which the SDK doesn't tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Literal

from azure_simulator.cloud.arm import location
from azure_simulator.cloud.values import plain

Kind = Literal["add", "delete", "update"]

_SPELLINGS: Mapping[str, Callable[[str], str]] = {"location": location, "resourceGroupName": str.lower}


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Kind]:
    """Property path → kind of change. Secret marks, the spelling of locations and the casing of resource
    groups don't count."""
    found = dict(_changes(plain(dict(old)), plain(dict(new)), ""))
    for name, spelled in _SPELLINGS.items():
        texts = (plain(old.get(name)), plain(new.get(name)))
        if (
            found.get(name) == "update"
            and all(isinstance(text, str) for text in texts)
            and spelled(texts[0]) == spelled(texts[1])
        ):
            del found[name]
    return found


def _changes(old: Any, new: Any, path: str) -> Iterator[tuple[str, Kind]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            at = _below(path, key)
            if old.get(key) is None and new.get(key) is None:
                continue
            if old.get(key) is None:
                yield at, "add"
            elif new.get(key) is None:
                yield at, "delete"
            else:
                yield from _changes(old[key], new[key], at)
    elif isinstance(old, list) and isinstance(new, list):
        for index in range(max(len(old), len(new))):
            at = f"{path}[{index}]"
            if index >= len(old):
                yield at, "add"
            elif index >= len(new):
                yield at, "delete"
            else:
                yield from _changes(old[index], new[index], at)
    elif old != new or isinstance(old, bool) != isinstance(new, bool):
        yield path, "update"


def _below(path: str, key: str) -> str:
    """As Pulumi's property paths write it: quoted where the key isn't a plain word."""
    if not re.fullmatch(r"[\w$-]+", key):
        return f'{path}["{key}"]'
    return f"{path}.{key}" if path else key


def at_or_below(path: str, keys: Collection[str]) -> bool:
    """True where `path` is at or below one of `keys`."""
    return any(path == key or path.startswith((f"{key}.", f"{key}[")) for key in keys)


def replacing(path: str, kind: Kind, replaces: Collection[str]) -> bool:
    """True where a change at `path` is at one of `replaces` (`a`, `a.b`, `a[].b`), or an update of something
    in the object there. What is added below it or taken away, and elements of a list there, change in place:
    so the provider has it."""
    general = re.sub(r"\[\d+\]", "[]", path)
    inside = kind == "update" and any(general.startswith(f"{key}.") for key in replaces)
    return inside or general in replaces


def ignored(path: str, patterns: Collection[str]) -> bool:
    """True where ignoreChanges names `path` or something above it; `*` stands for any one part."""
    parts = _parts(path)
    for pattern in patterns:
        wanted = _parts(pattern)
        if len(wanted) <= len(parts) and all(w in ("*", p) for w, p in zip(wanted, parts, strict=False)):
            return True
    return False


def _parts(path: str) -> list[str]:
    return re.findall(r"[^.\[\]\"]+", path)


def carried_over(values: Any, old: Any, new: Any) -> Any:
    """`values` with the differences between `old` and `new` applied: what drifted enters the inputs, what
    Azure only filled in stays out of them."""
    if isinstance(values, dict) and isinstance(old, dict) and isinstance(new, dict):
        result = {key: item for key, item in values.items() if not (key in old and key not in new)}
        for key, item in new.items():
            if key not in old:
                result[key] = item
            elif plain(old[key]) != plain(item):
                result[key] = carried_over(values[key], old[key], item) if key in values else item
        return result
    if isinstance(values, list) and isinstance(old, list) and isinstance(new, list):
        return [
            carried_over(values[index], old[index], item)
            if index < len(values) and index < len(old)
            else item
            for index, item in enumerate(new)
        ]
    return values if plain(old) == plain(new) else new
