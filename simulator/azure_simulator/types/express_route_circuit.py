"""Microsoft.Network/expressRouteCircuits"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import USED, Put, ResourceType, given
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.network_names import NETWORK_NAME

_MBPS = (50, 100, 200, 500, 1000, 2000, 5000, 10000)
_SPEED = "serviceProviderProperties.bandwidthInMbps"


class ExpressRouteCircuit(ResourceType):
    pulumi_type = "azure-native:network:ExpressRouteCircuit"
    path = "…/Microsoft.Network/expressRouteCircuits/{circuitName}"
    source = "learn.microsoft.com/azure/expressroute/expressroute-faqs"
    fixed = ("serviceProviderProperties.serviceProviderName", "serviceProviderProperties.peeringLocation")
    name_rule = NETWORK_NAME
    defaults = given(
        {
            "allowClassicOperations": False,
            "circuitProvisioningState": "Enabled",
            "globalReachEnabled": False,
            "peerings": [],
            "serviceProviderProvisioningState": "NotProvisioned",
        }
    )
    in_use = USED

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if ("serviceProviderProperties" in props) == ("expressRoutePort" in props):
            yield (
                "serviceProviderProperties",
                "a circuit is a provider's or on a port of one's own, one of both",
            )
        if "sku" not in props:
            yield "sku", "a circuit needs a sku: its tier and how data is paid for"
        speed = dig(props, _SPEED)
        if speed is not None and speed not in _MBPS:
            yield _SPEED, f"{speed} is none of {', '.join(str(mbps) for mbps in _MBPS)}"

    def create(self, put: Put) -> Mapping[str, Any]:
        before = dig(put.old.body, _SPEED) if put.old else None
        after = dig(put.props, _SPEED)
        if before is not None and after is not None and after < before:
            raise self.change_refused(put.id, _SPEED, before, after)
        tier, family = dig(put.props, "sku.tier"), dig(put.props, "sku.family")
        sku = {"sku": {"name": f"{tier}_{family}"}} if tier and family else {}
        return {"serviceKey": arm.stable_guid(put.id, "service-key"), **sku}
