"""A hub's resolver answers on-premises for names in Azure, and asks on-premises for the company's own."""

from typing import Any

import pytest

from azure_ai_landing_zone.core.errors import SettingsError
from azure_ai_landing_zone.network.dns_resolver import DnsResolverCreate, DomainForwarding
from azure_ai_landing_zone.network.firewall import FirewallCreate
from azure_ai_landing_zone.network.hub import HubNetwork, HubNetworkArgs
from azure_ai_landing_zone.network.network import Network, NetworkArgs
from helpers.registered import Registered, register
from network import samples

COMPANY = {
    "name": "company",
    "domain_name": "corp.example.com",
    "target_dns_servers": ["10.200.0.4", "10.200.0.5"],
}


def resolver(*rules: dict[str, Any], **values: Any) -> DnsResolverCreate:
    return DnsResolverCreate(mode="create", forwarding=[DomainForwarding(**rule) for rule in rules], **values)


def arguments(**changes: Any) -> HubNetworkArgs:
    room: dict[str, Any] = {
        "address_space": "10.0.0.0/23", "firewall": FirewallCreate(mode="create"), "gateway_room": True,
    }  # fmt: skip
    return samples.hub_network(**room | changes)


def made(**changes: Any) -> Registered:
    return register(lambda: HubNetwork("hub", arguments(**changes)))


@pytest.fixture(scope="module")
def whole() -> Registered:
    return made(dns_resolver=resolver(COMPANY, asked_from=["10.200.0.0/28"]))


def test_it_is_made_with_two_subnets_to_itself(whole: Registered) -> None:
    without = made()
    assert sorted(set(whole.azure) - set(without.azure)) == [
        ("dnsresolver:DnsForwardingRuleset", "hub-dns-ruleset"),
        ("dnsresolver:DnsResolver", "hub-dns-resolver"),
        ("dnsresolver:ForwardingRule", "hub-dns-rule-company"),
        ("dnsresolver:InboundEndpoint", "hub-dns-inbound"),
        ("dnsresolver:OutboundEndpoint", "hub-dns-outbound"),
        ("dnsresolver:PrivateResolverVirtualNetworkLink", "hub-dns-ruleset-link"),
        ("network:NetworkSecurityGroup", "hub-dns-inbound-security-group"),
        ("network:NetworkSecurityGroup", "hub-dns-outbound-security-group"),
        ("network:Subnet", "hub-dns-inbound-subnet"),
        ("network:Subnet", "hub-dns-outbound-subnet"),
    ]
    for name, values in without.inputs.items():
        if name.endswith("-subnet"):
            assert whole.inputs[name]["addressPrefix"] == values["addressPrefix"]
    subnets = [whole.inputs[f"hub-dns-{role}-subnet"] for role in ("inbound", "outbound")]
    assert [subnet["addressPrefix"] for subnet in subnets] == ["10.0.0.224/28", "10.0.0.240/28"]
    assert {subnet["delegations"][0]["serviceName"] for subnet in subnets} == {
        "Microsoft.Network/dnsResolvers"
    }


def test_it_is_asked_at_an_address_that_stays(whole: Registered) -> None:
    assert whole.inputs["hub-dns-inbound"]["ipConfigurations"] == [
        {
            "privateIpAddress": "10.0.0.228",
            "privateIpAllocationMethod": "Static",
            "subnet": {"id": "/hub-dns-inbound-subnet"},
        }
    ]
    assert whole.inputs["hub-firewall-policy"]["dnsSettings"] == {
        "enableProxy": True,
        "servers": ["10.0.0.228"],
    }
    assert "hub-dns-inbound" in whole.dependencies["hub-firewall-policy"]


def test_it_asks_for_the_company_s_names_for_all_of_the_hub(whole: Registered) -> None:
    rule = whole.inputs["hub-dns-rule-company"]
    assert (rule["domainName"], rule["forwardingRuleState"]) == ("corp.example.com.", "Enabled")
    assert rule["targetDnsServers"] == [
        {"ipAddress": "10.200.0.4", "port": 53},
        {"ipAddress": "10.200.0.5", "port": 53},
    ]
    assert whole.inputs["hub-dns-ruleset-link"]["virtualNetwork"] == {"id": "/hub-virtual-network"}


def test_a_rule_for_another_domain_is_another_rule(whole: Registered) -> None:
    assert whole.replaced.get("hub-dns-rule-company") == ["domainName"]


def test_only_who_may_ask_is_let_in(whole: Registered) -> None:
    def rules(role: str) -> list[tuple[Any, ...]]:
        group = whole.inputs[f"hub-dns-{role}-security-group"]["securityRules"]
        ends = ("name", "access", "direction", "sourceAddressPrefixes", "destinationPortRange")
        return [tuple(rule.get(end) for end in ends) for rule in group]

    last = [
        ("AllowAzureLoadBalancer", "Allow", "Inbound", None, "*"),
        ("DenyEverythingElse", "Deny", "Inbound", None, "*"),
    ]
    ranges = ["10.0.0.0/23", "10.32.0.0/11", "10.200.0.0/28"]
    assert rules("inbound") == [("AllowNames", "Allow", "Inbound", ranges, "53"), *last]
    assert rules("outbound") == last


def test_without_rules_it_only_answers() -> None:
    names = {name for _, name in made(dns_resolver=resolver()).azure if "-dns-" in name}
    assert names == {
        "hub-dns-inbound",
        "hub-dns-inbound-security-group",
        "hub-dns-inbound-subnet",
        "hub-dns-resolver",
    }


def test_a_hub_without_a_firewall_has_one_too() -> None:
    types = {type_ for type_, _ in made(dns_resolver=resolver(COMPANY), firewall={"mode": "disabled"}).azure}
    assert "dnsresolver:InboundEndpoint" in types
    assert "network:AzureFirewall" not in types


@pytest.mark.parametrize(
    ("rules", "problems"),
    [
        (
            [COMPANY, {**COMPANY, "target_dns_servers": ["10.0.1.4"]}],
            [
                "dns_resolver.forwarding[1].name: company is that of [0] too: take another, or one rule for "
                "both",
                "dns_resolver.forwarding[1].domain_name: corp.example.com is that of [0] too: take another, "
                "or one rule for both",
                "dns_resolver.forwarding[1].target_dns_servers[0]: 10.0.1.4 lies in the hub, 10.0.0.0/23, "
                "whose rules would send the question back to it: name a server outside of it",
            ],
        ),
    ],
)
def test_refuses(rules: list[dict[str, Any]], problems: list[str]) -> None:
    with pytest.raises(SettingsError) as raised:
        arguments(dns_resolver=resolver(*rules))
    assert str(raised.value).splitlines()[1:] == [f"  {problem}" for problem in problems]


def test_a_hub_of_the_smallest_size_has_room_for_it() -> None:
    small: dict[str, Any] = {"address_space": "10.0.0.0/24", "dns_resolver": resolver(COMPANY)}
    assert arguments(**small).prefixes()["dns-outbound"] == "10.0.0.240/28"
    with pytest.raises(SettingsError) as raised:
        arguments(**small, endpoint_ports=["443"])
    assert str(raised.value).splitlines()[1:] == [
        "  address_space: 10.0.0.0/24 has no room for subnet endpoints: it needs a /26 (59 addresses and "
        "Azure's 5) and 32 addresses are left: take a larger range"
    ]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"target_dns_servers": ["168.63.129.16"]}, "168.63.129.16 is Azure's own resolver"),
        (
            {"target_dns_servers": ["server"]},
            "must be an IPv4 address such as 10.200.0.4, got 'server': correct it",
        ),
        ({"target_dns_servers": []}, "at least 1"),
        ({"target_dns_servers": [f"10.200.0.{number}" for number in range(4, 11)]}, "at most 6"),
        ({"domain_name": "corp.example.com."}, "domain_name"),
        ({"domain_name": "a" * 64}, "domain_name"),
    ],
)
def test_refuses_what_azure_takes_in_no_rule(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(SettingsError) as raised:
        resolver({**COMPANY, **changes})
    assert text in str(raised.value)


RULES = "/subscriptions/h/resourceGroups/rg-hub/providers/Microsoft.Network/dnsForwardingRulesets/rules"


def spoke(**changes: Any) -> dict[str, Any]:
    return samples.arguments(hub=samples.hub(forwarding_ruleset_resource_id=RULES), **changes)


def test_a_spoke_that_asks_azure_has_the_rules_by_a_link() -> None:
    def links(**changes: Any) -> list[dict[str, Any]]:
        found = register(lambda: Network("net", NetworkArgs(**spoke(**changes))))
        return [values for name, values in found.inputs.items() if name == "net-dns-ruleset-link"]

    expected = {
        "dnsForwardingRulesetName": "rules",
        "resourceGroupName": "rg-hub",
        "virtualNetwork": {"id": "/net-virtual-network"},
        "virtualNetworkLinkName": "vnetlink-ai-net-x1",
    }
    assert links() == links(dns_servers=["168.63.129.16"]) == [expected]


@pytest.mark.parametrize(
    ("changes", "asked"),
    [
        ({"dns_servers": ["10.9.0.4", "10.9.0.5"]}, "10.9.0.4, 10.9.0.5"),
        ({"egress": "firewall"}, "the hub's firewall"),
    ],
)
def test_a_spoke_that_asks_others_has_no_use_for_rules(changes: dict[str, Any], asked: str) -> None:
    hub = samples.hub(forwarding_ruleset_resource_id=RULES, firewall_private_ip_address="10.9.0.4")
    with pytest.raises(SettingsError) as raised:
        NetworkArgs(**samples.arguments(hub=hub, **changes))
    assert str(raised.value).splitlines()[1:] == [
        f"  dns_servers: names are asked of {asked}, and the hub's forwarding rules hold where Azure's own "
        "resolver is asked: leave the rules out, or these servers"
    ]
