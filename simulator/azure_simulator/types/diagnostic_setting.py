"""Microsoft.Insights/diagnosticSettings"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator import arm
from azure_simulator.arm import ArmError
from azure_simulator.resource_type import Put, ResourceType
from azure_simulator.values import dig, each

_TARGETS = (
    "workspaceId",
    "storageAccountId",
    "eventHubAuthorizationRuleId",
    "marketplacePartnerId",
    "serviceBusRuleId",
)
LIMIT = 5


class DiagnosticSetting(ResourceType):
    pulumi_type = "azure-native:monitor:DiagnosticSetting"
    aliases = ("azure-native:insights:DiagnosticSetting",)
    path = "/{resourceUri}/providers/Microsoft.Insights/diagnosticSettings/{name}"
    source = "learn.microsoft.com/azure/azure-monitor/platform/diagnostic-settings (2025-08-01)"
    auto_name = "random"

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if not any(props.get(name) or name in props for name in _TARGETS):
            yield "workspaceId", "a diagnostic setting needs at least one destination"
        if "logs" not in props and "metrics" not in props:
            yield "logs", "a diagnostic setting needs at least one category of logs or metrics"
        for path, log in each(props, "logs"):
            if dig(log, "category") and dig(log, "categoryGroup"):
                yield path, "category and categoryGroup exclude each other"

    def create(self, put: Put) -> Mapping[str, Any]:
        others = put.cloud.children(arm.parent_of(put.id) or "", self.pulumi_type)
        if len([other for other in others if not arm.same_id(other.id, put.id)]) >= LIMIT:
            # The limit is documented; Azure's own words were not to be had.
            raise ArmError(409, "Conflict", f"A resource has at most {LIMIT} diagnostic settings.")
        return {"name": arm.name_of(put.id), "type": "Microsoft.Insights/diagnosticSettings"}

    def parent_missing(self, id_: str, parent: str) -> ArmError:  # noqa: ARG002
        return arm.not_found(parent)
