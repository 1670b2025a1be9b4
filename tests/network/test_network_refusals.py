"""What a network's arguments can't be."""

from typing import Any

import pytest

from azure_ai_landing_zone import NetworkArgs, NetworkSubnet, SettingsError
from azure_ai_landing_zone.network.bastion import BastionCreate
from azure_ai_landing_zone.network.settings import UsedRange
from network.samples import SUBNETS, arguments, flow, hub


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        (
            {"egress": "firewall"},
            ["egress: needs a hub with `firewall_private_ip_address`: give them, or take `natGateway`"],
        ),
        (
            {"egress": "firewall", "hub": hub()},
            ["egress: needs a hub with `firewall_private_ip_address`: give them, or take `natGateway`"],
        ),
        (
            {"hub": hub(address_ranges=["10.0.128.0/20"])},
            ["address_space: 10.0.0.0/16 overlaps 10.0.128.0/20, used by the hub: take another range"],
        ),
        (
            {"used_ranges": [UsedRange(address_range="10.0.0.0/8", used_by="on-premises network hq")]},
            [
                "address_space: 10.0.0.0/16 overlaps 10.0.0.0/8, used by on-premises network hq: take "
                "another range"
            ],
        ),
        (
            {
                "subnets": [
                    NetworkSubnet(name="serving", purpose="kubernetes", addresses=9, pod_range="10.0.64.0/18")
                ]
            },
            ["address_space: 10.0.0.0/16 overlaps 10.0.64.0/18, used by pods of serving: take another range"],
        ),
        (
            {
                "address_space": "172.17.0.0/16",
                "subnets": [NetworkSubnet(name="compute", purpose="machineLearning", addresses=9)],
            },
            [
                "address_space: 172.17.0.0/16 overlaps 172.17.0.0/16, which Docker uses on Azure ML compute: "
                "take another range"
            ],
        ),
        (
            {"flows": [flow(address_range="10.0.8.0/24", subnet_names=["noddes"])]},
            [
                "flows[0].address_range: 10.0.8.0/24 overlaps 10.0.0.0/16 of the network itself: a flow is "
                "with somebody outside; correct it",
                "flows[0].subnet_names[0]: no subnet is called noddes: there are endpoints, nodes",
            ],
        ),
        (
            {"subnets": [*SUBNETS, SUBNETS[0]]},
            ["subnets[2].name: endpoints is the name of [0] too: take another"],
        ),
        (
            {"address_space": "10.0.0.0/24", "bastion": BastionCreate(mode="create")},
            [
                "bastion: needs an address space of /23 or larger, got 10.0.0.0/24: take a larger one, or "
                "the hub's Bastion"
            ],
        ),
        (
            {"pinned_prefixes": {"nodes": "10.0.0.0/26"}},
            [
                "pinned_prefixes.nodes: nodes is pinned to 10.0.0.0/26, which holds 59 addresses, and now "
                "needs 100; Azure enlarges no subnet in use: stay within 59; or empty the subnet and pin it "
                "to 10.0.0.0/25, which is free; or put the rest into a subnet of another name"
            ],
        ),
    ],
)
def test_refuses(changes: dict[str, Any], problems: list[str]) -> None:
    with pytest.raises(SettingsError) as raised:
        NetworkArgs(**arguments(**changes))
    assert str(raised.value).splitlines()[1:] == [f"  {problem}" for problem in problems]


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (
            lambda: NetworkSubnet(name="a", purpose="delegated", addresses=1),
            "delegation: goes with the purpose `delegated`, and that with it: set both or neither",
        ),
        (
            lambda: NetworkSubnet(name="a", purpose="nodes", addresses=1, pod_range="10.0.0.0/16"),
            "pod_range: goes with the purpose `kubernetes` only, got nodes: remove it",
        ),
        (
            lambda: UsedRange(address_range="10.0.0.1/8", used_by="x"),
            "address_range: must be an IPv4 range such as 10.40.0.0/16, got '10.0.0.1/8': correct it",
        ),
        (
            lambda: hub(hub_side="commands", use_remote_gateways=True),
            "use_remote_gateways: needs the hub's half of the peering first: leave it false, have the "
            "commands in `hub_commands` run, then set `hub_side` to existing and this to true",
        ),
    ],
)
def test_refuses_part(make: Any, problem: str) -> None:
    with pytest.raises(SettingsError) as raised:
        make()
    assert str(raised.value).splitlines()[1:] == [f"  {problem}"]
