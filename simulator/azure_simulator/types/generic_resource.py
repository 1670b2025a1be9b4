"""Any ARM resource by type and API version: `azure-native:resources:Resource`"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from azure_simulator.cloud import arm, resource_type
from azure_simulator.cloud.resource_type import Cloud, Put, ResourceType
from azure_simulator.cloud.values import dig

if TYPE_CHECKING:
    from azure_simulator.cloud.store import Resource

_AS_ARM_HAS_THEM = frozenset({"azure-native:keyvault:Vault"})
"""Types that the SDK's classes take in ARM's own shape: written either way, they are the same resource."""

_ARM_NAMES = {
    "azure-native:applicationinsights:Component": {
        "Application_Type": "applicationType",
        "ConnectionString": "connectionString",
        "DisableIpMasking": "disableIpMasking",
        "DisableLocalAuth": "disableLocalAuth",
        "Flow_Type": "flowType",
        "IngestionMode": "ingestionMode",
        "InstrumentationKey": "instrumentationKey",
        "Request_Source": "requestSource",
        "SamplingPercentage": "samplingPercentage",
        "WorkspaceResourceId": "workspaceResourceId",
    }
}
"""Of types that are checked, and answer, by the SDK's class of them: what ARM calls its properties.
Source: Azure/azure-rest-api-specs applicationinsights/…/stable/2020-02-02/components_API.json."""


class GenericResource(ResourceType):
    """For what the SDK has no class of, or none in a wanted version of the API. What is of a type that is
    simulated in ARM's own shape is checked, and answers, as that; of all others no property is checked."""

    pulumi_type = "azure-native:resources:Resource"
    path = "…/{resourceProviderNamespace}/{parentResourcePath}/{resourceType}/{resourceName}"
    source = "learn.microsoft.com/rest/api/resources/resources/create-or-update"
    replaces = frozenset({"location"})
    generic = True

    def parameters_of(self, id_: str) -> dict[str, str]:
        head, _, tail = id_.strip("/").rpartition("/providers/")
        provider, *above, kind, name = tail.split("/")
        _, subscription, _, group = head.split("/")
        return {
            "parentResourcePath": "/".join(above),
            "resourceGroupName": group,
            "resourceName": name,
            "resourceProviderNamespace": provider,
            "resourceType": kind,
            "subscriptionId": subscription,
        }

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if any(not isinstance(props.get(name), str) for name in self.arm.parameters):
            return  # unknown before deployment
        id_ = self.arm.fill(arm.SUBSCRIPTION_ID, props)
        if (other := _in_other_words(id_)) is not None:
            class_, names = other
            back = {ours: f"properties.{its}" for its, ours in names.items()}
            yield from ((back.get(path, path), text) for path, text in class_.problems(_flat(props, names)))
        unit = _known(id_)
        if unit is None:
            return
        name = str(props["resourceName"])
        if unit.name_rule is not None and not unit.name_rule.allows(name):
            yield (
                "resourceName",
                f"'{name}' is not a valid name for {unit.arm.arm_type}: {unit.name_rule.text}",
            )
        yield from unit.problems(props)

    def create(self, put: Put) -> Mapping[str, Any]:
        types = [
            part for part in str(put.props.get("parentResourcePath", "")).strip("/").split("/")[::2] if part
        ]
        kind = [str(put.props["resourceProviderNamespace"]), *types, str(put.props["resourceType"])]
        unit = _known(put.id)
        if (other := _in_other_words(put.id)) is not None:
            class_, names = other
            answered = class_.create(replace(put, props=_flat(put.props, names)))
            own = {its: answered[ours] for its, ours in names.items() if ours in answered}
            return {"type": "/".join(kind), "properties": {**put.props.get("properties", {}), **own}}
        if unit is None:
            return {"type": "/".join(kind)}
        self._check(unit, put)
        put.props["properties"] = {**unit.defaults.get("properties", {}), **put.props.get("properties", {})}
        return {"type": unit.arm.arm_type, **unit.create(put)}

    def created(self, cloud: Cloud, resource: Resource) -> None:
        """From here on it is a resource of its own type."""
        unit = _known(resource.id)
        if unit is not None:
            resource.token = unit.pulumi_type
            cloud.store.put(resource)

    def _check(self, unit: ResourceType, put: Put) -> None:
        name = arm.name_of(put.id)
        if put.old is None and unit.globally_unique and put.cloud.store.named(unit.pulumi_type, name):
            raise unit.name_taken(name)
        for path in unit.fixed if put.old else ():
            had, wanted = dig(put.old.body, path) if put.old else None, dig(put.props, path)
            if had is not None and wanted is not None and had != wanted:
                raise unit.change_refused(put.id, path, had, wanted)


def _known(id_: str) -> ResourceType | None:
    """The type of an id, if a general resource can be it."""
    unit = resource_type.of_id(id_)
    return unit if unit is not None and unit.pulumi_type in _AS_ARM_HAS_THEM else None


def _in_other_words(id_: str) -> tuple[ResourceType, Mapping[str, str]] | None:
    """The SDK's class of an id, with what ARM calls its properties."""
    unit = resource_type.of_id(id_)
    names = _ARM_NAMES.get(unit.pulumi_type) if unit is not None else None
    return (unit, names) if unit is not None and names is not None else None


def _flat(props: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """As the SDK's class has it."""
    beside = {name: value for name, value in props.items() if name != "properties"}
    return beside | {names.get(name, name): value for name, value in props.get("properties", {}).items()}
