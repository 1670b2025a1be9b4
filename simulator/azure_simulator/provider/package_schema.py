"""The package schema of the simulated types, made from the SDK, for `pulumi import` and YAML programs."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from azure_simulator.cloud import resource_type
from azure_simulator.cloud.resource_shapes import resource_shape
from azure_simulator.cloud.shapes import Choice, ListOf, MapOf, ObjectOf, OneOf, Scalar, Shape

_NAMES = {str: "string", int: "integer", float: "number", bool: "boolean"}


@cache
def package_schema(name: str, version: str) -> str:
    """JSON in the form of pulumi/pulumi's schema.json; it holds simulated types only."""
    resources: dict[str, Any] = {}
    types: dict[str, Any] = {}
    for unit in resource_type.all_types():
        shape = resource_shape(unit.pulumi_type)
        inputs, outputs = _object(shape.inputs, types), _object(shape.outputs, types)
        resources[unit.pulumi_type] = {
            "properties": outputs["properties"],
            "required": outputs["required"],
            "inputProperties": inputs["properties"],
            "requiredInputs": inputs["required"],
        }
    return json.dumps({"name": name, "version": version, "resources": resources, "types": types})


def _object(shape: ObjectOf, types: dict[str, Any]) -> dict[str, Any]:
    properties = {
        name: _type(field.shape, types) for name, field in shape.fields.items() if name not in ("id", "urn")
    }
    required = [name for name, field in shape.fields.items() if field.required and name in properties]
    return {"type": "object", "properties": properties, "required": required}


def _type(shape: Shape, types: dict[str, Any]) -> dict[str, Any]:
    if isinstance(shape, ObjectOf):
        token = _token(shape.name)
        if token not in types:
            types[token] = {}  # types may refer to themselves
            types[token] = _object(shape, types)
        return {"$ref": f"#/types/{token}"}
    if isinstance(shape, ListOf):
        return {"type": "array", "items": _type(shape.item, types)}
    if isinstance(shape, MapOf):
        return {"type": "object", "additionalProperties": _type(shape.item, types)}
    if isinstance(shape, Scalar | Choice):
        return {"type": _NAMES[shape.kind]}
    if isinstance(shape, OneOf):
        return {"oneOf": [_type(option, types) for option in shape.options]}
    return {"$ref": "pulumi.json#/Any"}


def _token(name: str) -> str:
    """`azure-native:network:AddressSpace` of pulumi_azure_native.network._inputs.AddressSpaceArgs"""
    parts = name.split(".")
    return f"azure-native:{parts[1]}:{re.sub('Args$', '', parts[-1])}"
