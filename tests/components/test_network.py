"""A network lets nothing in but what its subnets are for."""

from typing import Any

import pulumi

from azure_ai_landing_zone import (
    Naming,
    Network,
    NetworkArgs,
    NetworkSubnet,
    PrivateDnsZones,
    PrivateDnsZonesArgs,
)
from registered import register

NAMING = Naming(suffix="x1")


def test_network_is_closed() -> None:
    subnets = [
        NetworkSubnet(name="endpoints", purpose="privateEndpoints", addresses=59),
        NetworkSubnet(name="nodes", purpose="nodes", addresses=100),
    ]
    args = NetworkArgs(
        location="eastus",
        naming=NAMING,
        resource_group_name="rg",
        address_space="10.0.0.0/16",
        subnets=subnets,
    )
    made = register(lambda: Network("hub", args))
    assert made.azure == [
        ("network:NatGateway", "hub-nat-gateway"),
        ("network:NetworkSecurityGroup", "hub-endpoints-security-group"),
        ("network:NetworkSecurityGroup", "hub-nodes-security-group"),
        ("network:PublicIPAddress", "hub-egress-address"),
        ("network:Subnet", "hub-endpoints-subnet"),
        ("network:Subnet", "hub-nodes-subnet"),
        ("network:VirtualNetwork", "hub-virtual-network"),
    ]
    assert made.inputs["hub-nodes-subnet"] == {
        "addressPrefix": "10.0.0.128/25",
        "defaultOutboundAccess": False,
        "natGateway": {"id": "/hub-nat-gateway"},
        "networkSecurityGroup": {"id": "/hub-nodes-security-group"},
        "privateEndpointNetworkPolicies": "Disabled",
        "privateLinkServiceNetworkPolicies": "Enabled",
        "resourceGroupName": "rg",
        "subnetName": "snet-ai-hub-nodes-x1",
        "virtualNetworkName": "hub-virtual-network",
    }
    assert made.inputs["hub-endpoints-subnet"] == {
        "addressPrefix": "10.0.0.0/26",
        "defaultOutboundAccess": False,
        "networkSecurityGroup": {"id": "/hub-endpoints-security-group"},
        "privateEndpointNetworkPolicies": "NetworkSecurityGroupEnabled",
        "privateLinkServiceNetworkPolicies": "Enabled",
        "resourceGroupName": "rg",
        "subnetName": "snet-ai-hub-endpoints-x1",
        "virtualNetworkName": "hub-virtual-network",
    }
    rules = {
        name: [
            (rule["priority"], rule["access"], rule["sourceAddressPrefix"], rule["destinationPortRange"])
            for rule in made.inputs[f"hub-{name}-security-group"]["securityRules"]
        ]
        for name in ("nodes", "endpoints")
    }
    assert rules == {
        "nodes": [(100, "Allow", "10.0.0.128/25", "*"), (4096, "Deny", "*", "*")],
        "endpoints": [(100, "Allow", "VirtualNetwork", "443"), (4096, "Deny", "*", "*")],
    }


def test_network_without_a_way_out() -> None:
    args = NetworkArgs(
        location="eastus",
        naming=NAMING,
        resource_group_name="rg",
        address_space="10.0.0.0/16",
        subnets=[NetworkSubnet(name="nodes", purpose="nodes", addresses=4)],
        egress="none",
    )
    made = register(lambda: Network("hub", args))
    assert [type_ for type_, _ in made.azure] == [
        "network:NetworkSecurityGroup",
        "network:Subnet",
        "network:VirtualNetwork",
    ]
    assert "natGateway" not in made.inputs["hub-nodes-subnet"]


def test_zones_of_a_hub_are_made_with_its_provider() -> None:
    seen: list[Any] = []

    def program() -> None:
        hub = pulumi.ProviderResource("azure-native", "hub", {})
        args = PrivateDnsZonesArgs(
            location="eastus",
            resource_group_name="rg-hub",
            zone_names=["privatelink.blob.core.windows.net"],
            virtual_network_resource_id="/network",
        )
        zones = PrivateDnsZones("zones", args, hub_provider=hub)
        seen.extend(child._provider is hub for child in zones._childResources)

    made = register(program)
    assert seen == [True, True]
    assert made.inputs["zones-privatelink-blob-core-windows-net-link"] == {
        "location": "global",
        "privateZoneName": "zones-privatelink-blob-core-windows-net-zone",
        "registrationEnabled": False,
        "resourceGroupName": "rg-hub",
        "virtualNetwork": {"id": "/network"},
        "virtualNetworkLinkName": "zones",
    }
