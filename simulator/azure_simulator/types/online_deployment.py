"""Microsoft.MachineLearningServices/workspaces/onlineEndpoints/deployments"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.cloud.values import dig
from azure_simulator.types.online_endpoint import DEPLOYMENT, ENDPOINT_NAME
from azure_simulator.types.shared.sizes import size_problem


class OnlineDeployment(ResourceType):
    pulumi_type = DEPLOYMENT
    path = (
        "…/Microsoft.MachineLearningServices/workspaces/{workspaceName}/onlineEndpoints/{endpointName}"
        "/deployments/{deploymentName}"
    )
    source = "learn.microsoft.com/rest/api/azureml/online-deployments/create-or-update (2025-12-01)"
    replaces = frozenset({"location"})
    fixed = ("properties.endpointComputeType",)
    name_rule = ENDPOINT_NAME
    ignored_references = frozenset({"properties"})
    """Models, environments and code are versions in the workspace or a registry, which aren't kept here."""

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        managed = dig(props, "properties.endpointComputeType") == "Managed"
        size = dig(props, "properties.instanceType")
        if managed and "instanceType" not in props["properties"]:
            yield "properties.instanceType", "a managed deployment needs a size of machines"
        if managed and (problem := size_problem(size, dig(props, "location"))):
            yield "properties.instanceType", problem
        count = dig(props, "sku.capacity")
        if count is not None and count < 1:
            yield "sku.capacity", f"{count} is less than 1"

    def create(self, put: Put) -> Mapping[str, Any]:
        endpoint = put.cloud.store.get(arm.parent_of(put.id) or "")
        place = arm.location(str(put.props.get("location")))
        if endpoint is not None and endpoint.body.get("location") != place:
            raise self.reference_missing(put.id, "location", endpoint.id)
        if put.old is None and dig(put.props, "sku.capacity") is None:
            put.props["sku"] = {"name": "Default", "capacity": 1, **(put.props.get("sku") or {})}
        sent = put.props["properties"]
        return {
            "properties": {
                "appInsightsEnabled": False,
                "egressPublicNetworkAccess": "Enabled",
                "scaleSettings": {"scaleType": "Default"},
                **sent,
                "provisioningState": "Succeeded",
            }
        }

    def serial_with(self, id_: str) -> str | None:
        return arm.parent_of(id_)
