"""What Azure answers after a write: defaults, computed values and identities around what was sent."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar, Protocol

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import Path
from azure_simulator.cloud.resource_shapes import resource_shape
from azure_simulator.cloud.schema import projected
from azure_simulator.cloud.shapes import ResourceShape
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import Props


class Answered(Protocol):
    """What an answer needs to know of a resource's type."""

    pulumi_type: ClassVar[str]
    arm: ClassVar[Path]
    defaults: ClassVar[Mapping[str, Any]]


_WHEN_MADE = ("timeCreated", "creationTime", "createdOn", "updatedOn", "createdDate", "lastModifiedTime")


def body(
    unit: Answered,
    resource: Resource,
    inputs: Mapping[str, Any],
    extra: Mapping[str, Any],
) -> Props:
    """What Azure answers: its defaults, what was sent, and `extra`, in the shape of the SDK's outputs."""
    shape = resource_shape(unit.pulumi_type)
    sent = projected(_returned(inputs), shape.outputs)
    body = merged(merged(copy.deepcopy(dict(unit.defaults)), sent), _returned(extra))
    _add_common(unit, resource, shape, body)
    return body


def _add_common(unit: Answered, resource: Resource, shape: ResourceShape, body: Props) -> None:
    fields = shape.outputs.fields
    created = datetime.fromtimestamp(resource.created or 0, UTC).isoformat()
    who = {"createdBy": arm.DEPLOYER_OBJECT_ID, "createdByType": "Application", "createdAt": created}
    common: dict[str, Any] = {
        "name": arm.name_of(resource.id),
        "type": unit.arm.arm_type,
        "azureApiVersion": shape.api_version,
        "provisioningState": "Succeeded",
        "etag": f'W/"{arm.stable_guid(resource.id, "etag", str(resource.revision))}"',
        "resourceGuid": arm.stable_guid(resource.id, "guid"),
        **dict.fromkeys(_WHEN_MADE, created),
        "systemData": {
            **who,
            "lastModifiedBy": arm.DEPLOYER_OBJECT_ID,
            "lastModifiedByType": "Application",
        },
    }
    for name, value in common.items():
        if name in fields and value is not None and name not in body:
            body[name] = value
    if isinstance(body.get("location"), str):
        body["location"] = arm.location(body["location"])
    if isinstance(body.get("identity"), dict):
        body["identity"] = identity(resource.id, body["identity"])


_WRITE_ONLY = frozenset({"adminPassword", "customData", "protectedSettings", "userData"})


def _returned(value: Any) -> Any:
    """What was sent, without what Azure never gives back."""
    if isinstance(value, Mapping):
        return {key: _returned(item) for key, item in value.items() if key not in _WRITE_ONLY}
    return [_returned(item) for item in value] if isinstance(value, list) else value


def merged(base: Props, over: Mapping[str, Any]) -> Props:
    """`over` laid on `base`, objects property by property, anything else whole."""
    for key, value in over.items():
        if isinstance(value, Mapping) and isinstance(base.get(key), dict):
            base[key] = merged(base[key], value)
        else:
            base[key] = value
    return base


def principal_id(id_: str) -> str:
    """Object id of the identity that a resource id stands for."""
    return arm.stable_guid(id_, "principal")


def client_id(id_: str) -> str:
    return arm.stable_guid(id_, "client")


def identity(id_: str, sent: Props) -> Props:
    """A resource's `identity` as Azure answers it."""
    answer = dict(sent)
    if "systemassigned" in str(sent.get("type", "")).lower():
        answer |= {"principalId": principal_id(id_), "tenantId": arm.TENANT_ID}
    assigned = sent.get("userAssignedIdentities")
    if assigned:
        answer["userAssignedIdentities"] = {
            user: {"principalId": principal_id(user), "clientId": client_id(user)} for user in assigned
        }
    return answer
