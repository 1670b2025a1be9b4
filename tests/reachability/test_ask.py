"""The model says what Azure does with a connection: by which way it goes, or who stops it."""

from collections.abc import Callable

import pytest

from azure_ai_landing_zone_policies.reachability.ask import Answer, ask
from helpers.networks import NAME, NETWORK, ON_PREMISES, State, subnet, whole

Plant = Callable[[State], None]


def asked(origin: str, target: str, port: int, plant: Plant | None = None) -> Answer:
    state = whole()
    if plant is not None:
        plant(state)
    land = state.land()
    return ask(land, ON_PREMISES if origin == "on-premises" else subnet(land, origin), target, port)


@pytest.mark.parametrize(
    ("origin", "target", "port", "way"),
    [
        ("jobs", NAME, 443, "endpoint"),
        ("jobs", "huggingface.co", 443, "firewall"),
        ("callers", "10.1.1.0/24", 443, "firewall to a private network"),
    ],
)
def test_what_is_meant_works(origin: str, target: str, port: int, way: str) -> None:
    found = asked(origin, target, port)
    assert (found.verdict, found.way) == ("reached", way), found.steps


@pytest.mark.parametrize(
    ("origin", "target", "port", "why"),
    [
        ("jobs", NAME, 22, "jobs-group: none-out"),
        ("jobs", "example.com", 443, "firewall: no rule"),
        ("jobs", "another-tenant.blob.core.windows.net", 443, "firewall: no rule"),
        ("jobs", "10.200.0.0/16", 443, "firewall: no rule"),
        ("jobs", "10.2.1.0/24", 443, "firewall: no rule"),
        ("callers", "10.1.1.0/24", 22, "firewall: no rule"),
        ("callers", NAME, 443, "firewall: no rule"),
        ("on-premises", "10.1.1.0/24", 443, "jobs-group: none-in"),
    ],
)
def test_nothing_else_does(origin: str, target: str, port: int, why: str) -> None:
    found = asked(origin, target, port)
    assert (found.verdict, found.why) == ("refused", why)


def test_steps_name_who_let_it_pass() -> None:
    assert asked("jobs", NAME, 443).steps == (
        "Azure's resolver: privatelink.blob.core.windows.net",
        "jobs-group: out",
        "route of the endpoint endpoint",
        "endpoints-group: in",
    )
    assert asked("callers", "10.1.1.0/24", 443).steps == (
        "no security group",
        "route everything",
        "firewall: spokes/meet",
        "peering to one",
        "jobs-group: in",
    )
    assert asked("jobs", "huggingface.co", 443).others == ("repositories of anybody",)
    assert asked("jobs", NAME, 443).others == ()


# Mistakes that are made, each with the question that finds it.


def no_link(state: State) -> None:
    state.remove("link")


def no_record(state: State) -> None:
    state.remove("zone-group")


def another_zone(state: State) -> None:
    """The endpoint writes into a zone of the same name that the network doesn't ask."""
    zone = state.inputs["zone-group"]["privateDnsZoneConfigs"][0]
    zone["privateDnsZoneId"] = zone["privateDnsZoneId"].replace("/rg/", "/another/")


def half_a_peering(state: State) -> None:
    state.remove("hub-to-two")


def no_forwarding(state: State) -> None:
    state.inputs["one-to-hub"]["allowForwardedTraffic"] = False


def no_way_back(state: State) -> None:
    del state.inputs["jobs"]["routeTable"]


def no_route(state: State) -> None:
    del state.inputs["callers"]["routeTable"]


def route_to_nobody(state: State) -> None:
    state.inputs["table"]["routes"][0]["nextHopIpAddress"] = "10.0.0.250"


def rule_before_the_rule(state: State) -> None:
    rules = state.inputs["endpoints-group"]["securityRules"]
    rules.append({**rules[1], "name": "stop", "priority": 90})


def deny_in_the_firewall(state: State) -> None:
    """A network rule comes before all application rules, whatever the numbers."""
    collections = state.inputs["rules"]["ruleCollections"]
    deny = {**collections[1]["rules"][0], "sourceAddresses": ["*"], "destinationAddresses": ["*"]}
    collections.append({"name": "none", "priority": 900, "action": {"type": "Deny"}, "rules": [deny]})


def forgotten_port(state: State) -> None:
    state.inputs["endpoints-group"]["securityRules"][0]["destinationPortRanges"] = ["445"]


@pytest.mark.parametrize(
    ("plant", "origin", "target", "why"),
    [
        (no_link, "jobs", NAME, "firewall: no rule"),
        (
            no_record,
            "jobs",
            NAME,
            "Azure's resolver: privatelink.blob.core.windows.net has no weights",
        ),
        (
            another_zone,
            "jobs",
            NAME,
            "Azure's resolver: privatelink.blob.core.windows.net has no weights",
        ),
        (half_a_peering, "callers", "huggingface.co", "hub has no peering to two"),
        (no_forwarding, "callers", "10.1.1.0/24", "one-to-hub takes no forwarded traffic"),
        (no_forwarding, "jobs", "huggingface.co", "one-to-hub takes no forwarded traffic"),
        (
            no_way_back,
            "callers",
            "10.1.1.0/24",
            "jobs: Azure's route 10.0.0.0/8 to nowhere doesn't lead back to firewall",
        ),
        (no_route, "callers", "10.1.1.0/24", "Azure's route 10.0.0.0/8 to nowhere"),
        (no_route, "callers", "huggingface.co", "callers has no public address to leave by"),
        (rule_before_the_rule, "jobs", NAME, "endpoints-group: stop"),
        (deny_in_the_firewall, "jobs", "huggingface.co", "firewall: none/meet"),
        (forgotten_port, "jobs", NAME, "endpoints-group: none-in"),
    ],
)
def test_a_planted_mistake_is_found(plant: Plant, origin: str, target: str, why: str) -> None:
    assert asked(origin, target, 443).verdict == "reached"
    found = asked(origin, target, 443, plant)
    assert (found.verdict, found.why) == ("refused", why)


def test_what_leads_out_of_the_resources_is_unknown() -> None:
    found = asked("jobs", "huggingface.co", 443, route_to_nobody)
    assert (found.verdict, found.why) == (
        "unknown",
        "route everything leads to 10.0.0.250, which isn't in these resources",
    )


# Doors that are left open, each with the question that finds it.


def any_storage(state: State) -> None:
    rule = state.inputs["rules"]["ruleCollections"][1]["rules"][0]
    rule |= {"sourceAddresses": ["10.1.0.0/16"], "destinationAddresses": ["Storage.westus"]}


def wildcard(state: State) -> None:
    names = state.inputs["rules"]["ruleCollections"][0]["rules"][0]
    names["targetFqdns"] = ["*.windows.net"]


def nat_gateway(state: State) -> None:
    state.inputs["jobs"] |= {
        "routeTable": None,
        "natGateway": {"id": f"{NETWORK}/natGateways/nat"},
    }


def default_access(state: State) -> None:
    state.inputs["jobs"] |= {"routeTable": None, "defaultOutboundAccess": None}


def service_endpoint(state: State) -> None:
    """It goes around the firewall, to every tenant's accounts."""
    state.inputs["jobs"]["serviceEndpoints"] = [{"service": "Microsoft.Storage"}]


@pytest.mark.parametrize(
    ("plant", "way"),
    [
        (any_storage, "firewall"),
        (wildcard, "firewall"),
        (nat_gateway, "NAT gateway"),
        (default_access, "default outbound access"),
        (service_endpoint, "service endpoint"),
    ],
)
def test_a_way_to_another_tenant_is_found(plant: Plant, way: str) -> None:
    found = asked("jobs", "another-tenant.blob.core.windows.net", 443, plant)
    assert (found.verdict, found.way) == ("reached", way)


def test_who_else_is_on_the_other_side() -> None:
    """Our own account by its public name: whoever lets that out lets out everybody's."""

    def by_the_tag(state: State) -> None:
        any_storage(state)
        no_link(state)
        rule = state.inputs["rules"]["ruleCollections"][1]["rules"][0]
        rule["destinationAddresses"] = ["Storage.eastus"]
        state.inputs["weights"]["publicNetworkAccess"] = "Enabled"

    assert asked("jobs", NAME, 443, by_the_tag).others == ("storage accounts of every tenant",)
    everybody = asked("jobs", "example.com", 443, nat_gateway).others
    assert {"storage accounts of every tenant", "repositories of anybody"} < {*everybody}


def test_a_closed_service_answers_by_its_endpoints_only() -> None:
    def by_the_internet(state: State) -> None:
        no_link(state)
        nat_gateway(state)

    found = asked("jobs", NAME, 443, by_the_internet)
    assert (found.verdict, found.why) == ("refused", "weights takes calls by its endpoints only")


def test_on_premises_comes_in_by_the_gateway() -> None:
    def door(state: State) -> None:
        state.inputs["jobs-group"]["securityRules"][2]["sourceAddressPrefixes"] = ["VirtualNetwork"]

    assert asked("on-premises", "10.1.1.0/24", 443, door).way == "peering"

    def no_transit(state: State) -> None:
        door(state)
        state.inputs["hub-to-one"]["allowGatewayTransit"] = False

    found = asked("on-premises", "10.1.1.0/24", 443, no_transit)
    assert found.why == "one doesn't use the gateway that on-premises is behind"


def test_names_are_asked_where_the_network_asks() -> None:
    def proxy(state: State) -> None:
        state.inputs["one"]["dhcpOptions"] = {"dnsServers": ["10.0.0.4"]}
        state.inputs["jobs-group"]["securityRules"][0]["destinationPortRanges"] = ["443", "53"]

    assert asked("jobs", NAME, 443, proxy).why == "firewall: no rule"  # the hub has no link to the zone

    def linked(state: State) -> None:
        proxy(state)
        state.inputs["link"]["virtualNetwork"]["id"] = f"{NETWORK}/virtualNetworks/hub"

    assert asked("jobs", NAME, 443, linked).way == "endpoint"

    def closed(state: State) -> None:
        linked(state)
        state.inputs["jobs-group"]["securityRules"][0]["destinationPortRanges"] = ["443"]

    assert asked("jobs", NAME, 443, closed).why == "jobs-group: none-out"

    def elsewhere(state: State) -> None:
        state.inputs["one"]["dhcpOptions"] = {"dnsServers": ["10.9.9.9"]}

    assert asked("jobs", NAME, 443, elsewhere).verdict == "unknown"
