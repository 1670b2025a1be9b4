"""Microsoft.Network/bastionHosts"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.network_security_group import RULE
from azure_simulator.types.shared.network_type import ZonalNetworkType

_NEEDED = (
    ("Inbound", "source", "GatewayManager", {"443"}),
    ("Outbound", "destination", "VirtualNetwork", {"22", "3389"}),
    ("Outbound", "destination", "AzureCloud", {"443"}),
)
"""Rules that a security group on AzureBastionSubnet must have, or the Bastion loses its control plane."""


class BastionHost(ZonalNetworkType):
    pulumi_type = "azure-native:network:BastionHost"
    path = "…/Microsoft.Network/bastionHosts/{bastionHostName}"
    source = (
        "learn.microsoft.com/azure/bastion/bastion-nsg (2026-02-24); "
        "hashicorp/terraform-provider-azurerm#15365 (2022-02-10); Azure/AKS-Construction#490 (2023-01-04)"
    )
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,78}\w)?", "1-80 letters, digits, underscores, periods and hyphens"
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        units = dig(props, "scaleUnits")
        if isinstance(units, int) and not 2 <= units <= 50:
            yield "scaleUnits", f"{units} is outside 2 to 50"
        if dig(props, "sku.name") in ("Basic", None) and dig(props, "enableTunneling"):
            yield "enableTunneling", "tunnels and native clients need the Standard or Premium SKU"

    def create(self, put: Put) -> Mapping[str, Any]:
        for _, configuration in each(put.props, "ipConfigurations"):
            subnet = str(dig(configuration, "subnet.id"))
            if arm.name_of(subnet) != "AzureBastionSubnet":
                raise ArmError(
                    400,
                    "SubnetNameMustBeAzureBastionSubnet",
                    f"Subnet name {subnet} is invalid for Azure Bastion. Azure Bastion can only be created "
                    "in subnet with name 'AzureBastionSubnet'.",
                    seen=f"{LOGS}, the second sentence; the code and the first are ours",
                )
            found = put.cloud.store.get(subnet)
            group = dig(found.body, "networkSecurityGroup.id") if found else None
            if group and not _complies(put.cloud, str(group)):
                raise ArmError(
                    400,
                    "NetworkSecurityGroupNotCompliantForAzureBastionSubnet",
                    f"Network security group {arm.name_of(str(group))} does not have necessary rules for "
                    "Azure Bastion Subnet AzureBastionSubnet.",
                    seen=LOGS,
                )
        dns = f"bst-{arm.stable_guid(put.id, 'bastion')}.bastion.azure.com"
        return {"dnsName": dns, "provisioningState": "Succeeded"}


def _complies(cloud: Cloud, group: str) -> bool:
    rules = [child.body for child in cloud.children(group, RULE)]
    return all(
        any(
            rule.get("direction") == direction
            and rule.get("access") == "Allow"
            and rule.get(f"{end}AddressPrefix") == tag
            and ports <= {*(rule.get("destinationPortRanges") or []), rule.get("destinationPortRange")}
            for rule in rules
        )
        for direction, end, tag, ports in _NEEDED
    )
