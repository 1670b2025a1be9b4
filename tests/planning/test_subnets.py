"""Subnets fit, never overlap, and stay where they are."""

from ipaddress import IPv4Network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.planning.problem import PlanRefused
from azure_ai_landing_zone.planning.subnets import SubnetRequest, address_space_problems, plan_subnets


@pytest.mark.parametrize(
    ("addresses", "prefix_length"),
    [(1, 29), (3, 29), (4, 28), (11, 28), (12, 27), (59, 26), (60, 25), (100, 25), (123, 25), (300, 23)],
)
def test_size_holds_what_lives_there_and_five_more(addresses: int, prefix_length: int) -> None:
    assert SubnetRequest("nodes", addresses).prefix_length == prefix_length


def test_one_after_another_each_on_its_own_boundary() -> None:
    requests = [SubnetRequest("endpoints", 59), SubnetRequest("big", 300), SubnetRequest("small", 4)]
    assert plan_subnets("10.40.0.0/16", requests) == {
        "endpoints": "10.40.0.0/26",
        "big": "10.40.2.0/23",
        "small": "10.40.0.64/28",
    }


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


def test_names_every_subnet_without_room() -> None:
    requests = [
        SubnetRequest("a", 100),
        SubnetRequest("b", 200),
        SubnetRequest("c", 100),
        SubnetRequest("d", 1),
    ]
    with pytest.raises(PlanRefused) as raised:
        plan_subnets("10.0.0.0/24", requests)
    assert [problem.message for problem in raised.value.problems] == [
        "10.0.0.0/24 has no room for subnet b: it needs a /24 (200 addresses and Azure's 5) and 128 "
        "addresses are "
        "left: take a larger range",
        "10.0.0.0/24 has no room for subnet d: it needs a /29 (1 addresses and Azure's 5) and 0 addresses "
        "are left: "
        "take a larger range",
    ]


SIZES = st.lists(st.integers(1, 700), min_size=1, max_size=12)


def place(sizes: list[int]) -> dict[str, str]:
    requests = [SubnetRequest(f"s{number}", size) for number, size in enumerate(sizes)]
    return plan_subnets("10.0.0.0/12", requests)


@given(SIZES)
def test_every_subnet_fits_and_none_overlap(sizes: list[int]) -> None:
    placed = {name: IPv4Network(prefix) for name, prefix in place(sizes).items()}
    assert list(placed) == [f"s{number}" for number in range(len(sizes))]
    for number, size in enumerate(sizes):
        subnet = placed[f"s{number}"]
        assert subnet.subnet_of(IPv4Network("10.0.0.0/12"))
        assert subnet.num_addresses >= size + 5
        assert subnet.num_addresses < 2 * (size + 5) or subnet.prefixlen == 29
    subnets = list(placed.values())
    assert not any(one.overlaps(other) for number, one in enumerate(subnets) for other in subnets[:number])


@given(SIZES, SIZES)
def test_what_is_appended_moves_nothing(sizes: list[int], more: list[int]) -> None:
    before = place(sizes)
    after = place(sizes + more)
    assert {name: after[name] for name in before} == before


@given(SIZES)
def test_no_gap_is_left_that_an_earlier_place_would_have_filled(sizes: list[int]) -> None:
    """First fit: a subnet of the smallest size asked for next goes no higher than the end of the last one."""
    end = max(int(IPv4Network(prefix).broadcast_address) for prefix in place(sizes).values())
    extra = IPv4Network(place([*sizes, 1])[f"s{len(sizes)}"])
    assert int(extra.network_address) <= end + 1
