"""What networks reach over a virtual hub of a Virtual WAN, with mistakes that the model finds."""

from collections.abc import Callable
from ipaddress import IPv4Network
from typing import Any

import pytest

from azure_ai_landing_zone_policies.reachability.ask import Answer, ask
from azure_ai_landing_zone_policies.reachability.land import Beyond, HubRoute, Land, VirtualHub
from helpers.networks import NETWORK, State, subnet

HUB = f"{NETWORK}/virtualHubs/wan-hub"
FIREWALL = f"{NETWORK}/azureFirewalls/secures"
BRANCH = Beyond("on-premises", IPv4Network("10.200.0.0/16"), HUB.lower())

Plant = Callable[[State], None]


def connected() -> State:
    """Networks one, with jobs and a NAT gateway, and two, with callers; both connected to a virtual hub."""
    state = State()
    state.add("wan-hub", "network:VirtualHub", HUB, addressPrefix="10.0.0.0/23")
    for name, number, within in (("one", 1, "jobs"), ("two", 2, "callers")):
        id_ = f"{NETWORK}/virtualNetworks/{name}"
        state.add(
            name,
            "network:VirtualNetwork",
            id_,
            addressSpace={"addressPrefixes": [f"10.{number}.0.0/16"]},
        )
        state.add(
            within,
            "network:Subnet",
            f"{id_}/subnets/{within}",
            addressPrefix=f"10.{number}.1.0/24",
            defaultOutboundAccess=False,
        )
        state.add(
            f"{name}-to-hub",
            "network:HubVirtualNetworkConnection",
            f"{HUB}/hubVirtualNetworkConnections/{name}-to-hub",
            remoteVirtualNetwork={"id": id_},
            enableInternetSecurity=False,
        )
    state.inputs["jobs"]["natGateway"] = {"id": f"{NETWORK}/natGateways/nat"}
    return state


def secured() -> State:
    """The same, with routing intent for all traffic: a firewall lets callers call jobs, and jobs out to one
    name."""
    state = connected()
    del state.inputs["jobs"]["natGateway"]
    for name in ("one", "two"):
        state.inputs[f"{name}-to-hub"]["enableInternetSecurity"] = True
    policy = f"{NETWORK}/firewallPolicies/policy"
    state.add("policy", "network:FirewallPolicy", policy)
    state.add(
        "secures",
        "network:AzureFirewall",
        FIREWALL,
        sku={"name": "AZFW_Hub", "tier": "Standard"},
        virtualHub={"id": HUB},
        firewallPolicy={"id": policy},
    )
    state.add(
        "intent",
        "network:RoutingIntent",
        f"{HUB}/routingIntent/intent",
        routingPolicies=[
            {"name": "internet", "destinations": ["Internet"], "nextHop": FIREWALL},
            {"name": "private", "destinations": ["PrivateTraffic"], "nextHop": FIREWALL},
        ],
    )
    meet: dict[str, Any] = {
        "ruleType": "NetworkRule",
        "name": "meet",
        "sourceAddresses": ["10.2.0.0/16", "10.200.0.0/16"],
        "ipProtocols": ["TCP"],
        "destinationAddresses": ["10.1.0.0/16"],
        "destinationPorts": ["443"],
    }
    out = {
        "ruleType": "ApplicationRule",
        "name": "models",
        "sourceAddresses": ["10.1.0.0/16"],
        "protocols": [{"protocolType": "Https", "port": 443}],
        "targetFqdns": ["huggingface.co"],
    }
    state.add(
        "rules",
        "network:FirewallPolicyRuleCollectionGroup",
        f"{policy}/ruleCollectionGroups/rules",
        priority=200,
        ruleCollections=[
            {"name": "wan", "priority": 100, "action": {"type": "Allow"}, "rules": [meet]},
            {"name": "names", "priority": 200, "action": {"type": "Allow"}, "rules": [out]},
        ],
    )
    return state


def asked(land: Land, origin: str, target: str) -> Answer:
    return ask(land, BRANCH if origin == "on-premises" else subnet(land, origin), target, 443)


@pytest.mark.parametrize(
    ("origin", "target", "way"),
    [
        ("jobs", "10.2.1.0/24", "virtual hub"),
        ("callers", "10.1.1.0/24", "virtual hub"),
        ("jobs", "10.200.1.0/24", "gateway"),
        ("on-premises", "10.1.1.0/24", "virtual hub"),
        ("jobs", "huggingface.co", "NAT gateway"),
    ],
)
def test_a_hub_connects_all_that_is_told_to_it(origin: str, target: str, way: str) -> None:
    found = asked(connected().land(BRANCH), origin, target)
    assert (found.verdict, found.way) == ("reached", way), found.steps


@pytest.mark.parametrize(
    ("origin", "target", "way", "why"),
    [
        ("callers", "10.1.1.0/24", "firewall to a private network", "no security group"),
        ("on-premises", "10.1.1.0/24", "firewall to a private network", "no security group"),
        ("jobs", "huggingface.co", "firewall", "secures: names/models"),
        ("jobs", "example.com", "none", "secures: no rule"),
        ("jobs", "10.2.1.0/24", "none", "secures: no rule"),
        ("jobs", "10.200.1.0/24", "none", "secures: no rule"),
    ],
)
def test_what_secures_a_hub_decides(origin: str, target: str, way: str, why: str) -> None:
    found = asked(secured().land(BRANCH), origin, target)
    assert (found.way, found.why) == (way, why), found.steps


def test_a_hub_of_others_is_told_of_or_unknown() -> None:
    state = secured()
    for name in ("wan-hub", "intent"):
        state.remove(name)
    text = "virtual hub wan-hub isn't in these resources"
    for target in ("huggingface.co", "10.2.1.0/24"):
        found = asked(state.land(BRANCH), "jobs", target)
        assert (found.verdict, found.why) == ("unknown", text), target
    route = HubRoute("internet", IPv4Network("0.0.0.0/0"), FIREWALL.lower())
    hub = VirtualHub(HUB.lower(), "wan-hub", {"defaultroutetable": (route,)})
    land = state.land(BRANCH, [hub])
    assert asked(land, "jobs", "huggingface.co").way == "firewall"
    assert asked(land, "jobs", "10.2.1.0/24").way == "virtual hub"
    state.remove("secures")
    found = asked(state.land(BRANCH, [hub]), "jobs", "huggingface.co")
    assert (found.verdict, found.why) == (
        "unknown",
        "route internet of wan-hub leads to secures, which isn't in these resources",
    )


def no_connection(state: State) -> None:
    state.remove("two-to-hub")


def told_to_nobody(state: State) -> None:
    tables = {"ids": [{"id": f"{HUB}/hubRouteTables/noneRouteTable"}], "labels": ["none"]}
    state.inputs["one-to-hub"]["routingConfiguration"] = {"propagatedRouteTables": tables}


def another_table(state: State) -> None:
    table = {"id": f"{HUB}/hubRouteTables/isolated"}
    state.inputs["one-to-hub"]["routingConfiguration"] = {"associatedRouteTable": table}


def no_default_route(state: State) -> None:
    state.inputs["one-to-hub"]["enableInternetSecurity"] = False


def no_intent_for_the_internet(state: State) -> None:
    del state.inputs["intent"]["routingPolicies"][0]


NOWHERE = "Azure's route 10.0.0.0/8 to nowhere"


@pytest.mark.parametrize(
    ("whole", "plant", "origin", "target", "why"),
    [
        (connected, no_connection, "jobs", "10.2.1.0/24", NOWHERE),
        (connected, told_to_nobody, "callers", "10.1.1.0/24", NOWHERE),
        (
            connected,
            told_to_nobody,
            "jobs",
            "10.2.1.0/24",
            f"callers: {NOWHERE} doesn't lead back over the virtual hub",
        ),
        (
            connected,
            told_to_nobody,
            "on-premises",
            "10.1.1.0/24",
            "wan-hub tells on-premises of no way to 10.1.1.0/24",
        ),
        (secured, no_default_route, "jobs", "huggingface.co", "jobs has no public address to leave by"),
        (
            secured,
            no_intent_for_the_internet,
            "jobs",
            "huggingface.co",
            "jobs has no public address to leave by",
        ),
    ],
)
def test_a_planted_mistake_is_found(
    whole: Callable[[], State], plant: Plant, origin: str, target: str, why: str
) -> None:
    state = whole()
    assert asked(state.land(BRANCH), origin, target).verdict == "reached"
    plant(state)
    found = asked(state.land(BRANCH), origin, target)
    assert (found.verdict, found.why) == ("refused", why)


def test_what_branches_tell_a_table_of_a_hub_s_own_is_unknown() -> None:
    state = connected()
    another_table(state)
    found = asked(state.land(BRANCH), "jobs", "10.200.1.0/24")
    assert (found.verdict, found.why) == (
        "unknown",
        "what branches tell table isolated of wan-hub isn't in these resources",
    )
    assert asked(state.land(BRANCH), "jobs", "10.2.1.0/24").why == NOWHERE


def test_a_way_around_the_firewall_is_found() -> None:
    """A NAT gateway takes what the hub's default route isn't taken for."""
    state = secured()
    no_default_route(state)
    state.inputs["jobs"]["natGateway"] = {"id": f"{NETWORK}/natGateways/nat"}
    found = asked(state.land(BRANCH), "jobs", "another-tenant.blob.core.windows.net")
    assert (found.verdict, found.way) == ("reached", "NAT gateway")
