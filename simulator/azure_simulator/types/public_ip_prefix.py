"""Microsoft.Network/publicIPPrefixes"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import InUse, NameRule, Put, given
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.network_type import ZonalNetworkType


class PublicIPPrefix(ZonalNetworkType):
    pulumi_type = "azure-native:network:PublicIPPrefix"
    path = "…/Microsoft.Network/publicIPPrefixes/{publicIpPrefixName}"
    source = "learn.microsoft.com/azure/virtual-network/ip-services/public-ip-address-prefix"
    fixed = ("zones", "prefixLength", "publicIPAddressVersion", "sku.name")
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,78}\w)?", "1-80 letters, digits, underscores, periods and hyphens"
    )
    defaults = given({"publicIPAddressVersion": "IPv4", "sku": {"name": "Standard", "tier": "Regional"}})
    in_use = InUse(
        400,
        "InUsePublicIpPrefixCannotBeDeleted",
        "Public IP prefix {id} is in use by {user}.",
        "the code: Azure/kube-egress-gateway test/e2e; the words are ours",
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        length = dig(props, "prefixLength")
        if (
            isinstance(length, int)
            and dig(props, "publicIPAddressVersion") != "IPv6"
            and not 21 <= length <= 31
        ):
            yield "prefixLength", f"{length} is outside 21 to 31"

    def create(self, put: Put) -> Mapping[str, Any]:
        digest = arm.stable_guid(put.id, "prefix").replace("-", "")
        octets = ["20", *(str(1 + int(digest[i : i + 2], 16) % 254) for i in (0, 2)), "0"]
        return {"ipPrefix": f"{'.'.join(octets)}/{put.props.get('prefixLength', 28)}"}
