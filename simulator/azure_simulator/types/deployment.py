"""Microsoft.Resources/deployments in a resource group: as far as tables of a workspace go"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType
from azure_simulator.cloud.values import dig, each

_TABLES = "Microsoft.OperationalInsights/workspaces/tables"
_LONG = (1095, 1460, 1826, 2191, 2556, 2922, 3288, 3653, 4018, 4383)


class Deployment(ResourceType):
    """A template is checked and then forgotten: nothing that it makes can be referred to."""

    pulumi_type = "azure-native:resources:Deployment"
    path = "…/Microsoft.Resources/deployments/{deploymentName}"
    source = "learn.microsoft.com/azure/azure-resource-manager/templates/syntax"
    name_rule = NameRule(
        r"[\w.()-]{1,64}", "1-64 letters, digits, underscores, hyphens, periods, parentheses"
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        for path, resource in each(props, "properties.template.resources"):
            for field in ("type", "apiVersion", "name"):
                if field not in resource:
                    yield f"{path}.{field}", "a resource of a template needs it"
            kind = dig(resource, "type")
            if kind is not None and kind != _TABLES:
                yield f"{path}.type", f"the simulated Azure deploys only {_TABLES}, not {kind}"
            yield from _table_problems(path, resource)

    def create(self, put: Put) -> Mapping[str, Any]:
        group = arm.parent_of(put.id)
        for _, resource in each(put.props, "properties.template.resources"):
            workspace, _, _ = str(resource["name"]).partition("/")
            id_ = f"{group}/providers/Microsoft.OperationalInsights/workspaces/{workspace}"
            if put.cloud.store.get(id_) is None:
                raise self.parent_missing(f"{id_}/tables", id_)
        return {"properties": {"provisioningState": "Succeeded"}}


def _table_problems(path: str, resource: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """learn.microsoft.com/azure/azure-monitor/logs/data-retention-configure (2025-05-05)."""
    basic = dig(resource, "properties.plan") == "Basic"
    days, total = (
        dig(resource, f"properties.{name}") for name in ("retentionInDays", "totalRetentionInDays")
    )
    if days is not None and (basic or not 4 <= days <= 730):
        yield f"{path}.properties.retentionInDays", f"{days} is not allowed: 4 to 730, and none for Basic"
    if total is not None and not 4 <= total <= 730 and total not in _LONG:
        yield f"{path}.properties.totalRetentionInDays", f"{total} is not allowed"
