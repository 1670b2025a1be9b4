"""How long a preflight takes: counted in requests, not by a clock."""

from __future__ import annotations

import heapq

import pytest

from azure_ai_landing_zone.preflight.client import AT_ONCE
from azure_ai_landing_zone.preflight.planning.questions import EVERY
from azure_ai_landing_zone.preflight.preflight import run_preflight
from azure_ai_landing_zone.preflight.role import role
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from helpers import preflights

CALL_S = 0.3
LONGEST_S = 20


def duration_s(rounds: list[list[int]]) -> float:
    """Of rounds one after the other, each with as many questions at once as the client asks: the pages of
    one answer follow each other."""
    total = 0.0
    for chains in rounds:
        workers = [0.0] * AT_ONCE
        for chain in chains:
            heapq.heappush(workers, heapq.heappop(workers) + chain * CALL_S)
        total += max(workers)
    return total


@pytest.mark.parametrize("stack", preflights.STACKS)
def test_a_preflight_takes_less_than_twenty_seconds(stack: str) -> None:
    """With 300 ms for each call, and pages far shorter than Azure's."""
    with preflights.subscription(SubscriptionSettings.profile("roomy")) as cloud:
        asking = preflights.Asking(cloud, page=10)
        run_preflight(preflights.demand(stack), asking)
    assert duration_s(asking.rounds) < LONGEST_S


def test_calls_at_once_are_what_makes_it_quick() -> None:
    assert duration_s([[1] * 16]) == pytest.approx(0.3)
    assert duration_s([[1] * 17]) == pytest.approx(0.6)
    assert duration_s([[3, 1], [2]]) == pytest.approx(1.5)


def test_the_role_has_all_that_is_asked() -> None:
    granted = role("S")["Actions"]
    for stack in preflights.STACKS:
        found = preflights.of(stack, SubscriptionSettings.profile("roomy"))
        assert {question.action for question in found.answers} <= {*granted}
    assert granted == sorted({question.action for question in EVERY})
    assert not [action for action in granted if action.endswith(("/write", "/delete", "*"))]
