"""The simulated subscription: what exists, what refers to what, and Azure's refusals common to all types."""

from __future__ import annotations

import copy
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from azure_simulator.cloud import answers, arm, offer, resource_type
from azure_simulator.cloud.arm import DEPLOYER_OBJECT_ID as DEPLOYER_OBJECT_ID
from azure_simulator.cloud.arm import SUBSCRIPTION_ID as SUBSCRIPTION_ID
from azure_simulator.cloud.arm import TENANT_ID as TENANT_ID
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.gate import Gate
from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.cloud.store import Resource, Store
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from azure_simulator.cloud.values import Props, dig, texts

BUSY = (
    "Another operation on this or dependent resource is in progress. To retrieve status of the operation use "
    "uri: https://management.azure.com{scope}/operations?api-version=2024-05-01."
)


class Locks:
    """What Azure is writing just now; a second write to the same is refused, not queued.

    hold_s: how long a write to something shared takes at least; on real Azure it is seconds.
    """

    def __init__(self, hold_s: float = 0.05) -> None:
        self._hold_s = hold_s
        self._busy: set[str] = set()
        self._guard = threading.Lock()

    @contextmanager
    def writing(self, scope: str | None, unit: ResourceType | None = None) -> Iterator[None]:
        """Raises what `unit` says while it is busy, else ArmError 429 AnotherOperationInProgress."""
        if scope is None:
            yield
            return
        key = scope.lower()
        with self._guard:
            if key in self._busy:
                other = unit.busy(scope) if unit else None
                text = BUSY.format(scope=scope)
                seen = "hashicorp/terraform-provider-azurerm#2605 (2019-01-08)"
                raise other or ArmError(429, "AnotherOperationInProgress", text, seen=seen)
            self._busy.add(key)
        try:
            time.sleep(self._hold_s)
            yield
        finally:
            with self._guard:
                self._busy.discard(key)


class Subscription:
    """One subscription as a provider instance sees it. Ids of other subscriptions are visible too."""

    def __init__(
        self,
        store: Store,
        id_: str = arm.SUBSCRIPTION_ID,
        locks: Locks | None = None,
        settings: SubscriptionSettings | None = None,
    ) -> None:
        self.store = store
        self.id = id_
        self.locks = locks or Locks()
        self.settings = settings or SubscriptionSettings()
        self.gate = Gate(store, self.settings)

    # Reading

    def get(self, id_: str) -> Resource | None:
        """As a GET answers it: with what follows from other resources."""
        found = self.store.get(id_) or self._made_by_azure(id_)
        if found is None:
            return None
        unit = resource_type.find(found.token)
        if unit is not None:
            found.body = {**found.body, **unit.view(self, found)}
        return found

    def exists(self, id_: str) -> bool:
        if arm.same_id(id_, f"/subscriptions/{self.id}") or not id_.lower().startswith("/subscriptions/"):
            return True
        if "/resourcegroups/" not in id_.lower() and resource_type.of_id(id_) is None:
            return True  # of Azure's own, such as the providers of features
        return self.store.get(id_) is not None or self._made_by_azure(id_) is not None

    def has_feature(self, feature: str) -> bool:
        """Whether the subscription has `Microsoft.Compute/EncryptionAtHost`, from the start or since then."""
        namespace, _, name = feature.partition("/")
        id_ = f"/subscriptions/{self.id}/providers/Microsoft.Features/featureProviders/{namespace}"
        registered = self.store.get(f"{id_}/subscriptionFeatureRegistrations/{name}")
        return self.settings.has_feature(feature) or registered is not None

    def children(self, id_: str, token: str) -> list[Resource]:
        """Direct and indirect children of one type, in the order they were made."""
        found = [child for child in self.store.below(id_) if child.token == token]
        return sorted(found, key=lambda child: child.created)

    def users(self, id_: str) -> list[str]:
        """Ids of resources that refer to `id_` or to something below it."""
        below = id_.lower() + "/"
        return [
            user
            for user in self.store.users(id_)
            if user.startswith("/subscriptions/") and not user.lower().startswith(below)
        ]

    def demand(self, action: str, scope: str, who: str) -> None:
        """That a principal, such as a resource's own, may do what it does by itself. Raises ArmError."""
        if not self.gate.may(action, scope, who):
            raise self.gate.unauthorized(action, scope, who)

    def _made_by_azure(self, id_: str) -> Resource | None:
        unit = resource_type.of_id(id_)
        if unit is None or not unit.made_by_azure(self, id_):
            return None
        resource = Resource(id=id_, token=unit.pulumi_type)
        resource.body = answers.body(unit, resource, {}, {})
        return resource

    # Writing

    def deploy(self, unit: ResourceType, id_: str, inputs: Props) -> Resource:
        """A put by who deploys: Azure Resource Manager looks at it first. Raises ArmError."""
        self.gate.check("write", id_, inputs)
        return self.put(unit, id_, inputs)

    def withdraw(self, id_: str) -> None:
        """A delete by who deploys, likewise."""
        if self.store.get(id_) is not None:
            self.gate.check("delete", id_, {})
        self.delete(id_)

    def put(self, unit: ResourceType, id_: str, inputs: Props, *, locked: bool = False) -> Resource:
        """Creates or updates; `locked` inside another write. Raises ArmError."""
        with (
            self.locks.writing(None if locked else unit.serial_with(id_), unit),
            self.locks.writing(None if locked else unit.serial_by(inputs), unit),
        ):
            old = self.store.get(id_)
            self._check_place(unit, id_)
            self._check_references(unit, id_, inputs)
            if old is None:
                self._check_name(unit, id_)
            else:
                _check_change(unit, old, inputs)
            working = copy.deepcopy(inputs)
            asked = Put(self, id_, working, old)
            extra = unit.create(asked)
            resource = self.store.next_version(id_, unit.pulumi_type, inputs)
            resource.uses = offer.check(self.settings, self.store, unit, asked)
            kept = {key: old.body[key] for key in unit.sub_resources if old and key in old.body}
            resource.body = answers.body(unit, resource, working, {**kept, **extra})
            self.store.put(resource)
            unit.created(self, resource)
        return self.get(resource.id) or resource

    def delete(self, id_: str, *, locked: bool = False) -> None:
        """Deletes with all content. What isn't there is no error, as in ARM (204). Raises ArmError."""
        found = self.store.get(id_)
        if found is None:
            return
        unit = resource_type.find(found.token)
        if unit is None:
            self.store.remove(id_)
            return
        with (
            self.locks.writing(None if locked else unit.serial_with(id_), unit),
            self.locks.writing(None if locked else unit.serial_by(found.inputs), unit),
        ):
            unit.refuse_in_use(found.id, self.users(found.id))
            unit.delete(self, found)
            inside = [found, *reversed(self.store.below(found.id))]
            for resource in inside:  # what holds others first: it keeps what they use of quotas
                one = resource_type.find(resource.token)
                if one is not None and one.soft_delete:
                    self.store.bury(resource)
            for resource in reversed(inside):
                self.store.remove(resource.id)

    def _check_place(self, unit: ResourceType, id_: str) -> None:
        group = arm.group_of(id_)
        group_id = f"/subscriptions/{arm.subscription_of(id_)}/resourceGroups/{group}"
        parent = arm.whole_of(arm.parent_of(id_))
        if group is not None and not arm.same_id(id_, group_id) and not self.exists(group_id):
            raise arm.not_found(group_id)
        if parent is not None and "/providers/" in parent and not self.exists(parent):
            raise unit.parent_missing(id_, parent)

    def _check_references(self, unit: ResourceType, id_: str, inputs: Mapping[str, Any]) -> None:
        skipped = {"tags", *unit.ignored_references, *unit.arm.parameters}
        for path, text in texts({key: value for key, value in inputs.items() if key not in skipped}):
            if not arm.is_resource_id(text):
                continue
            own = _own_part(id_, text, inputs)
            if not (self.reference_exists(text) if own is None else own):
                raise unit.reference_missing(id_, path, text)

    def reference_exists(self, reference: str) -> bool:
        """True for what exists, for what Azure has built in, and for parts of what exists (a front end of a
        load balancer)."""
        lowered = reference.lower()
        if "/microsoft.authorization/roledefinitions/" in lowered or "/resourcegroups/" not in lowered:
            return True
        current: str | None = reference
        while current is not None:
            if self.exists(current):
                return current == reference or resource_type.of_id(reference) is None
            if resource_type.of_id(current) is not None:
                return False
            current = arm.parent_of(current)
            if current is not None and "/providers/" not in current:
                return False
        return False

    def _check_name(self, unit: ResourceType, id_: str) -> None:
        name = arm.name_of(id_)
        if unit.globally_unique and self.store.named(unit.pulumi_type, name):
            raise unit.name_taken(name)


def _own_part(id_: str, reference: str, inputs: Mapping[str, Any]) -> bool | None:
    """Whether a reference to a part of what is being written (a front end of the same load balancer) is in
    the same request; None where it refers to something else."""
    inside = reference.lower().removeprefix(f"{id_.lower()}/")
    if inside == reference.lower() or resource_type.of_id(reference) is not None:
        return None
    kind, _, rest = inside.partition("/")
    parts = next((value for key, value in inputs.items() if key.lower() == kind), None)
    names = [str(part.get("name")).lower() for part in parts if isinstance(part, dict)] if parts else []
    return rest.split("/")[0] in names


def _check_change(unit: ResourceType, old: Resource, inputs: Mapping[str, Any]) -> None:
    """Raises ArmError where what can't change in place would."""
    before, after = old.body.get("location"), inputs.get("location")
    if isinstance(before, str) and isinstance(after, str) and arm.location(before) != arm.location(after):
        raise ArmError(
            409,
            "InvalidResourceLocation",
            f"The resource '{arm.name_of(old.id)}' already exists in location '{arm.location(before)}' in "
            f"resource group '{arm.group_of(old.id)}'. A resource with the same name cannot be created in "
            f"location '{arm.location(after)}'. Please select a new resource name.",
            seen="pulumi/pulumi-azure-native#3053 (2024-01-31)",
        )
    for path in unit.fixed:
        had, wanted = dig(old.body, path), dig(inputs, path)
        if had is not None and wanted is not None and _folded(had) != _folded(wanted):
            raise unit.change_refused(old.id, path, had, wanted)


def _folded(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value
