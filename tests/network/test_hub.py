"""A hub lets out what is catalogued, and sees both directions of every connection."""

from typing import Any

import pytest

from azure_ai_landing_zone.core.errors import SettingsError
from azure_ai_landing_zone.network.bastion import BastionCreate, BastionExisting
from azure_ai_landing_zone.network.firewall import FirewallArgs, FirewallCreate, FirewallPlace
from azure_ai_landing_zone.network.flows import Flow
from azure_ai_landing_zone.network.hub import HubNetwork
from azure_ai_landing_zone.network.settings import UsedRange
from azure_ai_landing_zone.network.spokes import SpokeFlow, SpokesAll, SpokesListed
from azure_ai_landing_zone.network.ways_out import WayOut, unmet
from helpers.registered import Registered, register
from network.samples import hub_network


def made(**changes: Any) -> Registered:
    return register(lambda: HubNetwork("hub", hub_network(**changes)))


def way(name: str, range_: str, *workloads: Any, **named: list[str]) -> WayOut:
    return WayOut(name=name, address_ranges=[range_], workloads=list(workloads), **named)


WHOLE: dict[str, Any] = {
    "firewall": FirewallCreate(mode="create", forced_tunneling=True),
    "bastion": BastionCreate(mode="create"),
    "gateway_room": True,
}


def test_an_empty_hub_is_a_network() -> None:
    assert made().azure == [("network:VirtualNetwork", "hub-virtual-network")]


def test_a_whole_hub() -> None:
    hub = made(**WHOLE)
    assert hub.azure == [
        ("network:AzureFirewall", "hub-firewall-appliance"),
        ("network:BastionHost", "hub-bastion-host"),
        ("network:FirewallPolicy", "hub-firewall-policy"),
        ("network:FirewallPolicyRuleCollectionGroup", "hub-firewall-rules"),
        ("network:NetworkSecurityGroup", "hub-bastion-security-group"),
        ("network:PublicIPAddress", "hub-bastion-address"),
        ("network:PublicIPAddress", "hub-firewall-address"),
        ("network:PublicIPAddress", "hub-firewall-management-address"),
        ("network:RouteTable", "hub-gateway-route-table"),
        ("network:Subnet", "hub-bastion-subnet"),
        ("network:Subnet", "hub-firewall-management-subnet"),
        ("network:Subnet", "hub-firewall-subnet"),
        ("network:Subnet", "hub-gateway-subnet"),
        ("network:VirtualNetwork", "hub-virtual-network"),
    ]
    subnets = {
        values["subnetName"]: (values["addressPrefix"], "networkSecurityGroup" in values)
        for name, values in hub.inputs.items()
        if name.endswith("-subnet")
    }
    assert subnets == {
        "AzureFirewallSubnet": ("10.0.0.0/26", False),
        "AzureFirewallManagementSubnet": ("10.0.0.64/26", False),
        "AzureBastionSubnet": ("10.0.0.128/26", True),
        "GatewaySubnet": ("10.0.0.192/27", False),
    }
    assert all(
        values["defaultOutboundAccess"] is False
        for name, values in hub.inputs.items()
        if name.endswith("-subnet")
    )


def test_adding_a_part_moves_none() -> None:
    whole = made(**WHOLE)
    for part in WHOLE:
        alone = made(**{part: WHOLE[part]})
        for name, values in alone.inputs.items():
            if name.endswith("-subnet"):
                assert values["addressPrefix"] == whole.inputs[name]["addressPrefix"]


def test_subnets_and_firewall_come_one_after_another() -> None:
    waits = made(**WHOLE).dependencies
    assert "hub-firewall-subnet" in waits["hub-firewall-management-subnet"]
    assert "hub-firewall-management-subnet" in waits["hub-bastion-subnet"]
    assert {"hub-bastion-subnet", "hub-gateway-route-table"} <= waits["hub-gateway-subnet"]
    assert "hub-firewall-rules" in waits["hub-firewall-appliance"]


def test_the_gateway_s_traffic_to_spokes_meets_the_firewall() -> None:
    table = made(**WHOLE).inputs["hub-gateway-route-table"]
    assert table["disableBgpRoutePropagation"] is False
    assert [(route["addressPrefix"], route["nextHopType"]) for route in table["routes"]] == [
        ("10.32.0.0/11", "VirtualAppliance")
    ]
    assert "routeTable" not in made(gateway_room=True).inputs["hub-gateway-subnet"]


def rules(*ways: WayOut) -> dict[str, list[dict[str, Any]]]:
    hub = made(
        firewall=FirewallCreate(mode="create", ways_out=list(ways)),
        used_ranges=[
            UsedRange(address_range="10.128.0.0/9", used_by="on-premises network hq"),
            UsedRange(address_range="10.244.0.0/16", used_by="pods of serving"),
        ],
        flows=[
            Flow(name="git", direction="outbound", address_range="10.130.0.0/24", ports=["22", "443"]),
            Flow(name="probes", direction="inbound", address_range="10.131.0.0/24", ports=["443"]),
        ],
    )
    group = hub.inputs["hub-firewall-rules"]["ruleCollections"]
    assert [collection["priority"] for collection in group] == [
        1000 + 100 * number for number in range(len(group))
    ]
    assert all(collection["action"] == {"type": "Allow"} for collection in group)
    return {collection["name"]: collection["rules"] for collection in group}


def test_the_firewall_lets_out_what_the_spokes_workloads_need() -> None:
    found = rules(
        way("serving", "10.33.0.0/24", "kubernetes", "ubuntu", allowed_fqdns=["huggingface.co"]),
        way("compute", "10.34.0.0/24", "machineLearning", shared_fqdns=["*.blob.core.windows.net"]),
    )
    assert list(found) == [
        "flows",
        "serving-network",
        "compute-network",
        "serving-application",
        "compute-application",
    ]
    ends = ("name", "sourceAddresses", "destinationAddresses", "ipProtocols", "destinationPorts")
    assert [tuple(rule[end] for end in ends) for rule in found["flows"]] == [
        ("git", ["10.32.0.0/11"], ["10.130.0.0/24"], ["TCP"], ["22", "443"]),
        ("probes", ["10.131.0.0/24"], ["10.32.0.0/11"], ["TCP"], ["443"]),
    ]
    assert found["serving-application"][0]["fqdnTags"] == ["AzureKubernetesService"]
    named = {name: found[f"{name}-application"][-1]["targetFqdns"] for name in ("serving", "compute")}
    assert named == {"serving": ["huggingface.co"], "compute": ["*.blob.core.windows.net"]}
    (storage,) = [one for one in found["compute-network"] if one["name"] == "machineLearning-storage"]
    assert storage == {
        "ruleType": "NetworkRule",
        "name": "machineLearning-storage",
        "description": "data and file shares of compute; data can leave by this way; "
        "MicrosoftDocs/azure-ai-docs:articles/machine-learning/how-to-access-azureml-behind-firewall.md, "
        "2026-03-19",
        "sourceAddresses": ["10.34.0.0/24"],
        "ipProtocols": ["TCP"],
        "destinationAddresses": ["Storage.eastus"],
        "destinationPorts": ["443", "445"],
    }
    time = next(rule for rule in found["serving-network"] if rule["name"] == "kubernetes-time")
    assert time["destinationFqdns"] == ["ntp.ubuntu.com"]


def test_only_what_is_asked_for_is_let_out() -> None:
    assert list(rules()) == ["flows"]
    assert list(rules(way("one", "10.33.0.0/24", "ubuntu"))) == ["flows", "one-application"]


def test_what_is_needed_and_not_let_out() -> None:
    needed = [way("nodes", "10.33.1.0/25", "hpcImages", "ubuntu"), way("b", "10.34.0.0/24", "ubuntu")]
    there = [way("one", "10.33.0.0/16", "ubuntu"), way("two", "10.34.0.0/25", "ubuntu")]
    assert unmet(needed, there) == [way("nodes", "10.33.1.0/25", "hpcImages"), needed[1]]
    assert unmet(needed, [way("all", "10.32.0.0/11", "hpcImages", "ubuntu")]) == []


MEET = SpokesListed(
    mode="listed",
    connections=[SpokeFlow(name="models", from_range="10.33.0.0/20", to_range="10.34.0.0/20", ports=["443"])],
)


def test_spokes_meet_as_the_hub_says() -> None:
    def meeting(**changes: Any) -> list[dict[str, Any]]:
        hub = made(firewall=FirewallCreate(mode="create"), **changes)
        group = hub.inputs["hub-firewall-rules"]["ruleCollections"]
        return [
            rule for collection in group if collection["name"] == "spokes" for rule in collection["rules"]
        ]

    ends = ("name", "sourceAddresses", "destinationAddresses", "ipProtocols", "destinationPorts")

    def told(**changes: Any) -> list[tuple[Any, ...]]:
        return [tuple(rule[end] for end in ends) for rule in meeting(**changes)]

    assert told() == []
    assert told(spoke_to_spoke=MEET) == [("models", ["10.33.0.0/20"], ["10.34.0.0/20"], ["TCP"], ["443"])]
    everyone = ["10.32.0.0/11"]
    assert told(spoke_to_spoke=SpokesAll(mode="all")) == [("all-spokes", everyone, everyone, ["Any"], ["*"])]


def test_endpoints_that_spokes_share_stand_in_the_hub() -> None:
    whole = made(address_space="10.0.0.0/23", **WHOLE)
    hub = made(address_space="10.0.0.0/23", endpoint_ports=["443", "5671"], **WHOLE)
    assert set(hub.azure) - set(whole.azure) == {
        ("network:NetworkSecurityGroup", "hub-endpoints-security-group"),
        ("network:Subnet", "hub-endpoints-subnet"),
    }
    for name, values in whole.inputs.items():
        if name.endswith("-subnet"):
            assert hub.inputs[name]["addressPrefix"] == values["addressPrefix"]
    subnet = hub.inputs["hub-endpoints-subnet"]
    assert (subnet["addressPrefix"], subnet["privateEndpointNetworkPolicies"], "routeTable" in subnet) == (
        "10.0.1.0/26",
        "NetworkSecurityGroupEnabled",
        False,
    )
    rules = hub.inputs["hub-endpoints-security-group"]["securityRules"]
    assert [(rule["name"], rule["access"]) for rule in rules] == [
        ("AllowServicesFromTheNetwork", "Allow"),
        ("DenyEverythingElse", "Deny"),
        ("DenyEverythingElseOutbound", "Deny"),
    ]
    assert rules[0]["sourceAddressPrefixes"] == ["10.0.0.0/23", "10.32.0.0/11"]
    assert rules[0]["destinationPortRanges"] == ["443", "5671"]


def test_a_plan_against_floods_is_somebody_else_s() -> None:
    plan = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/ddosProtectionPlans/all"
    network = made(ddos_protection_plan_resource_id=plan).inputs["hub-virtual-network"]
    assert (network["enableDdosProtection"], network["ddosProtectionPlan"]) == (True, {"id": plan})
    assert "ddosProtectionPlan" not in made().inputs["hub-virtual-network"]


@pytest.mark.parametrize(("tier", "detection"), [("Standard", None), ("Premium", {"mode": "Deny"})])
def test_tier_of_firewall_and_policy(tier: Any, detection: Any) -> None:
    hub = made(firewall=FirewallCreate(mode="create", firewall_tier=tier, zones=[]))
    policy = hub.inputs["hub-firewall-policy"]
    assert (policy["sku"]["tier"], policy["threatIntelMode"]) == (tier, "Deny")
    assert policy.get("intrusionDetection") == detection
    assert hub.inputs["hub-firewall-appliance"]["sku"] == {"name": "AZFW_VNet", "tier": tier}
    assert "zones" not in hub.inputs["hub-firewall-appliance"]
    assert "managementIpConfiguration" not in hub.inputs["hub-firewall-appliance"]


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        (
            {"address_space": "10.40.0.0/24"},
            ["address_space: 10.40.0.0/24 overlaps 10.32.0.0/11, used by a spoke: take another range"],
        ),
        (
            {"address_space": "10.0.0.0/25"},
            [
                "address_space: 10.0.0.0/25 has no room for subnet bastion: it needs a /26 (59 addresses and "
                "Azure's 5) and 0 addresses are left; nor for subnet gateway: it needs a /27 (27 addresses "
                "and Azure's 5) and 0 addresses are left: take a larger range",
            ],
        ),
        (
            {"bastion": BastionExisting(mode="existing", address_range="10.0.0.0/26")},
            ["bastion.mode: is for spokes, got existing: a hub has its own, create or disabled"],
        ),
        (
            {
                "firewall": FirewallCreate(
                    mode="create",
                    ways_out=[
                        way("a", "10.33.0.0/24", allowed_fqdns=["*.blob.core.windows.net", "*.windows.net"]),
                        way("a", "10.200.0.0/24", allowed_fqdns=["*.pythonhosted.org"]),
                    ],
                )
            },
            [
                *(
                    f"firewall.ways_out[0].allowed_fqdns[{number}]: {name} lets out to storage accounts of "
                    "every tenant too: name the hosts that are meant, reach them by private endpoints, or "
                    "say under `shared_fqdns` that this is meant"
                    for number, name in enumerate(["*.blob.core.windows.net", "*.windows.net"])
                ),
                "firewall.ways_out[1].name: a is the name of [0] too: take another",
                "firewall.ways_out[1].address_ranges[0]: 10.200.0.0/24 lies in none of `spoke_ranges`, "
                "10.32.0.0/11: correct one",
            ],
        ),
        (
            {"spoke_to_spoke": SpokesAll(mode="all")},
            [
                "spoke_to_spoke.mode: needs a firewall to pass through, got all: give the hub one, or take "
                "none"
            ],
        ),
        (
            {
                "firewall": FirewallCreate(mode="create"),
                "spoke_to_spoke": SpokesListed(
                    mode="listed",
                    connections=[
                        MEET.connections[0],
                        MEET.connections[0].model_copy(update={"to_range": "10.200.0.0/16"}),
                    ],
                ),
            },
            [
                "spoke_to_spoke.connections[1].name: models is the name of [0] too: take another",
                "spoke_to_spoke.connections[1].to_range: 10.200.0.0/16 lies in none of `spoke_ranges`, "
                "10.32.0.0/11: correct one; what is outside of Azure is for `flows` of the hub",
            ],
        ),
        (
            {"endpoint_ports": ["443"], "address_space": "10.0.0.0/24"},
            [
                "address_space: 10.0.0.0/24 has no room for subnet endpoints: it needs a /26 (59 addresses "
                "and Azure's 5) and 32 addresses are left: take a larger range"
            ],
        ),
    ],
)
def test_refuses(changes: dict[str, Any], problems: list[str]) -> None:
    with pytest.raises(SettingsError) as raised:
        hub_network(**changes)
    assert str(raised.value).splitlines()[1:] == [f"  {problem}" for problem in problems]


def test_forced_tunneling_needs_its_subnet() -> None:
    with pytest.raises(SettingsError) as raised:
        FirewallArgs(
            location="eastus",
            resource_group_name="rg",
            appliance=FirewallCreate(mode="create", forced_tunneling=True),
            place=FirewallPlace(subnet_resource_id="/subnet"),
            spoke_ranges=["10.32.0.0/11"],
        )
    assert str(raised.value).splitlines()[1:] == [
        "  place.management_subnet_resource_id: goes with `appliance.forced_tunneling`, and that with it: "
        "set both or neither"
    ]
