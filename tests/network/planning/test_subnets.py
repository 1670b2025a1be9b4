"""Subnets fit, never overlap, and stay where they are."""

from collections.abc import Callable
from ipaddress import IPv4Network
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from azure_ai_landing_zone.core.problem import PlanRefused
from azure_ai_landing_zone.network.planning.ranges import Neighbour
from azure_ai_landing_zone.network.planning.subnets import SubnetRequest, plan_subnets, subnet_problems


@pytest.mark.parametrize(
    ("addresses", "prefix_length", "block"),
    [
        (1, 29, 28),
        (3, 29, 28),
        (4, 28, 26),
        (11, 28, 26),
        (12, 27, 26),
        (59, 26, 24),
        (60, 25, 24),
        (123, 25, 24),
        (300, 23, 22),
    ],
)
def test_size_holds_what_lives_there_and_five_more(addresses: int, prefix_length: int, block: int) -> None:
    request = SubnetRequest("nodes", addresses)
    assert (request.prefix_length, request.block_prefix_length) == (prefix_length, block)


def test_one_after_another_each_with_room_to_grow() -> None:
    requests = [SubnetRequest("endpoints", 59), SubnetRequest("big", 300), SubnetRequest("small", 4)]
    assert plan_subnets("10.40.0.0/16", requests) == {
        "endpoints": "10.40.0.0/26",
        "big": "10.40.4.0/23",
        "small": "10.40.1.0/28",
    }


def test_without_room_to_spare_they_lie_side_by_side() -> None:
    requests = [SubnetRequest("a", 100), SubnetRequest("b", 50), SubnetRequest("c", 59)]
    assert plan_subnets("10.0.0.0/24", requests) == {
        "a": "10.0.0.0/25",
        "b": "10.0.0.128/26",
        "c": "10.0.0.192/26",
    }


def test_what_azure_names_lies_at_the_other_end() -> None:
    requests = [
        SubnetRequest("nodes", 59),
        SubnetRequest("bastion", 59, grows=False, at_the_end=True),
        SubnetRequest("firewall", 59, grows=False, at_the_end=True),
    ]
    assert plan_subnets("10.0.0.0/16", requests) == {
        "nodes": "10.0.0.0/26",
        "bastion": "10.0.255.192/26",
        "firewall": "10.0.255.128/26",
    }


def test_a_further_address_space_takes_what_has_no_room() -> None:
    requests = [SubnetRequest("a", 100), SubnetRequest("b", 200), SubnetRequest("c", 20)]
    assert plan_subnets(["10.0.0.0/24", "10.9.0.0/16"], requests) == {
        "a": "10.0.0.0/25",
        "b": "10.9.0.0/24",
        "c": "10.0.0.128/27",
    }


def test_what_is_pinned_lies_where_its_pin_says() -> None:
    requests = [SubnetRequest("new", 100), SubnetRequest("old", 100)]
    assert plan_subnets("10.0.0.0/16", requests, pinned={"old": "10.0.0.0/24"}) == {
        "new": "10.0.1.0/25",
        "old": "10.0.0.0/24",
    }


def refusals(address_spaces: str | list[str], requests: list[SubnetRequest], **more: Any) -> list[str]:
    with pytest.raises(PlanRefused) as raised:
        plan_subnets(address_spaces, requests, **more)
    return [".".join(map(str, problem.path)) + ": " + problem.message for problem in raised.value.problems]


def test_names_every_subnet_without_room() -> None:
    requests = [
        SubnetRequest("a", 100),
        SubnetRequest("b", 200),
        SubnetRequest("c", 100),
        SubnetRequest("d", 1),
    ]
    assert refusals("10.0.0.0/24", requests) == [
        "address_space: 10.0.0.0/24 has no room for subnet b: it needs a /24 (200 addresses and Azure's 5) "
        "and 128 addresses are left; nor for subnet d: it needs a /29 (1 addresses and Azure's 5) and 0 "
        "addresses are left: take a larger range",
    ]


@pytest.mark.parametrize(
    ("pinned", "message"),
    [
        ({"pretrian": "10.0.1.0/24"}, "pretrian: no subnet is called pretrian: did you mean pretrain?"),
        ({"x": "10.0.1.0/24"}, "x: no subnet is called x: remove it"),
        (
            {"pretrain": "10.0.1.1/24"},
            "pretrain: must be an IPv4 range such as 10.40.1.0/24, got '10.0.1.1/24': correct it",
        ),
        ({"pretrain": "10.9.1.0/24"}, "pretrain: 10.9.1.0/24 lies outside of 10.0.0.0/16: correct it"),
        (
            {"pretrain": "10.0.1.0/24", "endpoints": "10.0.1.64/26"},
            "endpoints: 10.0.1.64/26 overlaps 10.0.1.0/24, to which pretrain is pinned: correct one",
        ),
        (
            {"pretrain": "10.0.1.0/26"},
            "pretrain: pretrain is pinned to 10.0.1.0/26, which holds 59 addresses, and now needs 100; Azure "
            "enlarges no subnet in use: stay within 59; or empty the subnet and pin it to 10.0.1.0/25, "
            "which is free; or put the rest into a subnet of another name",
        ),
        (
            {"pretrain": "10.0.1.0/26", "endpoints": "10.0.1.64/26"},
            "pretrain: pretrain is pinned to 10.0.1.0/26, which holds 59 addresses, and now needs 100; Azure "
            "enlarges no subnet in use: stay within 59; or empty the subnet and pin it to 10.0.0.0/25, "
            "which is free; or put the rest into a subnet of another name",
        ),
    ],
)
def test_refuses_pin(pinned: dict[str, str], message: str) -> None:
    requests = [SubnetRequest("endpoints", 59), SubnetRequest("pretrain", 100)]
    assert refusals("10.0.0.0/16", requests, pinned=pinned) == [f"pinned_prefixes.{message}"]


def test_refuses_ranges_in_use() -> None:
    requests = [SubnetRequest("a", 1)]
    neighbours = [Neighbour("10.0.128.0/17", "on-premises network hq"), Neighbour("10.1.0.0/16", "the hub")]
    assert refusals(["10.0.0.0/16", "10.1.0.0/24"], requests, neighbours=neighbours) == [
        "address_space: 10.0.0.0/16 overlaps 10.0.128.0/17, used by on-premises network hq: take another "
        "range",
        "additional_address_spaces.0: 10.1.0.0/24 overlaps 10.1.0.0/16, used by the hub: take another range",
    ]


Sizes = list[int]
SIZES = st.lists(st.integers(1, 700), min_size=1, max_size=10)
SPACES = st.sampled_from(["10.0.0.0/12", "10.0.0.0/18", "10.0.0.0/21", "192.168.4.0/22"])


def requests_of(sizes: Sizes, start: int = 0) -> list[SubnetRequest]:
    """Some subnets; those at the end of the address space come with the network, so they are there always."""
    own = [SubnetRequest("bastion", 59, grows=False, at_the_end=True)] if not start else []
    return [*own, *(SubnetRequest(f"s{start + number}", size) for number, size in enumerate(sizes))]


def placed(
    space: str | list[str], requests: list[SubnetRequest], pinned: dict[str, str] | None = None
) -> dict[str, str]:
    """The plan of a zone that fits."""
    try:
        return plan_subnets(space, requests, pinned=pinned)
    except PlanRefused:
        assume(False)
        raise


@given(SPACES, SIZES)
def test_every_subnet_fits_and_none_overlap(space: str, sizes: Sizes) -> None:
    requests = requests_of(sizes)
    plan = {name: IPv4Network(prefix) for name, prefix in placed(space, requests).items()}
    assert list(plan) == [request.name for request in requests]
    for request in requests:
        subnet = plan[request.name]
        assert subnet.subnet_of(IPv4Network(space))
        assert int(subnet.network_address) % subnet.num_addresses == 0
        assert request.addresses + 5 <= subnet.num_addresses
        assert subnet.num_addresses < 2 * (request.addresses + 5) or subnet.prefixlen == 29
    subnets = list(plan.values())
    assert not any(one.overlaps(other) for number, one in enumerate(subnets) for other in subnets[:number])


@given(SPACES, SIZES, SIZES)
def test_what_is_appended_moves_nothing(space: str, sizes: Sizes, more: Sizes) -> None:
    before = placed(space, requests_of(sizes))
    after = placed(space, requests_of(sizes) + requests_of(more, len(sizes)))
    assert {name: after[name] for name in before} == before


@given(SPACES, SIZES, SIZES)
def test_a_further_address_space_moves_nothing(space: str, sizes: Sizes, more: Sizes) -> None:
    before = placed(space, requests_of(sizes))
    after = placed([space, "10.200.0.0/14"], requests_of(sizes) + requests_of(more, len(sizes)))
    assert {name: after[name] for name in before} == before


@given(SIZES, st.data())
def test_growth_within_its_block_moves_no_other(sizes: Sizes, data: st.DataObject) -> None:
    before = placed("10.0.0.0/12", requests_of(sizes))
    which = data.draw(st.integers(0, len(sizes) - 1))
    block = SubnetRequest("", sizes[which]).block_prefix_length
    grown = [*sizes]
    grown[which] = data.draw(st.integers(sizes[which], max(sizes[which], 2 ** (32 - block - 1) - 5)))
    assume(SubnetRequest("", grown[which]).block_prefix_length == block)
    after = placed("10.0.0.0/12", requests_of(grown))
    assert {name: IPv4Network(prefix).network_address for name, prefix in after.items()} == {
        name: IPv4Network(prefix).network_address for name, prefix in before.items()
    }


@given(SPACES, SIZES, SIZES, st.data())
def test_what_is_pinned_stays_whatever_happens_to_the_others(
    space: str, sizes: Sizes, more: Sizes, data: st.DataObject
) -> None:
    """Added, taken away, resized, reordered: it stays, or the plan is refused by its name."""
    before = placed(space, requests_of(sizes))
    kept = data.draw(st.lists(st.sampled_from(sorted(before)), unique=True))
    resized = {name: data.draw(st.integers(1, 900)) for name in kept}
    requests = [SubnetRequest(name, resized[name]) for name in kept] + requests_of(more, len(sizes))
    pinned = {name: before[name] for name in kept}
    try:
        after = plan_subnets(space, data.draw(st.permutations(requests)), pinned=pinned)
    except PlanRefused as refused:
        grown = {name for name in kept if resized[name] + 5 > IPv4Network(before[name]).num_addresses}
        named = {str(problem.path[-1]) for problem in refused.problems if problem.path[0] != "address_space"}
        assert named == grown
    else:
        assert {name: after[name] for name in kept} == pinned
        subnets = [IPv4Network(prefix) for prefix in after.values()]
        assert not any(
            one.overlaps(other) for number, one in enumerate(subnets) for other in subnets[:number]
        )


@given(SPACES, st.data())
def test_no_row_of_changes_moves_what_stays(space: str, data: st.DataObject) -> None:
    """Added, taken away, resized, reordered, time and again: it stays, or the plan is refused by its name."""
    kept: dict[str, str] = {}
    for number in range(data.draw(st.integers(2, 6))):
        staying = data.draw(st.lists(st.sampled_from(sorted(kept)), unique=True)) if kept else []
        sizes = {name: data.draw(st.integers(1, 700)) for name in staying}
        more = requests_of(data.draw(st.lists(st.integers(1, 700), max_size=4)), 10 * number)
        requests = [SubnetRequest(name, sizes[name]) for name in staying]
        try:
            after = plan_subnets(space, data.draw(st.permutations([*requests, *more])), kept=kept)
        except PlanRefused as refused:
            grown = {name for name in staying if sizes[name] + 5 > IPv4Network(kept[name]).num_addresses}
            named = {str(problem.path[-1]) for problem in refused.problems}
            assert named - {"address_space"} == grown
            if not grown:  # for those that are new there was no room
                assert plan_subnets(space, requests, kept=kept) == {name: kept[name] for name in staying}
            continue
        assert {name: after[name] for name in staying} == {name: kept[name] for name in staying}
        others = {name: prefix for name, prefix in after.items() if name not in staying}
        lying = [IPv4Network(prefix) for prefix in (*kept.values(), *others.values())]
        assert not any(one.overlaps(other) for place, one in enumerate(lying) for other in lying[:place])
        kept = after


@given(SPACES, SIZES, st.randoms(use_true_random=False))
def test_room_is_missing_beforehand_only_where_it_is_missing_in_every_order(
    space: str, sizes: Sizes, random: Random
) -> None:
    """Subnets may lie as another order of them has put them."""
    requests = requests_of(sizes)
    shuffled = random.sample(requests, len(requests))
    try:
        plan_subnets(space, shuffled)
    except PlanRefused:
        assume(False)
    assert subnet_problems(space, requests) == []


PROPERTIES = (
    test_every_subnet_fits_and_none_overlap,
    test_what_is_appended_moves_nothing,
    test_a_further_address_space_moves_nothing,
    test_growth_within_its_block_moves_no_other,
    test_what_is_pinned_stays_whatever_happens_to_the_others,
    test_no_row_of_changes_moves_what_stays,
    test_room_is_missing_beforehand_only_where_it_is_missing_in_every_order,
)


@pytest.mark.soak
@pytest.mark.parametrize("holds", PROPERTIES, ids=lambda holds: holds.__name__)
def test_it_holds_of_many_more(holds: Callable[[], None]) -> None:
    settings(max_examples=5000)(holds)()
