"""Microsoft.Network/virtualNetworks/subnets"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Cloud, InUse, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared import ranges
from azure_simulator.types.virtual_network import outside


class Subnet(ResourceType):
    pulumi_type = "azure-native:network:Subnet"
    path = "…/Microsoft.Network/virtualNetworks/{virtualNetworkName}/subnets/{subnetName}"
    source = "learn.microsoft.com/azure/virtual-network/virtual-network-manage-subnet"
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,78}\w)?",
        "1-80 letters, digits, underscores, periods and hyphens, starting with a letter or digit and ending "
        "with a letter, digit or underscore",
    )
    defaults = given(
        {
            "delegations": [],
            "privateEndpointNetworkPolicies": "Disabled",
            "privateLinkServiceNetworkPolicies": "Enabled",
        }
    )
    in_use = InUse(
        400,
        "InUseSubnetCannotBeDeleted",
        "Subnet {name} is in use by {user} and cannot be deleted. In order to delete the subnet, delete all "
        "the resources within the subnet. See aka.ms/deletesubnet.",
        LOGS,
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if props.get("addressPrefix", props.get("addressPrefixes")) is None and not _comes_later(props):
            yield "addressPrefix", "a subnet needs addressPrefix or addressPrefixes"
        single = dig(props, "addressPrefix")
        found = [("addressPrefix", single)] if single else list(each(props, "addressPrefixes"))
        for path, text in found:
            range_ = ranges.parse(text)
            if range_ is None:
                yield path, f"'{text}' is not valid CIDR notation, or has bits set beyond its prefix length"
            elif range_.version == 4 and range_.prefixlen > 29:
                yield (
                    path,
                    f"'{text}' is too small: the smallest IPv4 subnet is /29, of which Azure keeps 5 "
                    "addresses",
                )
            elif range_.version == 6 and range_.prefixlen != 64:
                yield path, f"'{text}': an IPv6 subnet is exactly /64"

    def create(self, put: Put) -> Mapping[str, Any]:
        network_id = arm.parent_of(put.id) or ""
        network = put.cloud.store.get(network_id)
        name = arm.name_of(put.id)
        mine = ranges.prefixes(put.props)
        spaces = [
            ranges.parse(text)
            for _, text in each(network.body if network else {}, "addressSpace.addressPrefixes")
        ]
        for text in mine:
            inner = ranges.parse(text)
            if inner and not any(outer and ranges.within(inner, outer) for outer in spaces):
                raise outside(name, network_id)
        for sibling in put.cloud.children(network_id, self.pulumi_type):
            if not arm.same_id(sibling.id, put.id) and ranges.overlapping(
                mine, ranges.prefixes(sibling.body)
            ):
                raise ArmError(
                    400,
                    "NetcfgSubnetRangesOverlap",
                    f"Subnet '{name}' is not valid because its IP address range overlaps with that of an "
                    f"existing subnet in virtual network '{arm.name_of(network_id)}'.",
                    seen=LOGS,
                )
        if put.old is not None:
            self._check_update(put, put.old)
        return {"name": name, "type": self.arm.arm_type, "provisioningState": "Succeeded"}

    def _check_update(self, put: Put, old: Resource) -> None:
        users = put.cloud.users(put.id)
        if users and ranges.prefixes(put.props) != ranges.prefixes(old.body):
            raise ArmError(
                400,
                "InUsePrefixCannotBeDeleted",
                f"IpPrefix {ranges.prefixes(old.body)[0]} on Subnet {arm.name_of(put.id)} has active "
                "allocations and cannot be deleted.",
                seen=LOGS,
            )

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        users = [user for user in cloud.users(resource.id) if "/privateEndpoints/" in user]
        return {"privateEndpoints": [{"id": user} for user in users]} if users else {}

    def serial_with(self, id_: str) -> str | None:
        return arm.parent_of(id_)


def _comes_later(props: Mapping[str, Any]) -> bool:
    return "addressPrefix" in props or "addressPrefixes" in props or "ipamPoolPrefixAllocations" in props


def check_room(put: Put, subnet_id: str, wanted: int) -> None:
    """Raises ArmError 400 SubnetIsFull."""
    subnet = put.cloud.store.get(subnet_id)
    if subnet is not None and ranges.free(put.cloud, subnet, put.id) < wanted:
        prefix = ranges.prefixes(subnet.body)[0]
        raise ArmError(
            400,
            "SubnetIsFull",
            f"Subnet {arm.name_of(subnet_id)} with address prefix {prefix} does not have enough capacity for "
            f"{wanted} IP addresses.",
            seen=f"{LOGS}: the code; the words nearly so",
        )


def check_subnet_region(unit: ResourceType, put: Put, subnet_id: str) -> None:
    """What is put into a subnet must be in the region of its network."""
    if not in_region(put, arm.parent_of(subnet_id) or "", str(put.props.get("location"))):
        raise unit.reference_missing(put.id, "subnet.id", subnet_id)


def in_region(put: Put, network_id: str, location: str) -> bool:
    """Whether a network is there; one that nobody knows may be."""
    network = put.cloud.store.get(network_id)
    return network is None or network.body.get("location") == arm.location(location)
