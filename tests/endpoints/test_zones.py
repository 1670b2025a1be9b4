"""Zones are made where they belong, with the provider of that place, and linked to every network."""

from typing import Any

import pulumi
import pytest

from azure_ai_landing_zone import (
    DnsZoneCreate,
    DnsZoneExisting,
    DnsZonePolicyManaged,
    LinkedNetwork,
    Naming,
    PrivateDnsZones,
    PrivateDnsZonesArgs,
    PrivateEndpointTarget,
)
from azure_ai_landing_zone.endpoints.ai_endpoints import PrivateAIEndpoints, PrivateAIEndpointsArgs
from helpers.registered import register

BLOB, VAULT = "privatelink.blob.core.windows.net", "privatelink.vaultcore.azure.net"
HUB_GROUP = "/subscriptions/h/resourceGroups/rg-dns/providers/Microsoft.Network/privateDnsZones"
COMMON: dict[str, Any] = {
    "location": "eastus",
    "naming": Naming(suffix="x1"),
    "resource_group_name": "rg",
    "networks": [LinkedNetwork(name="spoke", virtual_network_resource_id="/network")],
}


def with_hub(make: Any) -> tuple[dict[str, bool], Any]:
    """Logical names of the zones and links, each with whether the hub's provider makes it."""
    seen: dict[str, bool] = {}

    def walk(component: pulumi.Resource, hub: pulumi.ProviderResource) -> None:
        for child in component._childResources:
            if isinstance(child, pulumi.ComponentResource):
                walk(child, hub)
            elif "privatelink" in child._name:
                seen[child._name] = child._provider is hub

    def program() -> None:
        hub = pulumi.ProviderResource("azure-native", "hub", {})
        walk(make(hub), hub)

    made = register(program)
    return seen, made


@pytest.mark.parametrize(("group", "by_hub"), [(None, False), ("rg-hub", True)])
def test_created_zones_are_made_by_whoever_has_their_resource_group(group: str | None, by_hub: bool) -> None:
    zones: dict[str, Any] = {BLOB: DnsZoneCreate(mode="create")}
    args = PrivateDnsZonesArgs(**COMMON, dns_zones=zones, zones_resource_group_name=group)
    seen, made = with_hub(lambda hub: PrivateDnsZones("zones", args, hub_provider=hub))
    assert seen == {
        "zones-privatelink-blob-core-windows-net-zone": by_hub,
        "zones-privatelink-blob-core-windows-net-spoke-link": by_hub,
    }
    assert made.inputs["zones-privatelink-blob-core-windows-net-spoke-link"] == {
        "location": "global",
        "privateZoneName": "zones-privatelink-blob-core-windows-net-zone",
        "registrationEnabled": False,
        "resourceGroupName": group or "rg",
        "virtualNetwork": {"id": "/network"},
        "virtualNetworkLinkName": "vnetlink-ai-zones-spoke-x1",
    }


@pytest.mark.parametrize("promised", [False, True])
def test_existing_zones_are_linked_in_their_own_group_where_they_say_so(promised: bool) -> None:
    def make(hub: pulumi.ProviderResource) -> PrivateDnsZones:
        id_: Any = f"{HUB_GROUP}/{BLOB}"
        zones: dict[str, Any] = {
            BLOB: DnsZoneExisting(
                mode="existing",
                resource_id=pulumi.Output.from_input(id_) if promised else id_,
                link_networks=True,
            ),
            VAULT: DnsZoneExisting(mode="existing", resource_id=f"{HUB_GROUP}/{VAULT}"),
            "privatelink.azurecr.io": DnsZonePolicyManaged(mode="policyManaged"),
        }
        return PrivateDnsZones("zones", PrivateDnsZonesArgs(**COMMON, dns_zones=zones), hub_provider=hub)

    seen, made = with_hub(make)
    assert seen == {"zones-privatelink-blob-core-windows-net-spoke-link": True}
    link = made.inputs["zones-privatelink-blob-core-windows-net-spoke-link"]
    assert (link["resourceGroupName"], link["privateZoneName"]) == ("rg-dns", BLOB)


def test_zones_of_endpoints_are_made_the_same_way() -> None:
    target = PrivateEndpointTarget(
        key="data",
        service="storage",
        subresources=["blob"],
        target_resource_id="/subscriptions/s/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/lake",
        subnet_resource_id="/network/subnets/endpoints",
    )
    args = PrivateAIEndpointsArgs(**COMMON, endpoints=[target], zones_resource_group_name="rg-hub")
    seen, made = with_hub(lambda hub: PrivateAIEndpoints("private", args, hub_provider=hub))
    assert seen == {
        "private-privatelink-blob-core-windows-net-zone": True,
        "private-privatelink-blob-core-windows-net-spoke-link": True,
    }
    assert made.inputs["private-data-blob-private-endpoint"]["resourceGroupName"] == "rg"
    assert made.inputs["private-privatelink-blob-core-windows-net-zone"]["resourceGroupName"] == "rg-hub"
