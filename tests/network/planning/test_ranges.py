"""Ranges that Azure, its services or the neighbours have already are refused."""

import pytest

from azure_ai_landing_zone.network.planning.ranges import (
    Neighbour,
    address_space_problems,
    collapsed,
    neighbour_problems,
    purpose_problems,
)


@pytest.mark.parametrize(
    ("address_space", "message"),
    [
        (
            "172.16.0.0/12",
            "172.16.0.0/12 overlaps 172.16.0.0/16, which InfiniBand uses on the hosts: take another range",
        ),
        (
            "172.16.9.0/24",
            "172.16.9.0/24 overlaps 172.16.0.0/16, which InfiniBand uses on the hosts: take another range",
        ),
        ("169.254.0.0/20", "169.254.0.0/20 overlaps 169.254.0.0/16, which is link-local: take another range"),
        ("127.0.0.0/8", "127.0.0.0/8 overlaps 127.0.0.0/8, which is for loopback: take another range"),
        ("224.0.0.0/24", "224.0.0.0/24 overlaps 224.0.0.0/4, which is for multicast: take another range"),
        (
            "168.63.0.0/16",
            "168.63.0.0/16 overlaps 168.63.129.16/32, which is Azure's own DNS and health address: take "
            "another range",
        ),
        ("10.0.0.0/30", "must be from /8 to /29 in size, got 10.0.0.0/30: take another range"),
        ("0.0.0.0/0", "must be from /8 to /29 in size, got 0.0.0.0/0: take another range"),
        (
            "10.0.0.1/16",
            "must be an IPv4 range such as 10.40.0.0/16, got '10.0.0.1/16' (10.0.0.1/16 has host bits "
            "set): correct it",
        ),
        (
            "fd00::/48",
            "must be an IPv4 range such as 10.40.0.0/16, got 'fd00::/48' (Expected 4 octets in 'fd00::'): "
            "correct it",
        ),
    ],
)
def test_refuses_address_space(address_space: str, message: str) -> None:
    assert [(problem.path, problem.message) for problem in address_space_problems(address_space)] == [
        (("address_space",), message)
    ]


@pytest.mark.parametrize("address_space", ["172.17.0.0/16", "172.15.0.0/16", "10.0.0.0/8", "192.168.0.0/29"])
def test_takes_address_space(address_space: str) -> None:
    assert address_space_problems(address_space) == []


def test_address_spaces_of_one_network_lie_apart() -> None:
    problems = address_space_problems(["10.0.0.0/16", "10.0.9.0/24", "172.16.0.0/16"])
    assert [(problem.path, problem.message) for problem in problems] == [
        (
            ("additional_address_spaces", 0),
            "10.0.9.0/24 overlaps 10.0.0.0/16 of the same network: take another",
        ),
        (
            ("additional_address_spaces", 1),
            "172.16.0.0/16 overlaps 172.16.0.0/16, which InfiniBand uses on the hosts: take another range",
        ),
    ]


@pytest.mark.parametrize(
    ("address_space", "purpose", "message"),
    [
        (
            "172.17.4.0/24",
            "machineLearning",
            "172.17.4.0/24 overlaps 172.17.0.0/16, which Docker uses on Azure ML compute: take another range",
        ),
        (
            "172.31.0.0/16",
            "kubernetes",
            "172.31.0.0/16 overlaps 172.31.0.0/16, which AKS keeps for itself: take another range",
        ),
        (
            "100.64.0.0/16",
            "Microsoft.App/environments",
            "100.64.0.0/16 overlaps 100.64.0.0/11, which Azure Container Apps, and with it Foundry's agents, "
            "keeps for itself: take another range",
        ),
    ],
)
def test_services_can_not_live_everywhere(address_space: str, purpose: str, message: str) -> None:
    assert [problem.message for problem in purpose_problems([address_space], [purpose])] == [message]
    assert purpose_problems([address_space], ["nodes", "privateEndpoints", "lustre"]) == []


def test_neighbours_keep_their_ranges() -> None:
    neighbours = [Neighbour("10.1.0.0/16", "the hub"), Neighbour("not a range", "reported elsewhere")]
    assert neighbour_problems(["10.0.0.0/16"], neighbours) == []
    assert [problem.message for problem in neighbour_problems(["10.0.0.0/8"], neighbours)] == [
        "10.0.0.0/8 overlaps 10.1.0.0/16, used by the hub: take another range"
    ]


def test_rules_take_no_address_twice() -> None:
    assert collapsed(["10.1.0.0/24", "10.0.0.0/16", "10.0.9.0/24", "10.1.1.0/24"]) == (
        "10.0.0.0/16",
        "10.1.0.0/23",
    )
