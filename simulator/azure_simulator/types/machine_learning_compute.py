"""Microsoft.MachineLearningServices/workspaces/computes"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig
from azure_simulator.types.machine_learning_workspace import isolation
from azure_simulator.types.shared.sizes import size_problem

_INNER = "properties.properties"
_LENGTHS = {"AmlCompute": (3, 32), "ComputeInstance": (3, 24)}
"""The shortest and the longest name of a kind; others have one of 2 to 16 characters."""


def _name_rule(shortest: int, longest: int) -> NameRule:
    """Source: learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules, 2026-11-22."""
    return NameRule(
        rf"[A-Za-z][A-Za-z0-9-]{{{shortest - 2},{longest - 2}}}[A-Za-z0-9]",
        f"{shortest}-{longest} letters, digits and hyphens, starting with a letter and ending with a letter "
        "or digit",
    )


class MachineLearningCompute(ResourceType):
    pulumi_type = "azure-native:machinelearningservices:Compute"
    path = "…/Microsoft.MachineLearningServices/workspaces/{workspaceName}/computes/{computeName}"
    source = "learn.microsoft.com/azure/machine-learning/how-to-create-attach-compute-cluster (2024-05-03)"
    replaces = frozenset(
        {"location", "properties.computeType", f"{_INNER}.vmSize", f"{_INNER}.vmPriority", f"{_INNER}.subnet"}
    )
    name_rule = _name_rule(2, 32)

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        kind, name = dig(props, "properties.computeType"), dig(props, "computeName")
        if isinstance(kind, str) and isinstance(name, str):
            rule = _name_rule(*_LENGTHS.get(kind, (2, 16)))
            if self.name_rule.allows(name) and not rule.allows(name):
                yield "computeName", f"'{name}' is not a valid name for {self.arm.arm_type}: {rule.text}"
        place = dig(props, "properties.computeLocation") or dig(props, "location")
        if problem := size_problem(dig(props, f"{_INNER}.vmSize"), place):
            yield f"{_INNER}.vmSize", problem
        scale = f"{_INNER}.scaleSettings"
        idle = dig(props, f"{_INNER}.idleTimeBeforeShutdown")
        minutes = re.fullmatch(r"PT(\d+)M", str(idle))
        if minutes and not 15 <= int(minutes[1]) <= 3 * 24 * 60:
            yield f"{_INNER}.idleTimeBeforeShutdown", f"{idle} is outside PT15M to P3D"
        least, most = dig(props, f"{scale}.minNodeCount") or 0, dig(props, f"{scale}.maxNodeCount")
        if isinstance(most, int) and least > most:
            yield f"{scale}.minNodeCount", f"{least} is more than maxNodeCount, {most}"
        if dig(props, f"{_INNER}.vmPriority") == "LowPriority":
            yield f"{_INNER}.vmPriority", "low-priority machines are retired since 2026-03-31: use Dedicated"

    def create(self, put: Put) -> Mapping[str, Any]:
        workspace = put.cloud.store.get(arm.parent_of(put.id) or "")
        if workspace is not None and isolation(workspace.body) != "Disabled":
            _check_managed_network(put, workspace)
        sent = dict(put.props.get("properties") or {})
        sent.setdefault("computeLocation", arm.location(str(put.props.get("location"))))
        return {"properties": {**sent, "provisioningState": "Succeeded", "isAttachedCompute": False}}


def _check_managed_network(put: Put, workspace: Resource) -> None:
    """Source: learn.microsoft.com/azure/machine-learning/how-to-managed-network (2025-05-23), limitations."""
    if dig(put.props, f"{_INNER}.subnet"):
        text = "Compute in a subnet of your own is not supported for workspaces with a managed network."
        raise ArmError(400, "ValidationError", text, seen=OURS)
    place = arm.location(str(put.props.get("location")))
    if place != arm.location(str(workspace.body.get("location"))):
        text = "Compute in another region is not supported for workspaces with a managed network."
        raise ArmError(400, "ValidationError", text, seen=OURS)
