"""What happens in Azure unasked: autoscale, a spot machine that goes, somebody in the portal."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Final

from azure_simulator.cloud import arm, offer, resource_type
from azure_simulator.cloud.arm import ArmError, ProviderError
from azure_simulator.cloud.resource_type import Put
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.subscription import Subscription
from azure_simulator.cloud.values import dig

_COUNTS: Final[Mapping[str, str]] = {
    "azure-native:compute:VirtualMachineScaleSet": "sku.capacity",
    "azure-native:containerservice:AgentPool": "count",
}
"""Where the number of machines stands in what autoscale changes."""
_MACHINE = "azure-native:compute:VirtualMachine"
_SPOT = ("priority", "virtualMachineProfile.priority", "scaleSetPriority")
_EVICTION: Final[Mapping[str, tuple[str, str]]] = {
    _MACHINE: ("evictionPolicy", "Deallocate"),
    "azure-native:compute:VirtualMachineScaleSet": ("virtualMachineProfile.evictionPolicy", "Deallocate"),
    "azure-native:containerservice:AgentPool": ("scaleSetEvictionPolicy", "Delete"),
}
"""Where it stands what happens to an evicted machine, and what does where nothing is said:
learn.microsoft.com/azure: virtual-machines/spot-vms, virtual-machine-scale-sets/use-spot,
aks/spot-node-pool."""
_MANUAL = "manualPrivateLinkServiceConnections"

_NOTHING: Final[Mapping[str, str]] = {
    "scale": "no scale set and no pool has that type and name",
    "evict": "nothing on spot has that type and name",
    "change": "nothing has that type and name",
    "delete": "nothing has that type and name",
    "approve": "no connection of that type and name waits for approval",
}
KINDS: Final = tuple(_NOTHING)


class EventError(ProviderError):
    """Something that can't happen to what exists."""


@dataclass(frozen=True)
class Event:
    """One thing that happens.

    kind: scale: to `count` machines, as autoscale does. evict: one spot machine of those that fit goes, as
    its eviction policy says. change: each property of `set` gets its value. delete. approve: connections that
    wait for it.
    type, name: globs over the Pulumi type and the last part of the Azure id; case matters in neither.
    """

    kind: str
    type: str = "*"
    name: str = "*"
    count: int | None = None
    set: Mapping[str, Any] = field(default_factory=dict)

    def happen(self, cloud: Subscription, seed: int = 0) -> list[str]:
        """Does it, and returns the ids of what it was done to. `seed` decides which machine is evicted.

        Raises EventError: nothing fits, or Azure refuses.
        """
        fitting = list(self._fitting(cloud))
        if not fitting:
            raise EventError(f"can't {self.kind} {self.type} named {self.name}: {_NOTHING[self.kind]}")
        if self.kind == "evict":
            fitting = [random.Random(seed).choice(fitting)]  # noqa: S311 - to be repeated, not to be secret
        for resource in fitting:
            try:
                getattr(self, f"_{self.kind}")(cloud, resource)
            except ArmError as refusal:
                raise EventError(f"can't {self.kind} {resource.id}: {refusal}") from refusal
        return [resource.id for resource in fitting]

    def _fitting(self, cloud: Subscription) -> Iterator[Resource]:
        for resource in cloud.store.everything():
            if (
                resource.id.startswith("/")
                and fnmatchcase(resource.token.lower(), self.type.lower())
                and fnmatchcase(arm.name_of(resource.id).lower(), self.name.lower())
                and self._can(resource)
            ):
                yield resource

    def _can(self, resource: Resource) -> bool:
        if self.kind == "scale":
            return resource.token in _COUNTS
        if self.kind == "evict":
            return resource.token in _EVICTION and any(dig(resource.body, at) == "Spot" for at in _SPOT)
        return self.kind != "approve" or any(True for _ in _waiting(resource))

    def _scale(self, cloud: Subscription, resource: Resource) -> None:
        _write(cloud, resource, {_COUNTS[resource.token]: self.count})

    def _evict(self, cloud: Subscription, resource: Resource) -> None:
        path, default = _EVICTION[resource.token]
        if (dig(resource.body, path) or default) != "Delete":
            return  # stopped: it counts as before
        if resource.token == _MACHINE:
            cloud.delete(resource.id)
        else:
            left = int(dig(resource.body, _COUNTS[resource.token]) or 0) - 1
            _write(cloud, resource, {_COUNTS[resource.token]: max(left, 0)})

    def _change(self, cloud: Subscription, resource: Resource) -> None:
        _write(cloud, resource, self.set)

    def _delete(self, cloud: Subscription, resource: Resource) -> None:
        cloud.delete(resource.id)

    def _approve(self, cloud: Subscription, resource: Resource) -> None:
        for connection in _waiting(resource):
            connection["privateLinkServiceConnectionState"]["status"] = "Approved"
        _write(cloud, resource, {_MANUAL: resource.body[_MANUAL]})


def _waiting(resource: Resource) -> Iterator[dict[str, Any]]:
    for connection in resource.body.get(_MANUAL) or ():
        if dig(connection, "privateLinkServiceConnectionState.status") == "Pending":
            yield connection


def _write(cloud: Subscription, resource: Resource, values: Mapping[str, Any]) -> None:
    """What a GET answers from now on; what the program sent stays as it was."""
    changed = cloud.store.next_version(resource.id, resource.token, resource.inputs)
    changed.body = copy.deepcopy(resource.body)
    sent = copy.deepcopy(resource.inputs)
    for path, value in values.items():
        _put(changed.body, path, value)
        _put(sent, path, value)
    unit = resource_type.find(resource.token)
    if unit is not None:
        changed.uses = offer.uses(unit, Put(cloud, resource.id, sent, resource))
    cloud.store.put(changed)


def _put(body: dict[str, Any], path: str, value: Any) -> None:
    *above, last = path.split(".")
    at = body
    for part in above:
        at = at.setdefault(part, {})
    at[last] = value
