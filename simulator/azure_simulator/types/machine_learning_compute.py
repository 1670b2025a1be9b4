"""Microsoft.MachineLearningServices/workspaces/computes"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator import arm
from azure_simulator.resource_type import NameRule, Put, ResourceType
from azure_simulator.sizes import size_problem
from azure_simulator.values import dig

_INNER = "properties.properties"


class MachineLearningCompute(ResourceType):
    pulumi_type = "azure-native:machinelearningservices:Compute"
    path = "…/Microsoft.MachineLearningServices/workspaces/{workspaceName}/computes/{computeName}"
    source = "learn.microsoft.com/azure/machine-learning/how-to-create-attach-compute-cluster (2024-05-03)"
    replaces = frozenset(
        {"location", "properties.computeType", f"{_INNER}.vmSize", f"{_INNER}.vmPriority", f"{_INNER}.subnet"}
    )
    name_rule = NameRule(
        r"[A-Za-z][A-Za-z0-9-]{1,22}[A-Za-z0-9]",
        "3-24 letters, digits and hyphens, starting with a letter and ending with a letter or digit",
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        place = dig(props, "properties.computeLocation") or dig(props, "location")
        if problem := size_problem(dig(props, f"{_INNER}.vmSize"), place):
            yield f"{_INNER}.vmSize", problem
        scale = f"{_INNER}.scaleSettings"
        least, most = dig(props, f"{scale}.minNodeCount") or 0, dig(props, f"{scale}.maxNodeCount")
        if isinstance(most, int) and least > most:
            yield f"{scale}.minNodeCount", f"{least} is more than maxNodeCount, {most}"
        if dig(props, f"{_INNER}.vmPriority") == "LowPriority":
            yield f"{_INNER}.vmPriority", "low-priority machines are retired since 2026-03-31: use Dedicated"

    def create(self, put: Put) -> Mapping[str, Any]:
        sent = dict(put.props.get("properties") or {})
        sent.setdefault("computeLocation", arm.location(str(put.props.get("location"))))
        return {"properties": {**sent, "provisioningState": "Succeeded", "isAttachedCompute": False}}
