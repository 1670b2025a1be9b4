"""Check: names and locations that the program left out, and everything wrong with the inputs at once.

Follows provider.go of pulumi/pulumi-azure-native (Check, applyDefaults, getDefaultName; read 2026-11-21), but
for one thing: the provider also adds azureApiVersion, the version of the API, to the inputs in the state.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from azure_simulator.cloud import schema
from azure_simulator.cloud.locations import location_problem
from azure_simulator.cloud.resource_shapes import resource_shape
from azure_simulator.cloud.resource_type import ResourceType
from azure_simulator.cloud.schema import Problem
from azure_simulator.cloud.shapes import ResourceShape
from azure_simulator.cloud.subscription import Subscription
from azure_simulator.cloud.values import UNKNOWN, Props, Unknown, plain

CREATE_BEFORE_DELETE = "__createBeforeDelete"
"""Set in the inputs of what got a random name: a replacement can be made beside it."""


@dataclass(frozen=True)
class Naming:
    """How this resource is to be named when the program doesn't say."""

    logical_name: str
    seed: bytes
    mode: Literal["propose", "enforce", "disable"] | None = None
    proposed: str = ""

    def name(self, kind: Literal["random", "uuid", "copy"]) -> tuple[str, bool] | None:
        """(name, is it random)"""
        if self.mode == "disable":
            return None
        if self.mode == "enforce" or (self.mode == "propose" and kind != "uuid"):
            return self.proposed, True
        digest = hashlib.sha512(self.seed or self.logical_name.encode()).hexdigest()
        if kind == "copy":
            return self.logical_name, False
        if kind == "uuid":
            return str(uuid.UUID(digest[:32])), True
        return f"{self.logical_name}{digest[:8]}", True


@dataclass
class Checked:
    inputs: Props
    problems: list[Problem] = field(default_factory=list)


def check(
    unit: ResourceType,
    olds: Mapping[str, Any],
    news: Mapping[str, Any],
    naming: Naming,
    cloud: Subscription,
    default_location: str | None,
) -> Checked:
    shape = resource_shape(unit.pulumi_type)
    inputs = dict(news)
    _name(unit, olds, inputs, naming)
    _locate(shape, olds, inputs, cloud, default_location)
    values = plain(inputs)
    found = list(schema.problems(shape.inputs, values))
    found.extend(_missing_parameters(unit, values, found))
    if not any(problem.severity == "error" for problem in found):
        found.extend(_name_problems(unit, values))
        place = values.get("location")
        if isinstance(place, str) and (text := location_problem(place, unit.arm.arm_type, cloud.settings)):
            found.append(Problem("location", text))
        found.extend(Problem(path, text) for path, text in unit.problems(values))
        found.extend(Problem(path, text) for path, text in unit.limits(values, cloud.settings))
    return Checked(inputs, found)


def _name(unit: ResourceType, olds: Mapping[str, Any], inputs: Props, naming: Naming) -> None:
    own = unit.arm.own_name
    if own is None or inputs.get(own) is not None:
        return
    if own in olds:
        inputs[own] = olds[own]
        if olds.get(CREATE_BEFORE_DELETE) is True:
            inputs[CREATE_BEFORE_DELETE] = True
        return
    chosen = naming.name(unit.naming)
    if chosen is not None:
        inputs[own], random = chosen
        if random:
            inputs[CREATE_BEFORE_DELETE] = True


def _locate(
    shape: ResourceShape, olds: Mapping[str, Any], inputs: Props, cloud: Subscription, default: str | None
) -> None:
    if "location" not in shape.inputs.fields or inputs.get("location") is not None:
        return
    if "location" in olds:
        inputs["location"] = olds["location"]
        return
    if default:
        inputs["location"] = default
        return
    group = plain(inputs.get("resourceGroupName"))
    if isinstance(group, Unknown):
        inputs["location"] = UNKNOWN
    elif group is not None:
        found = cloud.store.get(f"/subscriptions/{cloud.id}/resourceGroups/{group}")
        if found is not None and "location" in found.body:
            inputs["location"] = found.body["location"]


def _missing_parameters(unit: ResourceType, inputs: Mapping[str, Any], found: list[Problem]) -> list[Problem]:
    told = {problem.path for problem in found}
    return [
        Problem(name, f"missing required property '{name}'")
        for name in unit.arm.parameters
        if inputs.get(name) is None and not isinstance(inputs.get(name), Unknown) and name not in told
    ]


def _name_problems(unit: ResourceType, inputs: Mapping[str, Any]) -> list[Problem]:
    own = unit.arm.own_name
    name = inputs.get(own) if own else None
    if own is None or unit.name_rule is None or not isinstance(name, str) or unit.name_rule.allows(name):
        return []
    return [Problem(own, f"'{name}' is not a valid name for {unit.arm.arm_type}: {unit.name_rule.text}")]


def id_for(unit: ResourceType, inputs: Mapping[str, Any], cloud: Subscription) -> str:
    return unit.arm.fill(cloud.id, plain(dict(inputs)))
