"""Microsoft.Network/virtualNetworks"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import resource_type
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared import ranges

SUBNET = "azure-native:network:Subnet"
PEERING = "azure-native:network:VirtualNetworkPeering"
_INLINE = {"subnets": SUBNET, "virtualNetworkPeerings": PEERING}


class VirtualNetwork(ResourceType):
    pulumi_type = "azure-native:network:VirtualNetwork"
    path = "…/Microsoft.Network/virtualNetworks/{virtualNetworkName}"
    source = "learn.microsoft.com/azure/virtual-network/manage-virtual-network"
    replaces = frozenset({"location"})
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,62}\w)?",
        "2-64 letters, digits, underscores, periods and hyphens, starting with a letter or digit and ending "
        "with a letter, digit or underscore",
    )
    defaults = given({"enableDdosProtection": False, "privateEndpointVNetPolicies": "Disabled"})
    sub_resources = frozenset(_INLINE)

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if props.get("addressSpace") is None and "addressSpace" not in props:
            yield "addressSpace", "a virtual network needs an address space with at least one prefix"
        for path, text in each(props, "addressSpace.addressPrefixes"):
            if ranges.parse(text) is None:
                yield path, f"'{text}' is not valid CIDR notation, or has bits set beyond its prefix length"
        names = [str(subnet.get("name")).lower() for _, subnet in each(props, "subnets")]
        for index, name in enumerate(names):
            if name in names[:index]:
                yield f"subnets[{index}].name", f"another subnet of this virtual network is called '{name}'"

    def create(self, put: Put) -> Mapping[str, Any]:
        prefixes = [text for _, text in each(put.props, "addressSpace.addressPrefixes")]
        spaces = [range_ for text in prefixes if (range_ := ranges.parse(text)) is not None]
        if "subnets" not in put.props:
            for child in put.cloud.children(put.id, SUBNET):
                for text in ranges.prefixes(child.body):
                    inner = ranges.parse(text)
                    if inner is not None and not any(ranges.within(inner, outer) for outer in spaces):
                        raise outside(child.body["name"], put.id)
        return {}

    def created(self, cloud: Cloud, resource: Resource) -> None:
        for name, token in _INLINE.items():
            sent = dig(resource.inputs, name)
            if isinstance(sent, list):
                self._write_inline(cloud, resource.id, name, token, sent)

    def _write_inline(
        self, cloud: Cloud, id_: str, segment: str, token: str, sent: list[dict[str, Any]]
    ) -> None:
        unit = resource_type.find(token)
        kept = {f"{id_}/{segment}/{inline['name']}".lower() for inline in sent}
        for child in cloud.children(id_, token):
            if child.id.lower() not in kept:
                cloud.delete(child.id, locked=True)
        for inline in sent:
            if unit is not None:
                cloud.put(unit, f"{id_}/{segment}/{inline['name']}", inline, locked=True)

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        found = {}
        for name, token in _INLINE.items():
            children = cloud.children(resource.id, token)
            found[name] = [{"id": child.id, **_inner(child)} for child in children]
        return found

    def delete(self, cloud: Cloud, resource: Resource) -> None:
        unit = resource_type.find(SUBNET)
        for child in cloud.children(resource.id, SUBNET):
            if unit is not None:
                unit.refuse_in_use(child.id, cloud.users(child.id))

    def serial_with(self, id_: str) -> str:
        return id_


def _inner(child: Resource) -> dict[str, Any]:
    return {key: value for key, value in child.body.items() if key != "azureApiVersion"}


def outside(subnet: str, network: str) -> ArmError:
    return ArmError(
        400,
        "NetcfgSubnetRangeOutsideVnet",
        f"Subnet '{subnet}' is not valid because its IP address range is outside the IP address range of "
        f"virtual network '{network.rsplit('/', 1)[-1]}'.",
        seen=LOGS,
    )
