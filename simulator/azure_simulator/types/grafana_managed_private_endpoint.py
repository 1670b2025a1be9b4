"""Microsoft.Dashboard/grafana/managedPrivateEndpoints"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType


class GrafanaManagedPrivateEndpoint(ResourceType):
    pulumi_type = "azure-native:dashboard:ManagedPrivateEndpoint"
    path = (
        "…/Microsoft.Dashboard/grafana/{workspaceName}/managedPrivateEndpoints/{managedPrivateEndpointName}"
    )
    source = "learn.microsoft.com/azure/managed-grafana/how-to-connect-to-data-source-privately"
    replaces = frozenset({"location", "privateLinkResourceId", "privateLinkResourceRegion", "groupIds"})
    name_rule = NameRule(r"[A-Za-z][A-Za-z0-9-]{0,18}[A-Za-z0-9]", "2-20 letters, digits and hyphens")

    def create(self, put: Put) -> Mapping[str, Any]:  # noqa: ARG002
        return {"connectionState": {"status": "Pending", "description": "Waiting for approval"}}

    def serial_with(self, id_: str) -> str | None:
        return arm.parent_of(id_)
