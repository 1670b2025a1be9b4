"""What is in a subscription before any program runs: things of a company's own, and names of deleted ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from azure_simulator.cloud import answers, arm, resource_type, schema
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_shapes import resource_shape
from azure_simulator.cloud.resource_type import ResourceType
from azure_simulator.cloud.shapes import ObjectOf
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.subscription import Subscription
from azure_simulator.cloud.subscription_settings import ExistingResource

_GROUP = "azure-native:resources:ResourceGroup"
_NOT_SENT = frozenset({"etag", "id", "managedBy", "name", "resourceGroup", "systemData", "type"})
"""What `az` says of every resource and nobody sends."""


class SeedError(ValueError):
    """Things that can't be there: a line for each, with its id and what is wrong."""


def seed(
    cloud: Subscription, existing: Sequence[ExistingResource], deleted: Sequence[ExistingResource]
) -> list[str]:
    """Puts what isn't there yet and was never seeded before, and returns its ids, in the order it was made.

    Nobody's rights, quotas or policies are asked: somebody else made it. Order doesn't matter; resource
    groups come by themselves. Raises SeedError.
    """
    fresh = [
        one for one in existing if cloud.store.get(one.id) is None and not cloud.store.was_seeded(one.id)
    ]
    for one in deleted:
        _bury(cloud, one)
    made: list[str] = []
    while fresh:
        left, problems = [], []
        for one in fresh:
            try:
                _put(cloud, one)
                made.append(one.id)
            except ArmError as refusal:
                left.append(one)
                problems.append(f"{one.id}: {refusal.code}: {refusal.message}")
        if len(left) == len(fresh):
            raise SeedError("\n".join(problems))
        fresh = left
    return made


def _put(cloud: Subscription, one: ExistingResource) -> None:
    unit = _unit(one.id)
    _make_group(cloud, one)
    inputs = _inputs(unit, one)
    if found := list(_problems(unit, inputs)):
        raise SeedError("\n".join(f"{one.id}: {text}" for text in found))
    cloud.put(unit, one.id, inputs)
    cloud.store.note_seeded(one.id)


def _unit(id_: str) -> ResourceType:
    unit = resource_type.of_id(id_)
    if unit is None:
        raise SeedError(f"{id_}: the simulated Azure has no {arm.type_of(id_) or 'type of that id'}")
    return unit


def _make_group(cloud: Subscription, one: ExistingResource) -> None:
    group, unit = arm.group_of(one.id), resource_type.find(_GROUP)
    if group is None or unit is None:
        return
    id_ = f"/subscriptions/{arm.subscription_of(one.id)}/resourceGroups/{group}"
    if cloud.store.get(id_) is None:
        place = (one.model_extra or {}).get("location", "eastus")
        cloud.put(
            unit, id_, {"location": "eastus" if place == "global" else place, "resourceGroupName": group}
        )


def _inputs(unit: ResourceType, one: ExistingResource) -> dict[str, Any]:
    """What would have been sent: the SDK has most types' properties without the `properties` around them."""
    told = {key: value for key, value in (one.model_extra or {}).items() if key not in _NOT_SENT}
    shape = resource_shape(unit.pulumi_type).inputs
    inner = told.get("properties")
    if isinstance(inner, Mapping) and "properties" not in shape.fields:
        told = {**{key: value for key, value in told.items() if key != "properties"}, **inner}
    sent: dict[str, Any] = schema.projected(told, shape)
    parameters = unit.arm.parse(one.id) or {}
    return {**sent, **{name: parameters[name] for name in unit.arm.parameters}}


def _problems(unit: ResourceType, inputs: Mapping[str, Any]) -> Iterator[str]:
    shape: ObjectOf = resource_shape(unit.pulumi_type).inputs
    return (
        f"{problem.path}: {problem.text}"
        for problem in schema.problems(shape, inputs)
        if problem.severity == "error"
    )


def _bury(cloud: Subscription, one: ExistingResource) -> None:
    unit = _unit(one.id)
    if not unit.soft_delete:
        raise SeedError(f"{one.id}: {unit.arm.arm_type} is not soft-deleted: nothing of it stays")
    if cloud.store.was_seeded(one.id) or cloud.store.get(one.id) is not None:
        return
    resource = Resource(one.id, unit.pulumi_type)
    inputs = _inputs(unit, one)
    resource.body = answers.body(unit, resource, inputs, {})
    cloud.store.bury(resource)
    cloud.store.note_seeded(one.id)
