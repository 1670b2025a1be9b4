"""Microsoft.Network/publicIPAddresses"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS
from azure_simulator.cloud.resource_type import InUse, NameRule, Put, given
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.network_type import ZonalNetworkType


class PublicIPAddress(ZonalNetworkType):
    pulumi_type = "azure-native:network:PublicIPAddress"
    path = "…/Microsoft.Network/publicIPAddresses/{publicIpAddressName}"
    source = "learn.microsoft.com/azure/virtual-network/ip-services/public-ip-addresses"
    replaces = frozenset({"location", "sku", "publicIPAddressVersion", "publicIPPrefix"})
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,78}\w)?", "1-80 letters, digits, underscores, periods and hyphens"
    )
    defaults = given({"idleTimeoutInMinutes": 4, "publicIPAddressVersion": "IPv4", "ipTags": []})
    in_use = InUse(
        400,
        "PublicIPAddressCannotBeDeleted",
        "Public IP address {id} can not be deleted since it is still allocated to resource {user}. In order "
        "to delete the public IP, disassociate/detach the Public IP address from the resource.  To learn how "
        "to do this, see aka.ms/deletepublicip.",
        LOGS,
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        sku = dig(props, "sku.name")
        if "sku" not in props or (sku is not None and sku.lower() == "basic"):
            yield (
                "sku.name",
                "Basic public IP addresses are retired since 2025-09-30 and are what Azure makes without a "
                "sku: use Standard",
            )
        method = dig(props, "publicIPAllocationMethod")
        undecided = method is None and "publicIPAllocationMethod" in props
        if sku is not None and sku.lower() != "basic" and not undecided and method != "Static":
            yield (
                "publicIPAllocationMethod",
                f"a {sku} public IP address must be Static, got {method or 'Dynamic'}",
            )

    def create(self, put: Put) -> Mapping[str, Any]:
        digest = arm.stable_guid(put.id, "address").replace("-", "")
        address = ".".join(["20", *(str(1 + int(digest[i : i + 2], 16) % 254) for i in (0, 2, 4))])
        label = dig(put.props, "dnsSettings.domainNameLabel")
        place = arm.location(str(put.props.get("location", "")))
        dns = {"dnsSettings": {"fqdn": f"{label}.{place}.cloudapp.azure.com"}} if label else {}
        return {"ipAddress": put.old.body.get("ipAddress", address) if put.old else address, **dns}
