"""Who sits outside of Azure finds the names in it by a resolver that it is told of, and by nothing else."""

from collections.abc import Callable
from dataclasses import replace
from ipaddress import IPv4Network

import pytest

from azure_ai_landing_zone_policies.reachability.ask import Answer, ask
from azure_ai_landing_zone_policies.reachability.land import Beyond
from helpers.networks import NAME, NETWORK, ON_PREMISES, State, subnet, whole

HUB = f"{NETWORK}/virtualNetworks/hub"
INBOUND = "10.0.2.4"
GATEWAY = "front.azure-api.net"
COMPANY = "git.corp.example.com"
SHARED = "privatelink.blob.core.windows.net"
ASKS = replace(ON_PREMISES, dns_servers=(INBOUND,))

Plant = Callable[[State], None]


def resolving() -> State:
    """The hub knows the zones, of storage and of a gateway in the subnet of jobs; on-premises asks its
    resolver, which asks there for the company's own names. Who is called lets on-premises in."""
    state = whole()
    state.inputs["link"]["virtualNetwork"]["id"] = HUB
    zone = f"{NETWORK}/privateDnsZones/{GATEWAY}"
    state.add("gateway-zone", "privatedns:PrivateZone", zone)
    state.add(
        "gateway-link",
        "privatedns:VirtualNetworkLink",
        f"{zone}/virtualNetworkLinks/hub",
        virtualNetwork={"id": HUB},
    )
    state.add(
        "gateway-record",
        "privatedns:PrivateRecordSet",
        f"{zone}/A/@",
        relativeRecordSetName="@",
        aRecords=[{"ipv4Address": "10.1.1.9"}],
    )
    rule = state.inputs["jobs-group"]["securityRules"][2]
    state.add(
        "dns-group",
        "network:NetworkSecurityGroup",
        f"{NETWORK}/networkSecurityGroups/dns-group",
        securityRules=[
            {**rule, "sourceAddressPrefixes": ["10.0.0.0/8"], "destinationAddressPrefixes": ["10.0.2.0/28"]}
            | {"destinationPortRanges": ["53"]},
            state.inputs["jobs-group"]["securityRules"][3],
        ],
    )
    state.add(
        "dns-inbound",
        "network:Subnet",
        f"{HUB}/subnets/dns-inbound",
        addressPrefix="10.0.2.0/28",
        networkSecurityGroup={"id": f"{NETWORK}/networkSecurityGroups/dns-group"},
    )
    state.add(
        "inbound",
        "dnsresolver:InboundEndpoint",
        f"{NETWORK}/dnsResolvers/hub/inboundEndpoints/inbound",
        ipConfigurations=[{"subnet": {"id": f"{HUB}/subnets/dns-inbound"}, "privateIpAddress": INBOUND}],
    )
    ruleset = f"{NETWORK}/dnsForwardingRulesets/hub"
    for name, domain, server in (
        ("company", "corp.example.com.", "10.200.0.4"),
        ("old", "example.com.", "10.200.0.5"),
    ):
        state.add(
            name,
            "dnsresolver:ForwardingRule",
            f"{ruleset}/forwardingRules/{name}",
            domainName=domain,
            targetDnsServers=[{"ipAddress": server, "port": 53}],
        )
    state.add(
        "rules-link",
        "dnsresolver:PrivateResolverVirtualNetworkLink",
        f"{ruleset}/virtualNetworkLinks/hub",
        virtualNetwork={"id": HUB},
    )
    for group in ("jobs-group", "endpoints-group"):
        for one in state.inputs[group]["securityRules"]:
            if one["name"] == "in":
                one["sourceAddressPrefixes"] = ["10.0.0.0/8"]
    return state


def asked(target: str, plant: Plant | None = None, origin: Beyond | str = ASKS) -> Answer:
    state = resolving()
    if plant is not None:
        plant(state)
    land = state.land()
    return ask(land, subnet(land, origin) if isinstance(origin, str) else origin, target, 443)


def test_private_names_are_not_found_by_themselves() -> None:
    state = whole()
    state.inputs["link"]["virtualNetwork"]["id"] = HUB
    found = ask(state.land(), ON_PREMISES, NAME, 443)
    assert (found.verdict, found.steps[0]) == (
        "refused",
        "servers of on-premises: no resolver of these resources",
    )


@pytest.mark.parametrize(
    ("target", "way", "first"),
    [(NAME, "endpoint", f"resolver hub: {SHARED}"), (GATEWAY, "peering", f"resolver hub: {GATEWAY}")],
)
def test_endpoints_and_gateways_are_found_by_the_resolver(target: str, way: str, first: str) -> None:
    found = asked(target)
    assert (found.verdict, found.way, found.steps[0]) == ("reached", way, first)


def test_the_company_s_servers_ask_for_all_that_is_there() -> None:
    def narrow(state: State) -> None:
        state.inputs["dns-group"]["securityRules"][0]["sourceAddressPrefixes"] = ["10.200.0.0/28"]

    servers = replace(ASKS, asks_from=IPv4Network("10.200.0.0/28"))
    assert asked(NAME, narrow, servers).verdict == "reached"
    elsewhere = replace(ASKS, asks_from=IPv4Network("10.200.1.0/28"))
    assert asked(NAME, narrow, elsewhere).why == "dns-group: none-in"


def test_a_firewall_s_proxy_answers_on_premises_too() -> None:
    found = asked(NAME, origin=replace(ON_PREMISES, dns_servers=("10.0.0.4",)))
    assert (found.verdict, found.steps[0]) == ("reached", f"DNS proxy of firewall: {SHARED}")


def no_zone(state: State) -> None:
    state.remove("link")


def no_record(state: State) -> None:
    state.remove("gateway-record")


def closed(state: State) -> None:
    state.inputs["dns-group"]["securityRules"][0]["sourceAddressPrefixes"] = ["10.1.0.0/16"]


def by_tcp_alone(state: State) -> None:
    state.inputs["dns-group"]["securityRules"][0]["protocol"] = "Tcp"


def no_resolver(state: State) -> None:
    state.remove("inbound")


@pytest.mark.parametrize(
    ("plant", "target", "verdict", "why"),
    [
        (no_zone, NAME, "refused", "on-premises: Azure's default route leads to no network of these"),
        (no_record, GATEWAY, "refused", f"resolver hub: {GATEWAY} has no record of it"),
        (closed, NAME, "refused", "dns-group: none-in"),
        (by_tcp_alone, GATEWAY, "refused", "dns-group: none-in"),
        (no_resolver, NAME, "unknown", f"{INBOUND} isn't a resolver of these resources"),
    ],
)
def test_a_planted_mistake_is_found(plant: Plant, target: str, verdict: str, why: str) -> None:
    assert asked(target).verdict == "reached"
    found = asked(target, plant)
    assert (found.verdict, found.why) == (verdict, why)


def linked(state: State) -> None:
    state.inputs["rules-link"]["virtualNetwork"]["id"] = f"{NETWORK}/virtualNetworks/one"


def proxied(state: State) -> None:
    state.inputs["one"]["dhcpOptions"] = {"dnsServers": ["10.0.0.4"]}
    state.inputs["policy"]["dnsSettings"]["servers"] = [INBOUND]
    state.inputs["jobs-group"]["securityRules"][0]["destinationPortRanges"] = ["443", "53"]


def direct(state: State) -> None:
    proxied(state)
    state.inputs["one"]["dhcpOptions"] = {"dnsServers": [INBOUND]}


def stopped(state: State) -> None:
    linked(state)
    state.inputs["company"]["forwardingRuleState"] = "Disabled"


def azure_s_own(state: State) -> None:
    linked(state)
    state.inputs["one"]["dhcpOptions"] = {"dnsServers": ["168.63.129.16"]}


@pytest.mark.parametrize(
    ("plant", "why"),
    [
        (linked, "Azure's resolver: corp.example.com is asked of 10.200.0.4"),
        (azure_s_own, "Azure's resolver: corp.example.com is asked of 10.200.0.4"),
        (proxied, "DNS proxy of firewall, resolver hub: corp.example.com is asked of 10.200.0.4"),
        (direct, "resolver hub: corp.example.com is asked of 10.200.0.4"),
        (stopped, "Azure's resolver: example.com is asked of 10.200.0.5"),
    ],
)
def test_what_the_company_s_servers_answer_is_unknown(plant: Plant, why: str) -> None:
    found = asked(COMPANY, plant, origin="jobs")
    assert (found.verdict, found.why) == ("unknown", why)


def test_without_a_rule_for_it_a_name_is_the_internet_s() -> None:
    assert asked(COMPANY, origin="jobs").steps[0] == "Azure's resolver"
