"""Manifests held against Kubernetes' own published schemas, and against the custom resources of a cluster."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from azure_simulator.cloud.schema import Problem
from azure_simulator.cloud.values import Unknown

if TYPE_CHECKING:  # a seventh of what starts with each command, and few have a manifest
    import jsonschema

VERSION = "1.35"
"""The Kubernetes version whose schemas apply: the oldest that AKS supports after November 2026."""

_FOLDER = "kubernetes-json-schema"

CLUSTER_SCOPED = frozenset(
    [
        "APIService",
        "CSIDriver",
        "CSINode",
        "CertificateSigningRequest",
        "ClusterRole",
        "ClusterRoleBinding",
        "ComponentStatus",
        "CustomResourceDefinition",
        "DeviceClass",
        "FlowSchema",
        "IngressClass",
        "MutatingWebhookConfiguration",
        "Namespace",
        "Node",
        "PersistentVolume",
        "PriorityClass",
        "PriorityLevelConfiguration",
        "RuntimeClass",
        "StorageClass",
        "ValidatingAdmissionPolicy",
        "ValidatingAdmissionPolicyBinding",
        "ValidatingWebhookConfiguration",
        "VolumeAttachment",
    ]
)


def api_version_and_kind(token: str) -> tuple[str, str]:
    """What the token `kubernetes:apps/v1:Deployment` says a manifest must have; core/v1 is v1."""
    _, version, kind = token.split(":")
    return version.removeprefix("core/"), kind


def problems(manifest: Mapping[str, Any], custom: Mapping[str, Any] | None) -> Iterator[Problem] | None:
    """Everything wrong with a manifest; None where its kind is neither Kubernetes' own nor that of `custom`,
    a CustomResourceDefinition."""
    import jsonschema

    if custom is not None:
        schema = _custom_schema(custom, str(manifest["apiVersion"]))
        return _errors(jsonschema.Draft202012Validator(schema), manifest)
    validator = _validator(str(manifest["apiVersion"]), str(manifest["kind"]))
    return _errors(validator, manifest) if validator else None


@cache
def _validator(api_version: str, kind: str) -> jsonschema.Draft202012Validator | None:
    import jsonschema
    from referencing import Registry, Resource

    folder = resources.files("kubernetes_validate") / _FOLDER / f"{_release()}-local-strict"
    short = re.sub(r"^([^./]*)(?:\.[^/]*)?/", r"\1-", api_version)
    file = folder / f"{kind.lower()}-{short}.json"
    if not file.is_file():
        return None
    definitions = Resource.from_contents(json.loads((folder / "_definitions.json").read_text()))
    schema = json.loads(file.read_text())
    return jsonschema.Draft202012Validator(schema, registry=definitions @ Registry())


@cache
def _release() -> str:
    names = [entry.name for entry in (resources.files("kubernetes_validate") / _FOLDER).iterdir()]
    return next(
        name.removesuffix("-local") for name in names if re.fullmatch(rf"v{VERSION}\.\d+-local", name)
    )


def _errors(validator: jsonschema.Draft202012Validator, manifest: Mapping[str, Any]) -> Iterator[Problem]:
    known, places = _without_unknown(manifest)
    for error in sorted(
        validator.iter_errors(known), key=lambda error: [str(part) for part in error.absolute_path]
    ):
        path = _path(error.absolute_path)
        if error.validator == "required" and any(place.startswith(_join(path, "")) for place in places):
            missing = [name for name in error.validator_value if name not in error.instance]
            if all(_join(path, name) in places for name in missing):
                continue
        yield Problem(path or "metadata", error.message)


def _without_unknown(value: Any, path: str = "") -> tuple[Any, set[str]]:
    """The value without what isn't known yet, and where that was."""
    places: set[str] = set()
    if isinstance(value, Mapping):
        kept = {}
        for key, item in value.items():
            if isinstance(item, Unknown):
                places.add(_join(path, key))
            elif item is not None:
                kept[key], inner = _without_unknown(item, _join(path, key))
                places |= inner
        return kept, places
    if isinstance(value, list):
        items = []
        for index, item in enumerate(value):
            if not isinstance(item, Unknown):
                known, inner = _without_unknown(item, f"{path}[{index}]")
                items.append(known)
                places |= inner
        return items, places
    return value, places


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _path(parts: Any) -> str:
    path = ""
    for part in parts:
        path = f"{path}[{part}]" if isinstance(part, int) else _join(path, part)
    return path


def _custom_schema(definition: Mapping[str, Any], api_version: str) -> dict[str, Any]:
    versions = definition["spec"]["versions"]
    wanted = api_version.split("/")[-1]
    schema: dict[str, Any] = next(
        (version["schema"]["openAPIV3Schema"] for version in versions if version["name"] == wanted), {}
    )
    closed: dict[str, Any] = _closed(schema, top=True)
    return closed


def _closed(schema: Any, *, top: bool = False) -> Any:
    """A structural schema as JSON Schema that refuses unknown properties, as strict field validation does."""
    if not isinstance(schema, Mapping):
        return schema
    closed = {
        key: value
        for key, value in schema.items()
        if key not in ("properties", "items", "additionalProperties")
    }
    if schema.get("nullable") and isinstance(schema.get("type"), str):
        closed["type"] = [schema["type"], "null"]
    if "properties" in schema:
        closed["properties"] = {key: _closed(value) for key, value in schema["properties"].items()}
        if (
            not top
            and not schema.get("x-kubernetes-preserve-unknown-fields")
            and "additionalProperties" not in schema
        ):
            closed["additionalProperties"] = bool(schema.get("x-kubernetes-embedded-resource"))
    if "items" in schema:
        closed["items"] = _closed(schema["items"])
    if "additionalProperties" in schema:
        closed["additionalProperties"] = _closed(schema["additionalProperties"])
    if top:
        closed.setdefault("properties", {})["metadata"] = {"type": "object"}
    return closed
