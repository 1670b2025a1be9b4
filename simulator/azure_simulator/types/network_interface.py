"""Microsoft.Network/networkInterfaces"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS
from azure_simulator.cloud.resource_type import Cloud, InUse, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared import ranges
from azure_simulator.types.subnet import check_room, check_subnet_region


class NetworkInterface(ResourceType):
    pulumi_type = "azure-native:network:NetworkInterface"
    path = "…/Microsoft.Network/networkInterfaces/{networkInterfaceName}"
    source = "learn.microsoft.com/azure/virtual-network/virtual-network-network-interface"
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,78}\w)?", "1-80 letters, digits, underscores, periods and hyphens"
    )
    defaults = given(
        {
            "auxiliaryMode": "None",
            "auxiliarySku": "None",
            "disableTcpStateTracking": False,
            "enableAcceleratedNetworking": False,
            "enableIPForwarding": False,
            "nicType": "Standard",
            "vnetEncryptionSupported": False,
        }
    )
    in_use = InUse(
        400,
        "NicInUse",
        "Network Interface {id} is used by existing resource {user}. In order to delete the network "
        "interface, it must be dissociated from the resource. To learn more, see aka.ms/deletenic.",
        LOGS,
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if not props.get("ipConfigurations") and "ipConfigurations" not in props:
            yield "ipConfigurations", "a network interface needs at least one IP configuration"
        for path, configuration in each(props, "ipConfigurations"):
            static = dig(configuration, "privateIPAllocationMethod") == "Static"
            if static and "privateIPAddress" not in configuration:
                yield f"{path}.privateIPAddress", "a Static allocation needs an address"

    def create(self, put: Put) -> Mapping[str, Any]:
        addresses = []
        for position, (_, configuration) in enumerate(each(put.props, "ipConfigurations")):
            subnet = str(dig(configuration, "subnet.id"))
            check_subnet_region(self, put, subnet)
            check_room(put, subnet, 1)
            answer = {
                "privateIPAllocationMethod": "Dynamic",
                "privateIPAddressVersion": "IPv4",
                **configuration,
            }
            answer.setdefault("privateIPAddress", ranges.address(put.cloud, subnet, put.id))
            answer |= {
                "id": f"{put.id}/ipConfigurations/{configuration.get('name')}",
                "primary": configuration.get("primary", position == 0),
                "provisioningState": "Succeeded",
                "type": f"{self.arm.arm_type}/ipConfigurations",
            }
            addresses.append(answer)
        digits = arm.stable_guid(put.id, "mac").replace("-", "").upper()
        mac = "-".join(["00", "0D", "3A", *(digits[i : i + 2] for i in (0, 2, 4))])
        return {"ipConfigurations": addresses, "macAddress": mac}

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        machines = [user for user in cloud.users(resource.id) if "/virtualMachines/" in user]
        return {"virtualMachine": {"id": machines[0]}, "primary": True} if machines else {}
