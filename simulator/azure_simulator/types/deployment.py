"""Microsoft.Resources/deployments in a group, as far as tables of a workspace, keys and secrets of a vault,
backends and diagnostics of an API Management service"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone.catalog import single_facts
from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.api_management_api_diagnostic import ApiManagementApiDiagnostic
from azure_simulator.types.api_management_backend import ApiManagementBackend
from azure_simulator.types.key_vault_key import KeyVaultKey, addresses
from azure_simulator.types.key_vault_secret import KeyVaultSecret

_TABLES = "Microsoft.OperationalInsights/workspaces/tables"
_IN_VAULTS: Mapping[str, tuple[ResourceType, str]] = {
    "Microsoft.KeyVault/vaults/keys": (KeyVaultKey(), "keyName"),
    "Microsoft.KeyVault/vaults/secrets": (KeyVaultSecret(), "secretName"),
}
"""What is made, and what its input with the name is called."""
_OF_GATEWAYS: Mapping[str, type[ResourceType]] = {
    "Microsoft.ApiManagement/service/apis/diagnostics": ApiManagementApiDiagnostic,
    "Microsoft.ApiManagement/service/backends": ApiManagementBackend,
}
_KEY_VERSION = re.compile(r"\[reference\('[^']+/vaults/[^/']+/keys/[^/']+', '[\d-]+'\)\.keyUriWithVersion\]")
_LONG = single_facts.wholes("logRetentionDaysOfYears")


class Deployment(ResourceType):
    """A template is checked. Tables are forgotten, and can't be referred to; all else is made. What a
    deployment has made stays when the deployment is deleted."""

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
            if kind == _TABLES:
                yield from _table_problems(path, resource)
            elif kind in _IN_VAULTS:
                yield from _vault_problems(path, str(kind), resource)
            elif kind in _OF_GATEWAYS:
                inputs = _inside_gateway(resource, "")
                if all(isinstance(inputs.get(name), str) for name in _OF_GATEWAYS[kind]().arm.parameters):
                    found = _OF_GATEWAYS[kind]().problems(inputs)
                    yield from ((f"{path}.properties.{at}", text) for at, text in found)
            elif kind is not None:
                others = f"{_TABLES}, {', '.join(_IN_VAULTS)} and {' and '.join(_OF_GATEWAYS)}"
                yield f"{path}.type", f"the simulated Azure deploys only {others}, not {kind}"

        outputs = dig(props, "properties.template.outputs")
        for name, one in (outputs or {}).items():
            value = dig(one, "value")
            if isinstance(value, str) and not _KEY_VERSION.fullmatch(value):
                text = f"the simulated Azure answers with versions of keys only, not {value}"
                yield f"properties.template.outputs.{name}", text

    def create(self, put: Put) -> Mapping[str, Any]:
        group = arm.parent_of(put.id)
        for _, resource in each(put.props, "properties.template.resources"):
            if resource["type"] in _OF_GATEWAYS:
                self._make_inside_gateway(put, resource)
                continue
            holder, _, name = str(resource["name"]).partition("/")
            provider, outer, inner = str(resource["type"]).split("/")
            id_ = f"{group}/providers/{provider}/{outer}/{holder}"
            if put.cloud.store.get(id_) is None:
                raise self.parent_missing(f"{id_}/{inner}", id_)
            if (made := _IN_VAULTS.get(resource["type"])) is not None:
                unit, called = made
                inputs = {
                    "resourceGroupName": arm.group_of(put.id),
                    "vaultName": holder,
                    called: name,
                    "properties": resource["properties"],
                    "tags": resource.get("tags"),
                }
                put.cloud.put(unit, f"{id_}/{inner}/{name}", inputs)
        answer: dict[str, Any] = {"provisioningState": "Succeeded"}
        if (wanted := dig(put.props, "properties.template.outputs")) is not None:
            answer["outputs"] = {
                name: {"type": "String", "value": _version_of_key(put, str(one["value"]))}
                for name, one in wanted.items()
            }
        return {"properties": answer}

    def _make_inside_gateway(self, put: Put, resource: Mapping[str, Any]) -> None:
        unit = _OF_GATEWAYS[resource["type"]]()
        inputs = _inside_gateway(resource, arm.group_of(put.id) or "")
        id_ = unit.arm.fill(arm.subscription_of(put.id) or "", inputs)
        parent = arm.parent_of(id_) or ""
        if put.cloud.store.get(parent) is None:
            raise self.parent_missing(id_, parent)
        put.cloud.put(unit, id_, inputs)


def _version_of_key(put: Put, expression: str) -> str:
    """Of a key that is there; of one in a vault of others, what it would be called here."""
    id_ = expression.split("'")[1]
    if put.cloud.store.get(id_) is None and put.cloud.store.get(arm.parent_of(id_) or "") is not None:
        raise arm.not_found(id_)
    return addresses(id_)["keyUriWithVersion"]


def _inside_gateway(resource: Mapping[str, Any], group: str) -> dict[str, Any]:
    """As azure-native's class has it."""
    service, _, tail = str(resource.get("name")).partition("/")
    api, _, own = tail.rpartition("/")
    names = {"apiId": api, "diagnosticId": own} if api else {"backendId": own}
    properties = resource.get("properties")
    inner = properties if isinstance(properties, Mapping) else {}
    return {"resourceGroupName": group, "serviceName": service, **names, **inner}


def _vault_problems(path: str, kind: str, resource: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with a key or secret, wherever it is written."""
    _, _, name = str(dig(resource, "name")).partition("/")
    unit, _ = _IN_VAULTS[kind]
    rule = unit.name_rule
    if rule is not None and isinstance(dig(resource, "name"), str) and not rule.allows(name):
        yield f"{path}.name", f"'{name}' is not a valid name for {kind}: {rule.text}"
    yield from ((f"{path}.{at}", text) for at, text in unit.problems(resource))


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
