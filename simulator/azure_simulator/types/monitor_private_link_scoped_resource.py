"""Microsoft.Insights/privateLinkScopes/scopedResources"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.cloud.values import dig

_MEMBERS = (
    "microsoft.insights/components",
    "microsoft.insights/datacollectionendpoints",
    "microsoft.operationalinsights/workspaces",
)
_SCOPES_OF_A_RESOURCE = 5


class MonitorPrivateLinkScopedResource(ResourceType):
    pulumi_type = "azure-native:monitor:PrivateLinkScopedResource"
    aliases = ("azure-native:insights:PrivateLinkScopedResource",)
    path = "…/Microsoft.Insights/privateLinkScopes/{scopeName}/scopedResources/{name}"
    source = "learn.microsoft.com/azure/azure-monitor/fundamentals/private-link-design"
    replaces = frozenset({"linkedResourceId", "kind"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        linked = dig(props, "linkedResourceId")
        if isinstance(linked, str) and arm.type_of(linked).lower() not in _MEMBERS:
            yield "linkedResourceId", f"a {arm.type_of(linked)} can't be in a private link scope"

    def create(self, put: Put) -> Mapping[str, Any]:
        linked = str(put.props.get("linkedResourceId"))
        others = [
            other
            for other in put.cloud.store.mentioning(linked)
            if other.token == self.pulumi_type and not arm.same_id(other.id, put.id)
        ]
        if len(others) >= _SCOPES_OF_A_RESOURCE:
            text = f"{linked} is in {_SCOPES_OF_A_RESOURCE} private link scopes."
            raise ArmError(400, "BadRequest", text, seen=OURS)
        return {}

    def serial_with(self, id_: str) -> str | None:
        return arm.parent_of(id_)
