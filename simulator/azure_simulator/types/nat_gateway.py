"""Microsoft.Network/natGateways"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import Cloud, InUse, NameRule, Put, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared.network_type import ZonalNetworkType


class NatGateway(ZonalNetworkType):
    pulumi_type = "azure-native:network:NatGateway"
    path = "…/Microsoft.Network/natGateways/{natGatewayName}"
    source = "learn.microsoft.com/azure/nat-gateway/nat-gateway-resource"
    fixed = ("zones", "sku.name")
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,78}\w)?", "1-80 letters, digits, underscores, periods and hyphens"
    )
    defaults = given({"idleTimeoutInMinutes": 4})
    in_use = InUse(
        400,
        "InUseNatGatewayCannotBeDeleted",
        "Nat Gateway {id} cannot be deleted because it is in use by the following resources: {users}.",
        "InUseNatGatewayCannotBeDeleted in public code; the words are ours",
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        minutes = dig(props, "idleTimeoutInMinutes")
        if minutes is not None and not 4 <= minutes <= 120:
            yield "idleTimeoutInMinutes", f"{minutes} is outside 4 to 120"
        zones = dig(props, "zones") or []
        if len(zones) > 1 and str(dig(props, "sku.name")).lower() == "standard":
            yield "zones", f"a Standard NAT gateway is in one zone or none, got {len(zones)}"

    def create(self, put: Put) -> Mapping[str, Any]:
        wanted = str(dig(put.props, "sku.name") or "Standard")
        for _, reference in each(put.props, "publicIpAddresses"):
            address = put.cloud.store.get(str(reference.get("id")))
            sku = str(dig(address.body, "sku.name")) if address else wanted
            if sku.lower() != wanted.lower():
                raise ArmError(
                    400,
                    "BadRequest",
                    f"NAT gateway {put.id} of SKU {wanted} cannot use public IP address {reference['id']} "
                    f"of SKU {sku}.",
                    seen=OURS,
                )
        return {}

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        return {"subnets": [{"id": user} for user in cloud.users(resource.id) if "/subnets/" in user]}
