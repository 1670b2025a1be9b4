"""The shapes of resources, kept on this machine: reading the SDK's classes takes longer than all else that a
command asks of the simulated Azure."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from azure_simulator.cloud.cache import cache_folder
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

_KINDS = {kind.__name__: kind for kind in (str, int, float, bool)}


@cache
def resource_shape(token: str) -> ResourceShape:
    """The shape of `azure-native:network:VirtualNetwork`; raises LookupError if the SDK lacks it."""
    file = _folder() / f"{token.removeprefix('azure-native:').replace(':', '.').replace('/', '-')}.json"
    try:
        return _decoded(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass  # nobody has asked for it yet, or what is there isn't whole
    from azure_simulator.cloud import sdk_types

    shape = sdk_types.read(token)
    _keep(file, _encoded(shape))
    return shape


@cache
def _folder() -> Path:
    """Of the SDK's version, and of the code that reads and writes."""
    code = b"".join(
        Path(__file__).with_name(name).read_bytes()
        for name in ("resource_shapes.py", "sdk_types.py", "shapes.py")
    )
    digest = hashlib.sha256(code).hexdigest()[:12]
    return cache_folder() / f"azure-native-{version('pulumi_azure_native')}-{digest}"


def _keep(file: Path, content: dict[str, Any]) -> None:
    """All of it or nothing, whoever else writes the same; where nothing can be written, it is read again."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as written:
            json.dump(content, written, separators=(",", ":"))
        Path(part).replace(file)
    except OSError:
        return


def _encoded(shape: ResourceShape) -> dict[str, Any]:
    classes: dict[str, Any] = {}
    for one in (shape.inputs, shape.outputs):
        _take(one, classes)
    return {
        "inputs": shape.inputs.name,
        "outputs": shape.outputs.name,
        "apiVersion": shape.api_version,
        "classes": classes,
    }


def _take(shape: Shape, classes: dict[str, Any]) -> Any:
    """How a shape is written; the classes in it go to `classes`."""
    match shape:
        case ObjectOf(name):
            if name not in classes:
                classes[name] = {}
                classes[name] |= {
                    key: [field.required, _take(field.shape, classes)] for key, field in shape.fields.items()
                }
            return ["object", name]
        case ListOf(item):
            return ["list", _take(item, classes)]
        case MapOf(item):
            return ["map", _take(item, classes)]
        case OneOf(options):
            return ["oneOf", *(_take(option, classes) for option in options)]
        case Choice(name, kind, values, closed):
            return ["choice", name, kind.__name__, list(values), closed]
        case Scalar(kind):
            return ["scalar", kind.__name__]
        case _:
            return None


def _decoded(content: dict[str, Any]) -> ResourceShape:
    found = {
        name: {key: Field(_shape(shape), required) for key, (required, shape) in fields.items()}
        for name, fields in content["classes"].items()
    }
    shape = ResourceShape(ObjectOf(content["inputs"]), ObjectOf(content["outputs"]), content["apiVersion"])
    CLASSES.update(found)
    return shape


def _shape(written: Any) -> Shape:
    match written:
        case ["object", name]:
            return ObjectOf(name)
        case ["list", item]:
            return ListOf(_shape(item))
        case ["map", item]:
            return MapOf(_shape(item))
        case ["oneOf", *options]:
            return OneOf(tuple(_shape(option) for option in options))
        case ["choice", name, kind, values, closed]:
            return Choice(name, _KINDS[kind], tuple(values), closed)
        case ["scalar", kind]:
            return Scalar(_KINDS[kind])
        case None:
            return Shape()
        case _:
            raise ValueError(written)
