"""Microsoft.Insights/diagnosticSettings"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone.catalog import diagnostic_categories
from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each

_TARGETS = (
    "workspaceId",
    "storageAccountId",
    "eventHubAuthorizationRuleId",
    "marketplacePartnerId",
    "serviceBusRuleId",
)
LIMIT = 5


_CATEGORY = "hashicorp/terraform-provider-azurerm#2985 (2019-03-01)"


class DiagnosticSetting(ResourceType):
    pulumi_type = "azure-native:monitor:DiagnosticSetting"
    aliases = ("azure-native:insights:DiagnosticSetting",)
    path = "/{resourceUri}/providers/Microsoft.Insights/diagnosticSettings/{name}"
    source = "learn.microsoft.com/azure/azure-monitor/platform/diagnostic-settings"
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
        target = arm.parent_of(put.id) or ""
        children = put.cloud.children(target, self.pulumi_type)
        others = [
            other
            for other in children
            if not arm.same_id(other.id, put.id) and arm.same_id(arm.parent_of(other.id) or "", target)
        ]
        _check_sinks(put, others)
        _check_kinds(put, arm.type_of(target))
        if len(others) >= LIMIT:
            text = f"The limit of {LIMIT} diagnostic settings was reached."
            raise ArmError(409, "Conflict", text, seen=LOGS)
        return {"name": arm.name_of(put.id), "type": "Microsoft.Insights/diagnosticSettings"}

    def parent_missing(self, id_: str, parent: str) -> ArmError:  # noqa: ARG002
        return arm.not_found(parent)


def _check_sinks(put: Put, others: list[Resource]) -> None:
    """One category of one resource goes to one destination once."""
    for name in _TARGETS:
        sink = put.props.get(name)
        for other in others:
            if sink is None or not arm.same_id(str(other.inputs.get(name)), str(sink)):
                continue
            twice = sorted(set(_categories(put.props)) & set(_categories(other.inputs)))
            if twice:
                raise ArmError(
                    409,
                    "Conflict",
                    f"Data sink '{sink}' is already used in diagnostic setting '{arm.name_of(other.id)}' for "
                    f"category '{twice[0]}'. Data sinks can't be reused in different settings on the same "
                    "category for the same resource.",
                    seen=LOGS,
                )


def _categories(props: Mapping[str, Any]) -> Iterator[str]:
    for kind in ("logs", "metrics"):
        for _, entry in each(props, kind):
            if dig(entry, "enabled"):
                yield str(dig(entry, "category") or dig(entry, "categoryGroup"))


def _check_kinds(put: Put, resource_type: str) -> None:
    known = diagnostic_categories.find(resource_type)
    for kind, has in (("logs", known and known.logs), ("metrics", known and known.metrics)):
        for _, entry in each(put.props, kind) if has == () else ():
            name = dig(entry, "category") or dig(entry, "categoryGroup")
            raise ArmError(400, "BadRequest", f"Category '{name}' is not supported.", seen=_CATEGORY)
