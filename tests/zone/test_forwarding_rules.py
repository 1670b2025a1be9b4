"""A spoke that asks Azure's own resolver for names goes by the rules of its hub's."""

import copy
from typing import Any

import pytest

from azure_ai_landing_zone import LandingZone, LandingZoneSettings, SettingsError
from helpers.registered import Registered, register
from helpers.settings import stack

NETWORK = "/subscriptions/h/resourceGroups/rg-hub/providers/Microsoft.Network"
RULES = f"{NETWORK}/dnsForwardingRulesets/rules"
BLOB = "privatelink.blob.core.windows.net"
HUB: dict[str, Any] = {
    "virtualNetworkResourceId": f"{NETWORK}/virtualNetworks/hub",
    "addressRanges": ["10.100.0.0/22"],
    "dnsResolverIpAddress": "10.100.0.228",
    "forwardingRulesetResourceId": RULES,
    "zoneResourceIds": {BLOB: f"{NETWORK}/privateDnsZones/{BLOB}"},
}
LINK = "zone-network-dns-ruleset-link"


def zone(connection: dict[str, Any], **changes: Any) -> dict[str, Any]:
    network = {"mode": "create", "addressSpace": "10.104.0.0/16", "hubConnection": connection}
    return copy.deepcopy(stack()) | {"network": network} | changes


def made(settings: dict[str, Any], hub: dict[str, Any] | None = None, **more: Any) -> Registered:
    return register(
        lambda: LandingZone("zone", LandingZoneSettings.load(settings, "settings")),
        stack_outputs={"hub": hub} if hub is not None else {},
        **more,
    )


BY_STACK: dict[str, Any] = {
    "mode": "stack",
    "stack": "organization/azure-ai-landing-zone/hub",
    "addressRanges": ["10.100.0.0/22"],
    "forwardingRules": True,
}


def test_those_of_another_stack_s_hub() -> None:
    found = made(zone(BY_STACK), HUB).inputs[LINK]
    assert (found["resourceGroupName"], found["dnsForwardingRulesetName"]) == ("rg-hub", "rules")
    assert LINK not in made(zone(BY_STACK | {"forwardingRules": False}), HUB).inputs


def test_a_hub_without_rules_says_so() -> None:
    with pytest.raises(SettingsError) as raised:
        made(zone(BY_STACK), HUB | {"forwardingRulesetResourceId": None})
    assert str(raised.value).splitlines()[1:] == [
        "  stack organization/azure-ai-landing-zone/hub has no forwarding rules: give its "
        "`hubNetwork.dnsResolver` some under `forwarding`, or take `network.hubConnection.forwardingRules` "
        "away here"
    ]


def test_those_of_the_stack_s_own_hub_hold_where_azure_is_asked() -> None:
    rule = {"name": "company", "domainName": "corp.example.com", "targetDnsServers": ["10.200.0.4"]}
    hub: dict[str, Any] = {
        "addressSpace": "10.100.0.0/22",
        "spokeRanges": ["10.104.0.0/16"],
        "dnsResolver": {"mode": "create", "forwarding": [rule]},
    }

    def linked(hub: dict[str, Any], **network: Any) -> bool:
        settings = zone({"mode": "create"}, hubNetwork=hub)
        settings["network"] |= network
        return LINK in made(settings, id_format=f"{NETWORK}/virtualNetworks/{{name}}").inputs

    assert linked(hub)
    assert not linked(hub | {"dnsResolver": {"mode": "create"}})
    assert not linked(hub, dnsServers=["10.100.0.4"])
    assert not linked(hub | {"firewall": {"mode": "create"}}, egress="firewall")


def test_those_of_a_hub_of_others_lie_in_its_subscription() -> None:
    hubs, other = (f"00000000-0000-0000-0000-00000000000{number}" for number in (8, 9))
    settings = zone(
        {
            "mode": "existing",
            "addressRanges": ["10.100.0.0/22"],
            "virtualNetworkResourceId": HUB["virtualNetworkResourceId"].replace("/h/", f"/{hubs}/"),
            "forwardingRulesetResourceId": RULES.replace("/h/", f"/{other}/"),
        },
        hubSubscriptionId=hubs,
    )
    with pytest.raises(SettingsError) as raised:
        LandingZoneSettings.load(settings, "settings")
    assert str(raised.value).splitlines()[1:] == [
        f"  network.hubConnection.forwardingRulesetResourceId: is in subscription {other}, not in "
        "`hubSubscriptionId`: correct one of them"
    ]
