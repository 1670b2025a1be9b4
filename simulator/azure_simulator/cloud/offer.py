"""What a subscription may have in a region, and how much of it: SKUs, quotas, and what Azure has left."""

from __future__ import annotations

import re
from collections.abc import Iterator

from azure_ai_landing_zone.catalog import sizes
from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import Machines, OverQuota, Put, ResourceType
from azure_simulator.cloud.store import Store
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from azure_simulator.cloud.values import dig

_MACHINES = "Microsoft.Compute/virtualMachines"

Uses = dict[str, int]
"""What a resource uses, by the key under which the store adds it up."""


def check(settings: SubscriptionSettings, store: Store, unit: ResourceType, put: Put) -> Uses:
    """What the resource uses. Raises ArmError where the subscription may not have it, or nothing is left."""
    region = _region(put)
    if region is None:
        return {}
    machines = list(unit.machines(put))
    _check_zones(settings, unit, put, region)
    _check_skus(settings, unit, put, region, machines)
    quotas = dict(_quotas(unit, put, machines))
    for name, amount in quotas.items():
        limit = settings.limit(name, region)
        used = store.used(quota_key(arm.subscription_of(put.id), region, name), put.id)
        if limit is not None and amount and used + amount > limit:
            held = store.held(quota_key(arm.subscription_of(put.id), region, name), put.id)
            over = OverQuota(name, region, limit, used + held, amount - held)
            raise unit.quota_exceeded(put, over)
    _check_capacity(settings, store, put, region, machines)
    return uses(unit, put)


def uses(unit: ResourceType, put: Put) -> Uses:
    """What the resource uses, whatever there is of it."""
    region = _region(put)
    if region is None:
        return {}
    machines = list(unit.machines(put))
    used = {
        quota_key(arm.subscription_of(put.id), region, name): amount
        for name, amount in _quotas(unit, put, machines)
    }
    for one in machines:
        for place in _places(region, one):
            key = _machines_key(place, one.size)
            used[key] = used.get(key, 0) + one.count
    return used


def _region(put: Put) -> str | None:
    """Its own, or that of what it is in."""
    place = put.props.get("location")
    above = arm.parent_of(put.id)
    while place is None and above is not None and "/providers/" in above:
        found = put.cloud.store.get(above)
        place, above = (found.body.get("location") if found else None), arm.parent_of(above)
    return arm.location(place) if isinstance(place, str) else None


def _quotas(unit: ResourceType, put: Put, machines: list[Machines]) -> Iterator[tuple[str, int]]:
    """The family's before that of all cores, as Azure names the first that is too small."""
    cores: dict[str, int] = {}
    for one in machines:
        known = sizes.find(one.size)
        number = re.match(r"(?:standard|basic)_[a-z]+(\d+)", one.size, re.IGNORECASE)
        needed = one.count * (known.vcpus if known else int(number[1]) if number else 0)
        family = known.quota_family if known else None
        names = ["lowPriorityCores"] if one.spot else [*([family] if family else []), "cores"]
        for name in names:
            cores[name] = cores.get(name, 0) + needed
    yield from sorted(cores.items(), key=lambda item: item[0] == "cores")
    if (other := unit.quota(put)) is not None:
        yield other


def _check_zones(settings: SubscriptionSettings, unit: ResourceType, put: Put, region: str) -> None:
    if dig(put.props, "zones") and not settings.has_zones(region):
        kind = unit.arm.arm_type.split("/", 1)[-1]
        raise ArmError(
            400,
            "ResourceTypeNotSupportAvailabilityZones",
            f"The resource type '{kind}' does not support availability zones at location '{region}'.",
            seen="Azure/azure-quickstart-templates#3984 (2017-10-11), without the API version",
        )


def _check_skus(
    settings: SubscriptionSettings, unit: ResourceType, put: Put, region: str, machines: list[Machines]
) -> None:
    asked = [(_MACHINES, one.size, one.zones) for one in machines]
    if not machines and (sku := unit.sku(put)) is not None:
        asked.append((unit.arm.arm_type, sku, tuple(dig(put.props, "zones") or ())))
    for kind, sku, zones in asked:
        if any(one.fits(kind, sku, region, zones) for one in settings.restrictions):
            raise unit.sku_refused(put, sku, region, zones)


def _check_capacity(
    settings: SubscriptionSettings, store: Store, put: Put, region: str, machines: list[Machines]
) -> None:
    for one in machines:
        for row in settings.capacity:
            if not row.fits(one.size, region, one.zones):
                continue
            place = region if row.zone is None else f"{region}-{row.zone}"
            if store.used(_machines_key(place, one.size), put.id) + one.count > row.instances and one.count:
                raise _out_of(row.zone)


def _out_of(zone: str | None) -> ArmError:
    where = "region" if zone is None else "zone"
    return ArmError(
        409,
        "AllocationFailed" if zone is None else "ZonalAllocationFailed",
        f"Allocation failed. We do not have sufficient capacity for the requested VM size in this {where}. "
        "Read more about improving likelihood of allocation success at http://aka.ms/allocation-guidance",
        seen="Azure/WALinuxAgent#3056 (2024-02-14), openshift/release#5182 (2019-09-25)",
    )


def _places(region: str, machines: Machines) -> list[str]:
    """Where they are counted: what is spread over several zones is counted in the region alone."""
    return [region, *(f"{region}-{zone}" for zone in machines.zones if len(machines.zones) == 1)]


def quota_key(subscription: str | None, region: str, name: str) -> str:
    """Under which the store adds up what is used of it."""
    return f"{subscription} {region} {name}".lower()


def _machines_key(place: str, size: str) -> str:
    return f"machines {place} {size}".lower()
