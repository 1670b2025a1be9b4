"""Pulumi property values as plain Python, with what JSON lacks: unknowns, secrets and assets.

The wire form is `google.protobuf.Struct` with signatures (pulumi/pulumi, sdk/go/common/resource/sig).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf import struct_pb2

SIGNATURE: Final = "4dabf18193072939515e22adb298388d"
SECRET: Final = "1b47061264138c4ac30d75fd1eb44270"  # noqa: S105 - the wire format's mark, not a password
OUTPUT: Final = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
UNKNOWN_SENTINEL: Final = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
_SENTINELS: Final = frozenset(
    {
        UNKNOWN_SENTINEL,
        "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",  # bool
        "3eeb2bf0-c639-47a8-9e75-3b44932eb421",  # number
        "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",  # array
        "030794c1-ac77-496b-92df-f27374a8bd58",  # asset
        "e48ece36-62e2-4504-bad9-02848725956a",  # archive
        "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",  # object
    }
)


class Unknown:
    """A value that the engine will know only after an earlier resource exists."""

    def __repr__(self) -> str:
        return "UNKNOWN"

    def __bool__(self) -> bool:
        return False


UNKNOWN: Final = Unknown()


@dataclass(frozen=True)
class Secret:
    value: Any


@dataclass(frozen=True)
class Opaque:
    """An asset, archive or resource reference: carried through, never looked into."""

    raw: Mapping[str, Any]


Props = dict[str, Any]


def from_struct(struct: struct_pb2.Struct) -> Props:
    """The known order is by name: a protobuf map has none. Nulls are dropped."""
    fields = struct.fields
    return {key: _from(fields[key]) for key in sorted(fields) if not fields[key].HasField("null_value")}


def _from(value: struct_pb2.Value) -> Any:
    kind = value.WhichOneof("kind")
    if kind == "string_value":
        return UNKNOWN if value.string_value in _SENTINELS else value.string_value
    if kind == "number_value":
        number = value.number_value
        return int(number) if number.is_integer() else number
    if kind == "bool_value":
        return value.bool_value
    if kind == "list_value":
        return [_from(item) for item in value.list_value.values]
    if kind == "struct_value":
        return _from_object(value.struct_value)
    return None


def _from_object(struct: struct_pb2.Struct) -> Any:
    signature = struct.fields[SIGNATURE].string_value if SIGNATURE in struct.fields else None
    if signature is None:
        return from_struct(struct)
    if signature == SECRET:
        return Secret(_from(struct.fields["value"]))
    if signature == OUTPUT:
        known = _from(struct.fields["value"]) if "value" in struct.fields else UNKNOWN
        secret = "secret" in struct.fields and struct.fields["secret"].bool_value
        return Secret(known) if secret else known
    return Opaque({key: _from(value) for key, value in struct.fields.items()})


def to_struct(props: Mapping[str, Any]) -> struct_pb2.Struct:
    struct = struct_pb2.Struct()
    for key, value in props.items():
        if value is not None:
            _into(struct.fields[key], value)
    return struct


def _into(target: struct_pb2.Value, value: Any) -> None:
    if value is None:
        target.null_value = struct_pb2.NULL_VALUE
    elif isinstance(value, Unknown):
        target.string_value = UNKNOWN_SENTINEL
    elif isinstance(value, bool):
        target.bool_value = value
    elif isinstance(value, int | float):
        target.number_value = float(value)
    elif isinstance(value, str):
        target.string_value = value
    elif isinstance(value, Secret):
        target.struct_value.fields[SIGNATURE].string_value = SECRET
        _into(target.struct_value.fields["value"], value.value)
    elif isinstance(value, Opaque):
        _into_fields(target, value.raw)
    elif isinstance(value, Mapping):
        _into_fields(target, value)
    else:
        target.list_value.SetInParent()
        for item in value:
            _into(target.list_value.values.add(), item)


def _into_fields(target: struct_pb2.Value, fields: Mapping[str, Any]) -> None:
    target.struct_value.SetInParent()
    for key, value in fields.items():
        if value is not None:
            _into(target.struct_value.fields[key], value)


def plain(value: Any) -> Any:
    """The same value without secret marks; assets become their raw form."""
    if isinstance(value, Secret):
        return plain(value.value)
    if isinstance(value, Opaque):
        return dict(value.raw)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def marked_like(value: Any, model: Any) -> Any:
    """`value` with secret marks wherever `model` has one at the same place."""
    if isinstance(model, Secret):
        return Secret(plain(value))
    if isinstance(value, dict) and isinstance(model, dict):
        return {key: marked_like(item, model.get(key)) for key, item in value.items()}
    if isinstance(value, list) and isinstance(model, list):
        if len(value) != len(model) and has_secret(model):
            return Secret(value)
        return [
            marked_like(item, model[index] if index < len(model) else None)
            for index, item in enumerate(value)
        ]
    if has_secret(model):
        return Secret(value)
    return value


def has_secret(value: Any) -> bool:
    if isinstance(value, Secret):
        return True
    if isinstance(value, dict):
        return any(has_secret(item) for item in value.values())
    return isinstance(value, list) and any(has_secret(item) for item in value)


def has_unknown(value: Any) -> bool:
    if isinstance(value, Unknown):
        return True
    if isinstance(value, Secret):
        return has_unknown(value.value)
    if isinstance(value, dict):
        return any(has_unknown(item) for item in value.values())
    return isinstance(value, list) and any(has_unknown(item) for item in value)


def dig(value: Any, path: str) -> Any:
    """The value at `a.b.c`; None where it is absent or not known yet."""
    for part in path.split("."):
        if not isinstance(value, Mapping):
            return None
        value = value.get(part)
    return None if isinstance(value, Unknown) else value


def settled(value: Any, path: str) -> bool:
    """False where something at or above `a.b.c` is not known yet."""
    for part in path.split("."):
        if isinstance(value, Unknown):
            return False
        value = value.get(part) if isinstance(value, Mapping) else None
    return not has_unknown(value)


def each(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """(property path, element) for every known element of the list at `path`."""
    items = dig(value, path)
    for index, item in enumerate(items if isinstance(items, list) else []):
        if not isinstance(item, Unknown):
            yield f"{path}[{index}]", item


def texts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """(property path, text) of every known string in `value`."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from texts(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from texts(item, f"{path}[{index}]")
