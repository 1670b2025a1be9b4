"""Microsoft.Compute/virtualMachineScaleSets"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone.catalog import sizes
from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import USED, Machines, NameRule, Put, ResourceType
from azure_simulator.cloud.subscription_settings import (
    MOST_GRANTED_INSTANCES,
    PLACEMENT_GROUP_INSTANCES,
    SubscriptionSettings,
)
from azure_simulator.cloud.values import Unknown, dig, each
from azure_simulator.types.shared.machine_profile import (
    check_encryption_at_host,
    os_defaults,
    os_disk_defaults,
    profile_problems,
    size_profile_problems,
)
from azure_simulator.types.shared.sizes import size_problem, size_refused
from azure_simulator.types.subnet import check_room, check_subnet_region

UNIFORM_LIMIT = 1000
_PROFILE = "virtualMachineProfile"
_NICS = f"{_PROFILE}.networkProfile.networkInterfaceConfigurations"


class VirtualMachineScaleSet(ResourceType):
    pulumi_type = "azure-native:compute:VirtualMachineScaleSet"
    path = "…/Microsoft.Compute/virtualMachineScaleSets/{vmScaleSetName}"
    source = "learn.microsoft.com/rest/api/compute/virtual-machine-scale-sets/create-or-update (2024-11-01)"
    fixed = (
        "orchestrationMode",
        "platformFaultDomainCount",
        "zones",
        f"{_PROFILE}.priority",
        f"{_PROFILE}.osProfile.adminUsername",
        f"{_PROFILE}.osProfile.computerNamePrefix",
    )
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,62}[\w-])?",
        "1-64 letters, digits, underscores, periods and hyphens, starting with a letter or digit and not "
        "ending with a period",
    )
    in_use = USED

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        flexible = dig(props, "orchestrationMode") == "Flexible"
        yield from _size_problems(props)
        yield from _placement_problems(props)
        if (
            not flexible
            and "upgradePolicy" not in props
            and not isinstance(props.get("orchestrationMode"), Unknown)
        ):
            yield "upgradePolicy", "Required parameter 'upgradePolicy' is missing (null)."
        if flexible and "platformFaultDomainCount" not in props:
            yield "platformFaultDomainCount", "a Flexible scale set needs platformFaultDomainCount"
        if flexible and props.get("overprovision") is True:
            yield "overprovision", "a Flexible scale set can't overprovision"
        profile = dig(props, _PROFILE)
        if isinstance(profile, Mapping):
            yield from profile_problems(profile, _PROFILE)
            yield from size_profile_problems(profile, dig(props, "sku.name"), _PROFILE)
            yield from _network_problems(props, flexible)

    def limits(self, props: Mapping[str, Any], settings: SubscriptionSettings) -> Iterator[tuple[str, str]]:
        size, capacity = sizes.find(str(dig(props, "sku.name"))), dig(props, "sku.capacity")
        if not isinstance(capacity, int) or not dig(props, "singlePlacementGroup"):
            return
        granted = settings.single_placement_group_limit
        limit = granted if size is not None and size.has_rdma else PLACEMENT_GROUP_INSTANCES
        if capacity > limit:
            yield (
                "sku.capacity",
                f"{capacity} is above the {limit} instances that a scale set with singlePlacementGroup true "
                f"may have in this subscription: Azure's support grants up to {MOST_GRANTED_INSTANCES} for "
                "HPC sizes, here singlePlacementGroupLimit in the file that AZURE_SIMULATOR_SUBSCRIPTION "
                "names does (docs/simulator.md)",
            )

    def machines(self, put: Put) -> Iterator[Machines]:
        size, spot = dig(put.props, "sku.name"), dig(put.props, f"{_PROFILE}.priority") == "Spot"
        if isinstance(size, str) and size != "Mix":
            zones = tuple(dig(put.props, "zones") or ())
            yield Machines(size, int(dig(put.props, "sku.capacity") or 0), zones, spot)

    def sku_refused(self, put: Put, sku: str, region: str, zones: tuple[str, ...]) -> ArmError:  # noqa: ARG002
        return size_refused(put, region, zones)

    def create(self, put: Put) -> Mapping[str, Any]:
        props = put.props
        capacity = dig(props, "sku.capacity") or 0
        for _, nic in each(props, _NICS):
            for _, configuration in each(nic, "ipConfigurations"):
                subnet = dig(configuration, "subnet.id")
                if isinstance(subnet, str):
                    check_subnet_region(self, put, subnet)
                    check_room(put, subnet, int(capacity))
        _check_placement_group(put)
        check_encryption_at_host(put, f"{_PROFILE}.securityProfile")
        single = "singlePlacementGroup"
        if put.old is not None and put.old.body.get(single) is False and props.get(single) is True:
            raise self.change_refused(put.id, single, before=False, after=True)
        answer: dict[str, Any] = {
            "orchestrationMode": "Uniform",
            "overprovision": dig(props, "orchestrationMode") != "Flexible",
            "singlePlacementGroup": dig(props, "orchestrationMode") != "Flexible"
            and capacity <= PLACEMENT_GROUP_INSTANCES,
            "platformFaultDomainCount": 1 if dig(props, "zones") else 5,
            "doNotRunExtensionsOnOverprovisionedVMs": False,
            "uniqueId": arm.stable_guid(put.id, "unique"),
            "sku": {"tier": "Standard", **(props.get("sku") or {})},
        }
        answer |= {key: props[key] for key in answer if key in props and key != "sku"}
        if isinstance(props.get(_PROFILE), Mapping):
            answer[_PROFILE] = _profile_answer(props[_PROFILE], put.id)
        return answer


def _size_problems(props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Of its one size, or of each of those that it mixes.

    Source: learn.microsoft.com/azure/virtual-machine-scale-sets/instance-mix-overview, 2026-11-22."""
    sizes_in = [("sku.name", dig(props, "sku.name"))]
    if dig(props, "sku.name") == "Mix" and "skuProfile" in props:
        sizes_in = [(f"{path}.name", dig(size, "name")) for path, size in each(props, "skuProfile.vmSizes")]
    for path, size in sizes_in:
        if problem := size_problem(size, dig(props, "location")):
            yield path, problem


def _placement_problems(props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    single = dig(props, "singlePlacementGroup")
    capacity, zones = dig(props, "sku.capacity"), dig(props, "zones") or []
    flexible = dig(props, "orchestrationMode") == "Flexible"
    if isinstance(capacity, int) and capacity > UNIFORM_LIMIT:
        yield "sku.capacity", f"{capacity} is above the {UNIFORM_LIMIT} instances that a scale set may have"
    if single and dig(props, f"{_PROFILE}.capacityReservation"):
        yield (
            f"{_PROFILE}.capacityReservation",
            "a capacity reservation can't be used with singlePlacementGroup true",
        )
    if dig(props, f"{_PROFILE}.capacityReservation") and dig(props, "proximityPlacementGroup"):
        yield (
            f"{_PROFILE}.capacityReservation",
            "a capacity reservation can't be used with a proximity placement group",
        )
    if len(zones) > 1 and dig(props, "proximityPlacementGroup"):
        yield "zones", f"a scale set in a proximity placement group is in one zone at most, got {len(zones)}"
    domains = dig(props, "platformFaultDomainCount")
    if isinstance(domains, int) and domains not in (1, 2, 3, 5):
        yield "platformFaultDomainCount", f"{domains} is none of 1, 2, 3, 5"
    if flexible and isinstance(domains, int) and domains > 1 and zones:
        yield (
            "platformFaultDomainCount",
            f"a zonal Flexible scale set has fault domain count 1, got {domains}",
        )


def _network_problems(props: Mapping[str, Any], flexible: bool) -> Iterator[tuple[str, str]]:
    nics = list(each(props, _NICS))
    if flexible and nics and "networkApiVersion" not in (dig(props, f"{_PROFILE}.networkProfile") or {}):
        yield (
            f"{_PROFILE}.networkProfile.networkApiVersion",
            "a Flexible scale set with network interfaces needs networkApiVersion",
        )
    primary = [path for path, nic in nics if nic.get("primary") is True]
    if len(nics) > 1 and len(primary) != 1:
        yield _NICS, f"exactly one network interface is primary, got {len(primary)}"
    for path, nic in nics:
        if not nic.get("ipConfigurations") and "ipConfigurations" not in nic:
            yield f"{path}.ipConfigurations", "Required parameter 'ipConfigurations' is missing (null)."


def _check_placement_group(put: Put) -> None:
    group_id = dig(put.props, "proximityPlacementGroup.id")
    group = put.cloud.store.get(group_id) if isinstance(group_id, str) else None
    if group is None:
        return
    zones, theirs = dig(put.props, "zones") or [], dig(group.body, "zones") or []
    if theirs and zones != theirs:
        # learn.microsoft.com/azure/virtual-machines/co-location
        raise ArmError(
            409,
            "OperationNotAllowed",
            f"Resource {put.id} in zones [{', '.join(zones)}] cannot be placed in proximity placement group "
            f"{group_id} of zone {theirs[0]}.",
            seen=OURS,
        )
    if group.body.get("location") != arm.location(str(put.props.get("location"))):
        raise VirtualMachineScaleSet().reference_missing(put.id, "proximityPlacementGroup.id", str(group_id))


def _profile_answer(profile: Mapping[str, Any], id_: str) -> dict[str, Any]:
    answer = {
        **profile,
    }
    if isinstance(profile.get("osProfile"), Mapping):
        prefix = arm.name_of(id_)[:9]
        answer["osProfile"] = {"computerNamePrefix": prefix, **os_defaults(profile["osProfile"])}
    if isinstance(profile.get("storageProfile"), Mapping):
        answer["storageProfile"] = os_disk_defaults(profile["storageProfile"])
    nics = dig(profile, "networkProfile.networkInterfaceConfigurations")
    if isinstance(nics, list):
        answer["networkProfile"] = {
            **profile["networkProfile"],
            "networkInterfaceConfigurations": [_nic(nic) for nic in nics],
        }
    return answer


def _nic(sent: Mapping[str, Any]) -> dict[str, Any]:
    extra = {
        "disableTcpStateTracking": False,
        "dnsSettings": {"dnsServers": []},
        "enableAcceleratedNetworking": False,
        "enableIPForwarding": False,
    }
    configurations = [
        {"privateIPAddressVersion": "IPv4", **configuration}
        for _, configuration in each(sent, "ipConfigurations")
    ]
    return {**extra, **sent, "ipConfigurations": configurations}
