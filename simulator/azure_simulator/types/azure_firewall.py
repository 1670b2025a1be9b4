"""Microsoft.Network/azureFirewalls"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, OURS, ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared import ranges

_SMALLEST = 26


class AzureFirewall(ResourceType):
    pulumi_type = "azure-native:network:AzureFirewall"
    path = "…/Microsoft.Network/azureFirewalls/{azureFirewallName}"
    source = (
        "learn.microsoft.com/azure/firewall/management-nic; MicrosoftDocs/azure-docs#83843 (2021-11-14); "
        "Azure/azure-cli-extensions#10100 (2026-07-13)"
    )
    fixed = ("zones",)
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,54}\w)?", "1-56 letters, digits, underscores, periods and hyphens"
    )
    defaults = given({"threatIntelMode": "Alert", "networkRuleCollections": [], "natRuleCollections": []})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if dig(props, "sku.name") == "AZFW_VNet" and props.get("ipConfigurations", 0) in (0, []):
            yield "ipConfigurations", "a firewall in a virtual network needs an IP configuration"
        for path, configuration in each(props, "ipConfigurations"):
            yield from _named(path, configuration, "AzureFirewallSubnet")
        management = dig(props, "managementIpConfiguration")
        if isinstance(management, dict):
            if not {"subnet", "publicIPAddress"} <= management.keys():
                yield (
                    "managementIpConfiguration",
                    "AzureFirewall management IP configuration requires both a subnet and a public IP "
                    "address",
                )
            yield from _named("managementIpConfiguration", management, "AzureFirewallManagementSubnet")

    def create(self, put: Put) -> Mapping[str, Any]:
        ends = [found for _, found in each(put.props, "ipConfigurations")]
        ends += (
            [management]
            if isinstance(management := dig(put.props, "managementIpConfiguration"), dict)
            else []
        )
        for end in ends:
            subnet = put.cloud.store.get(str(dig(end, "subnet.id")))
            range_ = ranges.parse(ranges.prefixes(subnet.body)[0]) if subnet else None
            if subnet is not None and range_ is not None and range_.prefixlen > _SMALLEST:
                raise ArmError(
                    400,
                    "BadRequest",
                    f"Subnet {arm.name_of(subnet.id)} with prefix {range_} is too small for Azure Firewall: "
                    f"it needs /{_SMALLEST} or larger.",
                    seen=OURS,
                )
        policy = put.cloud.store.get(str(dig(put.props, "firewallPolicy.id")))
        tiers = (str(dig(put.props, "sku.tier")), str(dig(policy.body, "sku.tier")) if policy else "Standard")
        if tiers == ("Standard", "Premium"):
            raise ArmError(
                400,
                "BadRequest",
                "A Premium Policy cannot be attached to a Standard tier firewall",
                seen="MicrosoftDocs/azure-docs#83843 (2021-11-14), of the portal; the code is ours",
            )
        return {"provisioningState": "Succeeded"}

    def change_refused(self, id_: str, path: str, before: Any, after: Any) -> ArmError:  # noqa: ARG002
        return ArmError(
            400,
            "AzureFirewallAvailabilityZonesCannotBeModified",
            f"Azure Firewall {id_} has an existing availability zone constraint {', '.join(before)} and the "
            f"request has availability zone constraint {', '.join(after)}, which do not match",
            seen=LOGS,
        )

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        found = []
        for _, configuration in each(resource.inputs, "ipConfigurations"):
            subnet = cloud.store.get(str(dig(configuration, "subnet.id")))
            range_ = ranges.parse(ranges.prefixes(subnet.body)[0]) if subnet else None
            address = {"privateIPAddress": str(range_[ranges.RESERVED - 1])} if range_ else {}
            found.append({**configuration, **address, "provisioningState": "Succeeded"})
        return {"ipConfigurations": found}


def _named(path: str, configuration: Mapping[str, Any], name: str) -> Iterator[tuple[str, str]]:
    subnet = dig(configuration, "subnet.id")
    if isinstance(subnet, str) and arm.name_of(subnet) != name:
        yield f"{path}.subnet.id", f"the subnet must be called {name}, got {arm.name_of(subnet)}"
