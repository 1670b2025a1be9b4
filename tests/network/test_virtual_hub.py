"""A network that is connected to a virtual hub of a Virtual WAN: what is made, refused and left to others."""

from typing import Any

import pytest

from azure_ai_landing_zone import (
    LandingZone,
    LandingZoneSettings,
    Network,
    NetworkArgs,
    NetworkSubnet,
    SettingsError,
    VirtualHubConnection,
)
from azure_ai_landing_zone.network.bastion import BastionCreate
from azure_ai_landing_zone.network.settings import VirtualHubRouteTables
from helpers.registered import Registered, register
from helpers.settings import stack
from network.samples import SUBNETS, arguments

HUB_ID = "/subscriptions/00000000-0000-0000-0000-00000000000c/resourceGroups/rg-wan/providers"
HUB_ID += "/Microsoft.Network/virtualHubs/hub"
CONNECTION = "net-virtual-hub-connection"
KUBERNETES = NetworkSubnet(name="serving", purpose="kubernetes", addresses=60)


def hub(**changes: Any) -> VirtualHubConnection:
    values = {"address_ranges": ["10.9.0.0/23"], "virtual_hub_resource_id": HUB_ID, **changes}
    return VirtualHubConnection(**values)


def made(**changes: Any) -> Registered:
    return register(lambda: Network("net", NetworkArgs(**arguments(**{"hub": hub(), **changes}))))


def problems(**changes: Any) -> list[str]:
    with pytest.raises(SettingsError) as raised:
        NetworkArgs(**arguments(**{"hub": hub(), **changes}))
    return str(raised.value).splitlines()[1:]


def test_the_connection_lies_in_the_hub_and_comes_after_the_subnets() -> None:
    found = made()
    assert found.inputs[CONNECTION] == {
        "resourceGroupName": "rg-wan",
        "virtualHubName": "hub",
        "connectionName": "peer-ai-net-x1",
        "remoteVirtualNetwork": {"id": "/net-virtual-network"},
        "enableInternetSecurity": False,
    }
    assert "net-nodes-subnet" in found.dependencies[CONNECTION]
    assert found.replaced[CONNECTION] == ["remoteVirtualNetwork"]
    assert [name for name in found.inputs if "peering" in name] == []


def test_what_leaves_by_the_hub_s_firewall_needs_no_route_of_ours() -> None:
    found = made(egress="firewall")
    assert found.inputs[CONNECTION]["enableInternetSecurity"] is True
    assert [name for name in found.inputs if "route" in name or "nat" in name] == []
    # Its firewall knows no zone: names are asked of Azure's own resolver.
    assert "dhcpOptions" not in found.inputs["net-virtual-network"]
    assert made(egress="none").inputs[CONNECTION]["enableInternetSecurity"] is False


def test_aks_sees_a_default_route_in_a_table_of_its_own_subnet() -> None:
    found = made(
        egress="firewall",
        subnets=[*SUBNETS, KUBERNETES],
        hub=hub(firewall_private_ip_address="10.9.0.132"),
    )
    table = found.inputs["net-route-table"]
    assert [(one["addressPrefix"], one["nextHopIpAddress"]) for one in table["routes"]] == [
        ("0.0.0.0/0", "10.9.0.132")
    ]
    assert table["disableBgpRoutePropagation"] is False
    with_it = [name for name, inputs in found.inputs.items() if "routeTable" in inputs]
    assert with_it == ["net-serving-subnet"]


@pytest.mark.parametrize(
    ("tables", "routing"),
    [
        (
            VirtualHubRouteTables(associated="isolated", propagated=["shared"], labels=["here"]),
            ("isolated", ["shared"], ["here"]),
        ),
        (
            VirtualHubRouteTables(propagated=["defaultRouteTable"]),
            ("defaultRouteTable", ["defaultRouteTable"], ["default"]),
        ),
        (
            VirtualHubRouteTables(propagated=["noneRouteTable"]),
            ("defaultRouteTable", ["noneRouteTable"], ["none"]),
        ),
    ],
)
def test_route_tables_are_named_by_the_hub(
    tables: VirtualHubRouteTables, routing: tuple[str, list[str], list[str]]
) -> None:
    found = made(hub=hub(route_tables=tables)).inputs[CONNECTION]["routingConfiguration"]
    associated, propagated, labels = routing
    assert found == {
        "associatedRouteTable": {"id": f"{HUB_ID}/hubRouteTables/{associated}"},
        "propagatedRouteTables": {
            "ids": [{"id": f"{HUB_ID}/hubRouteTables/{name}"} for name in propagated],
            "labels": labels,
        },
    }


def test_whoever_has_the_hub_may_make_the_connection() -> None:
    def told(**changes: Any) -> list[str]:
        args = NetworkArgs(**arguments(egress="firewall", hub=hub(**changes)))
        commands: list[str] = []
        found = register(lambda: Network("net", args).hub_commands.apply(commands.extend))
        assert CONNECTION not in found.inputs
        return commands

    tables = VirtualHubRouteTables(propagated=["noneRouteTable"])
    assert told(hub_side="existing") == []
    assert told(hub_side="commands", route_tables=tables) == [
        "az network vhub connection create --subscription 00000000-0000-0000-0000-00000000000c "
        "--resource-group rg-wan --vhub-name hub --name peer-ai-net-x1 --remote-vnet /net-virtual-network "
        f"--internet-security true --associated {HUB_ID}/hubRouteTables/defaultRouteTable "
        f"--propagated {HUB_ID}/hubRouteTables/noneRouteTable --labels none"
    ]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"address_space": "10.9.0.0/16"},
            ["  address_space: 10.9.0.0/16 overlaps 10.9.0.0/23, used by the hub: take another range"],
        ),
        (
            {"egress": "firewall", "subnets": [*SUBNETS, KUBERNETES]},
            [
                "  egress: AKS in serving asks for a default route in its subnet's table, and doesn't see "
                "the virtual hub's: give `firewall_private_ip_address` of the hub, or take `natGateway`"
            ],
        ),
        (
            {"egress": "firewall", "hub": hub(firewall_private_ip_address="10.9.0.132")},
            [
                "  egress: `firewall_private_ip_address` of a virtual hub is for AKS with `firewall`, got "
                "firewall without AKS: leave it out, routes come by themselves"
            ],
        ),
        (
            {"egress": "firewall", "bastion": BastionCreate(mode="create")},
            [
                "  bastion: a Bastion stops working where the default route is a virtual hub's: take one in "
                "another network, of mode `existing`, or the egress `natGateway`"
            ],
        ),
    ],
)
def test_refused(changes: dict[str, Any], expected: list[str]) -> None:
    assert problems(**changes) == expected


def test_refused_route_tables() -> None:
    with pytest.raises(SettingsError) as raised:
        VirtualHubRouteTables(
            associated="noneRouteTable", propagated=["noneRouteTable", "a", "a"], labels=["b", "b"]
        )
    assert str(raised.value).splitlines()[1:] == [
        "  propagated[2]: a is there already: leave it out",
        "  labels[1]: b is there already: leave it out",
        "  propagated: noneRouteTable is for nobody: name it alone and without `labels`, or leave it out",
        "  associated: noneRouteTable has no routes: take another, or leave the connection out",
    ]


def test_route_tables_of_a_connection_that_others_made_are_refused() -> None:
    with pytest.raises(SettingsError) as raised:
        hub(hub_side="existing", route_tables=VirtualHubRouteTables(propagated=["defaultRouteTable"]))
    assert str(raised.value).splitlines()[1:] == [
        "  route_tables: are set on the connection, which whoever has the hub made already: leave them out, "
        "or take `hub_side` create or commands"
    ]


def test_the_none_route_table_is_the_same_in_any_casing() -> None:
    with pytest.raises(SettingsError) as raised:
        VirtualHubRouteTables(associated="NoneRouteTable", propagated=["noneroutetable", "a", "A"])
    assert str(raised.value).splitlines()[1:] == [
        "  propagated[2]: A is there already: leave it out",
        "  propagated: noneRouteTable is for nobody: name it alone and without `labels`, or leave it out",
        "  associated: noneRouteTable has no routes: take another, or leave the connection out",
    ]


def zone(**connection: Any) -> dict[str, Any]:
    choice = {"mode": "virtualHub", "virtualHubResourceId": HUB_ID, "addressRanges": ["10.100.0.0/23"]}
    network = {"mode": "create", "addressSpace": "10.104.0.0/16", "hubConnection": choice | connection}
    return stack() | {"network": network}


def test_a_zone_has_it_by_the_hub_s_id() -> None:
    settings = LandingZoneSettings.load(zone(), "settings")
    found = register(lambda: LandingZone("zone", settings))
    assert found.inputs["zone-network-virtual-hub-connection"]["virtualHubName"] == "hub"


def test_a_zone_says_what_is_wrong_with_it() -> None:
    hubs = "00000000-0000-0000-0000-00000000000a"
    with pytest.raises(SettingsError) as raised:
        LandingZoneSettings.load(zone() | {"hubSubscriptionId": hubs}, "settings")
    assert str(raised.value).splitlines()[1:] == [
        "  network.hubConnection.virtualHubResourceId: is in subscription "
        "00000000-0000-0000-0000-00000000000c, not in `hubSubscriptionId`: correct one of them"
    ]
    with pytest.raises(SettingsError) as raised:
        LandingZoneSettings.load(zone(virtualHubResourceId="hub", useRemoteGateways=True), "settings")
    assert str(raised.value).splitlines()[1:] == [
        "  network.hubConnection.virtualHubResourceId: must be a full resource id like /subscriptions/<id>/"
        "resourceGroups/<name>/providers/Microsoft.Network/virtualHubs/<name>, got 'hub'",
        "  network.hubConnection.useRemoteGateways: unknown setting: allowed are `addressRanges`, "
        "`firewallPrivateIpAddress`, `forwardingRulesetResourceId`, `hubSide`, `mode`, `routeTables`, "
        "`virtualHubResourceId`",
    ]
