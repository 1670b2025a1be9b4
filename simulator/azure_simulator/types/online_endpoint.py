"""Microsoft.MachineLearningServices/workspaces/onlineEndpoints"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig

DEPLOYMENT: Final = "azure-native:machinelearningservices:OnlineDeployment"
ENDPOINT_NAME: Final = NameRule(
    r"[A-Za-z](?!.*--)[A-Za-z0-9-]{1,30}[A-Za-z0-9]",
    "3-32 letters, digits and single hyphens, starting with a letter and ending with a letter or digit",
)
"""Source: learn.microsoft.com/azure/machine-learning/how-to-manage-quotas."""


class OnlineEndpoint(ResourceType):
    pulumi_type = "azure-native:machinelearningservices:OnlineEndpoint"
    path = "…/Microsoft.MachineLearningServices/workspaces/{workspaceName}/onlineEndpoints/{endpointName}"
    source = "learn.microsoft.com/rest/api/azureml/online-endpoints/create-or-update (2025-12-01)"
    replaces = frozenset({"location"})
    fixed = ("properties.compute",)
    name_rule = ENDPOINT_NAME
    defaults = given(
        {"properties": {"publicNetworkAccess": "Enabled", "traffic": {}, "provisioningState": "Succeeded"}}
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        total = _sum(props, "properties.traffic")
        if total not in (None, 0, 100):
            yield "properties.traffic", f"the shares add up to {total}, neither 0 nor 100"
        mirrored = _sum(props, "properties.mirrorTraffic")
        if mirrored is not None and mirrored > 50:
            yield "properties.mirrorTraffic", f"{mirrored} is more than 50"

    def create(self, put: Put) -> Mapping[str, Any]:
        name, place = arm.name_of(put.id), arm.location(str(put.props.get("location")))
        for other in put.cloud.store.of_token(self.pulumi_type):
            if (
                arm.name_of(other.id).lower() == name.lower()
                and other.body.get("location") == place
                and not arm.same_id(other.id, put.id)
            ):
                raise ArmError(
                    409,
                    "Conflict",
                    "There is already an endpoint with this name",
                    seen="the words in public code that looks for them, read 2026-11-22; the code is ours",
                )
        there = {arm.name_of(one.id).lower() for one in put.cloud.children(put.id, DEPLOYMENT)}
        shares = {**(dig(put.props, "properties.traffic") or {})}
        shares |= dig(put.props, "properties.mirrorTraffic") or {}
        absent = [deployment for deployment in shares if deployment.lower() not in there]
        if absent:
            there_is_none = f"{put.id}/deployments/{absent[0]}"
            raise self.reference_missing(put.id, "properties.traffic", there_is_none)
        put.props["properties"] = {
            key: value for key, value in put.props["properties"].items() if key != "keys"
        }
        host = f"https://{name.lower()}.{place}.inference.ml.azure.com"
        return {"properties": {"scoringUri": f"{host}/score", "swaggerUri": f"{host}/swagger.json"}}


def _sum(props: Mapping[str, Any], path: str) -> int | None:
    shares = dig(props, path)
    if not isinstance(shares, dict) or not all(isinstance(share, int) for share in shares.values()):
        return None
    return sum(shares.values())
