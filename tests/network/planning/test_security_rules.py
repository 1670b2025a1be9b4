"""Security groups let in and out what a subnet is for, and nothing else."""

import typing

import pytest

from azure_ai_landing_zone.network.planning.ranges import Purpose
from azure_ai_landing_zone.network.planning.security_rules import (
    Opening,
    SecurityRule,
    Surroundings,
    bastion_rules,
    subnet_rules,
)

PREFIX = "10.0.1.0/24"
PURPOSES = typing.get_args(Purpose)
AROUND = Surroundings(
    network=("10.0.0.0/16", "10.9.0.0/16"),
    bastion=("10.9.1.0/26",),
    lustre=("10.0.8.0/27",),
    lustre_clients=(PREFIX, "10.0.2.0/24"),
)
DENIED = [
    SecurityRule("DenyEverythingElse", "Inbound", 4096, False, "*", ("*",), ("*",), ("*",)),
    SecurityRule("DenyEverythingElseOutbound", "Outbound", 4096, False, "*", ("*",), ("*",), ("*",)),
]


def short(rules: list[SecurityRule], direction: str) -> list[str]:
    return [
        f"{rule.protocol} {','.join(rule.sources)} > {','.join(rule.destinations)}:{','.join(rule.ports)}"
        for rule in rules
        if rule.direction == direction and rule.allow
    ]


@pytest.mark.parametrize("purpose", PURPOSES)
@pytest.mark.parametrize("around", [AROUND, Surroundings(network=("10.0.0.0/16",), internet=False)])
def test_everything_else_is_denied_both_ways(purpose: Purpose, around: Surroundings) -> None:
    rules = subnet_rules(purpose, PREFIX, around)
    assert [rule for rule in rules if not rule.allow] == DENIED
    assert len({rule.name for rule in rules}) == len(rules)
    assert len({(rule.direction, rule.priority) for rule in rules}) == len(rules)
    for rule in rules:
        assert 100 <= rule.priority <= 4096
        # the internet may never come in, and one rule has one tag at most
        assert not rule.allow or rule.direction == "Outbound" or not {"*", "Internet"} & {*rule.sources}
        for ends in (rule.sources, rule.destinations):
            assert len(ends) == 1 or all(end[0].isdigit() for end in ends)


@pytest.mark.parametrize("purpose", [purpose for purpose in PURPOSES if purpose != "lustre"])
def test_without_a_way_out_nothing_leaves_the_network(purpose: Purpose) -> None:
    """Lustre's servers belong to Azure, and report there."""
    rules = subnet_rules(purpose, PREFIX, Surroundings(network=("10.0.0.0/16",), internet=False))
    allowed = {
        end for rule in rules if rule.allow and rule.direction == "Outbound" for end in rule.destinations
    }
    assert allowed <= {"10.0.0.0/16"}


@pytest.mark.parametrize(
    ("purpose", "inbound", "outbound"),
    [
        (
            "nodes",
            [
                f"* {PREFIX} > {PREFIX}:*",
                f"Tcp 10.9.1.0/26 > {PREFIX}:22",
                f"Tcp 10.0.8.0/27 > {PREFIX}:988,1019-1023",
            ],
            [f"* {PREFIX} > 10.0.0.0/16,10.9.0.0/16:*", f"Tcp {PREFIX} > *:80,443"],
        ),
        (
            "machines",
            [f"Tcp 10.9.1.0/26 > {PREFIX}:22", f"Tcp 10.0.8.0/27 > {PREFIX}:988,1019-1023"],
            [f"* {PREFIX} > 10.0.0.0/16,10.9.0.0/16:*", f"Tcp {PREFIX} > *:80,443"],
        ),
        (
            "machineLearning",
            [
                f"* {PREFIX} > {PREFIX}:*",
                f"Tcp 10.9.1.0/26 > {PREFIX}:22",
                f"Tcp 10.0.8.0/27 > {PREFIX}:988,1019-1023",
            ],
            [
                f"* {PREFIX} > 10.0.0.0/16,10.9.0.0/16:*",
                f"Tcp {PREFIX} > *:80,443",
                f"Tcp {PREFIX} > AzureMachineLearning:8787,18881",
                f"Udp {PREFIX} > AzureMachineLearning:5831",
            ],
        ),
        (
            "lustre",
            [
                f"* {PREFIX} > {PREFIX}:*",
                f"Tcp {PREFIX},10.0.2.0/24 > {PREFIX}:988,1019-1023",
                f"Tcp AzureMonitor > {PREFIX}:*",
            ],
            [
                f"* {PREFIX} > {PREFIX}:*",
                f"Tcp {PREFIX} > {PREFIX},10.0.2.0/24:988,1019-1023",
                f"Tcp {PREFIX} > ApiManagement:443",
                f"Tcp {PREFIX} > AzureActiveDirectory:443",
                f"Tcp {PREFIX} > AzureDataLake:443",
                f"Tcp {PREFIX} > AzureKeyVault:443",
                f"Tcp {PREFIX} > AzureMonitor:443",
                f"Tcp {PREFIX} > AzureResourceManager:443",
                f"Tcp {PREFIX} > EventHub:443",
                f"Tcp {PREFIX} > GuestAndHybridManagement:443",
                f"Tcp {PREFIX} > Storage:443",
                f"Tcp {PREFIX} > 20.34.120.0/21:443",
                f"Udp {PREFIX} > 168.61.215.74/32:123",
                f"Tcp {PREFIX} > 10.0.0.0/16,10.9.0.0/16:443",
            ],
        ),
        (
            "privateEndpoints",
            [
                f"Tcp 10.0.0.0/16,10.9.0.0/16 > {PREFIX}:443",
            ],
            [],
        ),
        (
            "delegated",
            [
                f"* {PREFIX} > {PREFIX}:*",
                f"* AzureLoadBalancer > {PREFIX}:*",
                f"Tcp 10.0.0.0/16,10.9.0.0/16 > {PREFIX}:443",
            ],
            [f"* {PREFIX} > 10.0.0.0/16,10.9.0.0/16:*", f"Tcp {PREFIX} > *:80,443"],
        ),
    ],
)
def test_rules_of(purpose: Purpose, inbound: list[str], outbound: list[str]) -> None:
    rules = subnet_rules(purpose, PREFIX, AROUND)
    assert short(rules, "Inbound") == inbound
    assert short(rules, "Outbound") == outbound


def test_nothing_between_nodes_and_pods_is_closed() -> None:
    pods = "10.244.0.0/16"
    rules = subnet_rules("kubernetes", PREFIX, AROUND, pod_range=pods)
    assert short(rules, "Inbound") == [
        f"* {PREFIX},{pods} > {PREFIX},{pods}:*",
        "* AzureLoadBalancer > *:*",
        f"Tcp 10.0.0.0/16,10.9.0.0/16 > {PREFIX},{pods}:80,443",
        f"Tcp 10.9.1.0/26 > {PREFIX}:22",
        f"Tcp 10.0.8.0/27 > {PREFIX}:988,1019-1023",
    ]
    assert short(rules, "Outbound") == [
        f"* {PREFIX},{pods} > 10.0.0.0/16,10.9.0.0/16,{pods}:*",
        f"Tcp {PREFIX},{pods} > *:80,443",
    ]
    assert "10.244" not in str(subnet_rules("kubernetes", PREFIX, AROUND))


def test_bastion_has_exactly_what_azure_asks_for() -> None:
    rules = bastion_rules()
    assert short(rules, "Inbound") == [
        "Tcp Internet > *:443",
        "Tcp GatewayManager > *:443",
        "Tcp AzureLoadBalancer > *:443",
        "* VirtualNetwork > VirtualNetwork:8080,5701",
    ]
    assert short(rules, "Outbound") == [
        "* * > VirtualNetwork:22,3389",
        "Tcp * > AzureCloud:443",
        "* VirtualNetwork > VirtualNetwork:8080,5701",
        "* * > Internet:80",
    ]
    assert [rule for rule in rules if not rule.allow] == DENIED
    assert short(bastion_rules(("203.0.113.0/24",)), "Inbound")[0] == "Tcp 203.0.113.0/24 > *:443"


def test_slurm_and_its_nodes_reach_each_other_on_its_ports_alone() -> None:
    around = Surroundings(network=("10.0.0.0/16",), nodes=("10.0.2.0/24",), schedulers=(PREFIX,))
    into = [rule for rule in subnet_rules("schedulers", PREFIX, around) if rule.name == "AllowNodes"]
    assert [(rule.sources, rule.destinations, rule.ports) for rule in into] == [
        (("10.0.2.0/24",), (PREFIX,), ("6817", "60001-63000"))
    ]
    back = [rule for rule in subnet_rules("nodes", "10.0.2.0/24", around) if rule.name == "AllowSchedulers"]
    assert [(rule.sources, rule.destinations, rule.ports) for rule in back] == [
        ((PREFIX,), ("10.0.2.0/24",), ("6818",))
    ]
    alone = Surroundings(network=("10.0.0.0/16",), nodes=("10.0.2.0/24",))
    assert not any(rule.name == "AllowSchedulers" for rule in subnet_rules("nodes", "10.0.2.0/24", alone))


@pytest.mark.parametrize("purpose", PURPOSES)
def test_flows_are_the_only_way_to_networks_outside(purpose: Purpose) -> None:
    outside = "10.200.1.0/24"
    flows = Surroundings(
        network=("10.0.0.0/16",),
        inbound=(Opening("probes", "Tcp", outside, ("443",)),),
        outbound=(Opening("git", "Tcp", outside, ("22", "443")),),
    )
    rules = subnet_rules(purpose, PREFIX, flows)
    meant = [rule for rule in rules if outside in (*rule.sources, *rule.destinations)]
    both = [
        ("AllowFlow-probes", "Inbound", (outside,), (PREFIX,), ("443",)),
        ("AllowFlow-gitOutbound", "Outbound", (PREFIX,), (outside,), ("22", "443")),
    ]
    # The servers of a file system are Azure's; endpoints start nothing.
    expected = {"lustre": [], "privateEndpoints": both[:1]}.get(purpose, both)
    assert [
        (rule.name, rule.direction, rule.sources, rule.destinations, rule.ports) for rule in meant
    ] == expected


def test_endpoints_take_calls_on_their_services_ports() -> None:
    around = Surroundings(network=("10.0.0.0/16",), endpoint_ports=("443", "5671", "9093"))
    assert short(subnet_rules("privateEndpoints", PREFIX, around), "Inbound") == [
        f"Tcp 10.0.0.0/16 > {PREFIX}:443,5671,9093"
    ]
