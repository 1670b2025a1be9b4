"""What is in a subscription, what was deleted there, which names are free, and who may do what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from azure_simulator.cloud import arm, resource_type
from azure_simulator.cloud.resource_type import ResourceType
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.subscription import Subscription
from azure_simulator.rest.request import Request

Listed = Iterator[Mapping[str, Any]]

_TYPES: Final = {
    "Microsoft.ApiManagement": "Microsoft.ApiManagement/service",
    "Microsoft.CognitiveServices": "Microsoft.CognitiveServices/accounts",
    "Microsoft.ContainerRegistry": "Microsoft.ContainerRegistry/registries",
    "Microsoft.EventHub": "Microsoft.EventHub/namespaces",
    "Microsoft.KeyVault": "Microsoft.KeyVault/vaults",
    "Microsoft.OperationalInsights": "Microsoft.OperationalInsights/workspaces",
    "Microsoft.Search": "Microsoft.Search/searchServices",
    "Microsoft.Storage": "Microsoft.Storage/storageAccounts",
}
"""Whose deleted ones and names a provider tells of."""

DELETED: Final = (
    ("Microsoft.ApiManagement", "deletedservices"),
    ("Microsoft.CognitiveServices", "deletedAccounts"),
    ("Microsoft.KeyVault", "deletedVaults"),
    ("Microsoft.OperationalInsights", "deletedWorkspaces"),
)
NAME_CHECKS: Final = (
    ("Microsoft.ApiManagement", "checkNameAvailability", "read"),
    ("Microsoft.CognitiveServices", "checkDomainAvailability", "action"),
    ("Microsoft.ContainerRegistry", "checkNameAvailability", "read"),
    ("Microsoft.EventHub", "checkNameAvailability", "action"),
    ("Microsoft.KeyVault", "checkNameAvailability", "read"),
    ("Microsoft.Search", "checkNameAvailability", "action"),
    ("Microsoft.Storage", "checkNameAvailability", "read"),
)
"""With the right that asking takes."""

_NETWORK: Final = "azure-native:network:VirtualNetwork"
_PEERING: Final = "azure-native:network:VirtualNetworkPeering"
_SUBNET: Final = "azure-native:network:Subnet"
_ZONE: Final = "azure-native:privatedns:PrivateZone"
_LINK: Final = "azure-native:privatedns:VirtualNetworkLink"

_BESIDE: Final = ("id", "name", "type", "location", "tags", "etag", "sku", "kind", "identity", "zones")
"""What ARM doesn't have inside `properties`."""


def _unit(request: Request) -> ResourceType:
    namespace = request.path.rpartition("/providers/")[2].partition("/")[0]
    arm_type = next(type_ for name, type_ in _TYPES.items() if name.lower() == namespace.lower())
    return next(unit for unit in resource_type.all_types() if unit.arm.arm_type == arm_type)


def resources(cloud: Subscription, request: Request, subscription: str) -> Listed:
    """Those of one group, or all."""
    wanted = re.fullmatch(r"resourceGroup eq '([^']+)'", request.query.get("$filter", ""))
    for one in cloud.store.everything():
        group = arm.group_of(one.id)
        here = (arm.subscription_of(one.id) or "").lower() == subscription.lower()
        top = one.id.count("/") == 8 and group is not None
        if here and top and (wanted is None or str(group).lower() == wanted[1].lower()):
            yield {
                "id": one.id,
                "name": arm.name_of(one.id),
                "type": arm.type_of(one.id),
                "location": one.body.get("location"),
            }


def deleted(cloud: Subscription, request: Request, subscription: str, listed: str) -> Listed:
    for one in cloud.store.buried(_unit(request).pulumi_type):
        if (arm.subscription_of(one.id) or "").lower() != subscription.lower():
            continue
        name, place = arm.name_of(one.id), one.body.get("location")
        inner: dict[str, Any] = {"location": place}
        head = request.path.rpartition("/")[0]
        id_ = f"{head}/locations/{place}/{listed}/{name}"
        if listed.lower() == "deletedvaults":
            inner["vaultId"] = one.id
        elif listed.lower() == "deletedservices":
            inner["serviceId"] = one.id
        elif listed.lower() == "deletedaccounts":
            id_ = f"{head}/locations/{place}/resourceGroups/{arm.group_of(one.id)}/{listed}/{name}"
        else:
            id_ = one.id
        yield {"id": id_, "name": name, "location": place, "properties": inner}


def name(cloud: Subscription, request: Request, subscription: str, check: str) -> Mapping[str, Any]:  # noqa: ARG001
    """Whether a name is free; those of deleted ones aren't."""
    unit = _unit(request)
    domain = check.lower() == "checkdomainavailability"
    wanted = str(request.body.get("subdomainName" if domain else "name", ""))
    deleted_ones = (arm.name_of(one.id).lower() for one in cloud.store.buried(unit.pulumi_type))
    taken = bool(cloud.store.named(unit.pulumi_type, wanted)) or wanted.lower() in deleted_ones
    free = {"isSubdomainAvailable" if domain else "nameAvailable": not taken}
    if not taken:
        return free
    return {**free, "reason": "AlreadyExists", "message": f"The name '{wanted}' is already in use."}


def permissions(cloud: Subscription, _: Request, scope: str) -> Listed:
    for permission in cloud.gate.permissions_at(scope):
        yield {
            "actions": list(permission.actions),
            "notActions": list(permission.not_actions),
            "dataActions": list(permission.data_actions),
            "notDataActions": list(permission.not_data_actions),
        }


def thing(cloud: Subscription, request: Request, above: str, own: str) -> Mapping[str, Any]:  # noqa: ARG001
    """A network with its subnets and peerings, a virtual hub, or a zone."""
    found = cloud.get(request.path)
    if found is None:
        raise arm.not_found(request.path)
    told = _told(found)
    if found.token == _NETWORK:
        told["properties"]["subnets"] = [_told(one) for one in cloud.children(found.id, _SUBNET)]
        told["properties"]["virtualNetworkPeerings"] = [
            _told(one) for one in cloud.children(found.id, _PEERING)
        ]
    return told


def zones(cloud: Subscription, _: Request, subscription: str) -> Listed:
    for one in cloud.store.of_token(_ZONE):
        if (arm.subscription_of(one.id) or "").lower() == subscription.lower():
            yield _told(one)


def links(cloud: Subscription, _: Request, zone: str) -> Listed:
    if cloud.get(zone) is None:
        raise arm.not_found(zone)
    for one in cloud.children(zone, _LINK):
        yield _told(one)


def _told(one: Resource) -> dict[str, Any]:
    """As ARM has it, of a body in the shape of the SDK's outputs."""
    body = {"id": one.id, **one.body}
    beside: dict[str, Any] = {key: body[key] for key in _BESIDE if key in body}
    return {**beside, "properties": {key: value for key, value in body.items() if key not in _BESIDE}}
