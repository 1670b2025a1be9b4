"""What Azure refuses of virtual hubs and of the networks that are connected to them."""

from collections.abc import Callable
from typing import Any

import pytest

from simulator.samples import NETWORK, PROVIDERS

HUB = f"{PROVIDERS}/Microsoft.Network/virtualHubs/hub"
CONNECTION = f"{NETWORK}:HubVirtualNetworkConnection"


def network_id(name: str) -> str:
    return f"{PROVIDERS}/Microsoft.Network/virtualNetworks/{name}"


@pytest.fixture
def connect(client: Any, group: str) -> Callable[..., Any]:
    """Two virtual hubs of one WAN, `hub` and `other`, and networks by the ranges that are given."""
    wan = client.create(
        f"{NETWORK}:VirtualWan", "wan", resourceGroupName=group, virtualWANName="wan", location="eastus"
    )
    for number, name in enumerate(("hub", "other")):
        client.create(
            f"{NETWORK}:VirtualHub",
            name,
            resourceGroupName=group,
            virtualHubName=name,
            location="eastus",
            addressPrefix=f"10.{number}.0.0/23",
            virtualWan={"id": wan.id},
        )

    def made(name: str, prefix: str, hub: str = "hub", **more: Any) -> Any:
        client.create(
            f"{NETWORK}:VirtualNetwork",
            name,
            resourceGroupName=group,
            virtualNetworkName=name,
            location="eastus",
            addressSpace={"addressPrefixes": [prefix]},
        )
        given = {"resourceGroupName": group, "virtualHubName": hub, "connectionName": f"{name}-{hub}"}
        return client.create(
            CONNECTION, f"{name}-{hub}", **given, remoteVirtualNetwork={"id": network_id(name)}, **more
        )

    return made


def test_what_a_connection_goes_by_unless_it_says_so(connect: Callable[..., Any]) -> None:
    table = {"id": f"{HUB}/hubRouteTables/defaultRouteTable"}
    assert connect("v", "10.8.0.0/16").outputs["routingConfiguration"] == {
        "associatedRouteTable": table,
        "propagatedRouteTables": {"ids": [table], "labels": ["default"]},
        "vnetRoutes": {"staticRoutes": []},
    }


def cannot(name: str, hub: str, has: str) -> str:
    hub_id = f"{PROVIDERS}/Microsoft.Network/virtualHubs/{hub}"
    return (
        f'Status=400 Code="VirtualNetworkCannotBeConnected" Message="Virtual network {network_id(name)} '
        f"cannot be connected to virtual hub {hub_id}: it has {has}, and may have one such connection and no "
        'gateway."'
    )


def test_a_network_is_connected_once(
    connect: Callable[..., Any], client: Any, group: str, refused: Any
) -> None:
    first = connect("v", "10.8.0.0/16")
    given = {"resourceGroupName": group, "virtualHubName": "other", "connectionName": "again"}
    with refused(cannot("v", "other", first.id)):
        client.create(CONNECTION, "again", **given, remoteVirtualNetwork={"id": network_id("v")})


@pytest.mark.usefixtures("connect")
def test_a_network_with_a_gateway_is_not_connected(client: Any, group: str, refused: Any) -> None:
    place = {"resourceGroupName": group, "location": "eastus"}
    client.create(
        f"{NETWORK}:VirtualNetwork",
        "g",
        **place,
        virtualNetworkName="g",
        addressSpace={"addressPrefixes": ["10.9.0.0/16"]},
    )
    subnet = client.create(
        f"{NETWORK}:Subnet",
        "gateways",
        resourceGroupName=group,
        virtualNetworkName="g",
        subnetName="GatewaySubnet",
        addressPrefix="10.9.0.0/27",
    )
    gateway = client.create(
        f"{NETWORK}:VirtualNetworkGateway",
        "vgw",
        **place,
        virtualNetworkGatewayName="vgw",
        gatewayType="ExpressRoute",
        sku={"name": "ErGw1AZ", "tier": "ErGw1AZ"},
        ipConfigurations=[{"name": "default", "subnet": {"id": subnet.id}}],
    )
    given = {"resourceGroupName": group, "virtualHubName": "hub", "connectionName": "g"}
    with refused(cannot("g", "hub", gateway.id)):
        client.create(CONNECTION, "g", **given, remoteVirtualNetwork={"id": network_id("g")})


@pytest.mark.parametrize(
    ("prefix", "theirs", "whose"),
    [("10.8.4.0/24", "10.8.0.0/16", network_id("v")), ("10.0.0.0/24", "10.0.0.0/23", HUB)],
)
def test_addresses_of_a_hub_and_its_networks_overlap_nowhere(
    connect: Callable[..., Any], refused: Any, prefix: str, theirs: str, whose: str
) -> None:
    connect("v", "10.8.0.0/16")
    with refused(
        f'Status=400 Code="VnetAddressSpacesOverlap" Message="Cannot create or update peering '
        f"{HUB}/hubVirtualNetworkConnections/w-hub. Virtual networks {network_id('w')} and {whose} cannot be "
        "peered because their address spaces overlap. Overlapping address prefixes: "
        f'{prefix}, {theirs}"'
    ):
        connect("w", prefix)


def test_a_route_table_has_to_be_there(connect: Callable[..., Any], refused: Any) -> None:
    table = {"id": f"{HUB}/hubRouteTables/none-such"}
    with refused(
        f'Status=400 Code="InvalidResourceReference" Message="Resource {table["id"]} referenced by resource '
        f"{HUB}/hubVirtualNetworkConnections/v-hub was not found. Please make sure that the referenced "
        'resource exists, and that both resources are in the same region."'
    ):
        connect("v", "10.8.0.0/16", routingConfiguration={"associatedRouteTable": table})


def test_a_hub_s_range(client: Any, group: str) -> None:
    given = {"resourceGroupName": group, "virtualHubName": "hub", "location": "eastus"}

    def problems(prefix: str) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = client.check(
            f"{NETWORK}:VirtualHub", "hub", {**given, "addressPrefix": prefix}
        )[1]
        return found

    assert problems("10.0.0.0/24") == []
    assert problems("10.0.0.0/25") == [
        ("addressPrefix", "10.0.0.0/25 is too small for a virtual hub: it needs /24 or larger")
    ]
    assert problems("10.0.0.1/23") == [
        ("addressPrefix", "'10.0.0.1/23' is not valid CIDR notation, or has bits set beyond its prefix")
    ]
