"""How backends take over from each other: the policy compiled and run, against what was registered."""

from typing import Any

import pytest

from azure_ai_landing_zone import GatewayBackend
from gateway.gateways import ACCOUNTS, answers, chat, made
from helpers.policy_gateway import send

pytestmark = pytest.mark.programs


def routed(requests: list[dict[str, Any]], **more: Any) -> list[tuple[int, list[str]]]:
    """Status, and the accounts that were asked."""
    found = []
    for told in send(made(**more), requests):
        asked = [next(one for one in ACCOUNTS if name.startswith(one)) for name in told.get("asked", [])]
        found.append((told["status"], asked))
    return found


def test_one_deployments_429_is_that_deployments() -> None:
    """Embeddings are paid by the token and have no room: chat, with its provisioned throughput, goes on."""
    busy, fine = answers("busy first"), answers("chat")
    assert routed([chat("research", 0, busy, "embeddings"), chat("support", 1, fine)]) == [
        (200, ["sweden", "germany"]),
        (200, ["sweden"]),
    ]


def test_nobody_else_loses_what_one_team_or_one_region_loses() -> None:
    """Research has no room for embeddings, then Sweden takes connections for nobody: support and legal get
    their answers all the while, and Sweden gives them again as soon as it is back."""
    busy, silent, fine = answers("busy first"), answers("silent first"), answers("chat")
    of_research = [chat("research", at, busy, "embeddings") for at in (0, 1, 2)]
    of_others = [chat(team, at, fine) for at, team in ((3, "support"), (4, "legal"))]
    without_sweden = [chat(team, at, silent) for at, team in ((5, "support"), (6, "legal"), (7, "research"))]
    recovered = [chat(team, at, fine) for at, team in ((8, "support"), (9, "legal"), (10, "research"))]
    assert routed([*of_research, *of_others, *without_sweden, *recovered]) == [
        (200, ["sweden", "germany"]),
        (200, ["germany"]),
        (200, ["germany"]),
        *[(200, ["sweden"])] * 2,
        *[(200, ["sweden", "germany"])] * 3,
        *[(200, ["sweden"])] * 3,
    ]


def test_one_error_is_that_requests() -> None:
    broken, fine = answers("broken first"), answers("chat")
    assert routed([chat("support", 0, broken), chat("support", 1, fine)]) == [
        (200, ["sweden", "germany"]),
        (200, ["sweden"]),
    ]


def test_a_region_that_does_not_answer_is_answered_for() -> None:
    silent, fine = answers("silent first"), answers("chat")
    assert routed([chat("support", 0, silent), chat("support", 1, silent), chat("legal", 2, fine)]) == [
        (200, ["sweden", "germany"]),
        (200, ["sweden", "germany"]),
        (200, ["sweden"]),
    ]


def test_a_burst_goes_to_the_next_backend_and_comes_back() -> None:
    """What provisioned throughput answers in a burst: 429 with Retry-After, here of 30 s."""
    said = {10: "busy first"}
    times = (0, 9, 10, 11, 39, 40, 60)
    found = routed([chat("support", now, answers(said.get(now, "chat"))) for now in times])
    assert dict(zip(times, found, strict=True)) == {
        0: (200, ["sweden"]),
        9: (200, ["sweden"]),
        10: (200, ["sweden", "germany"]),
        11: (200, ["germany"]),
        39: (200, ["germany"]),
        40: (200, ["sweden"]),
        60: (200, ["sweden"]),
    }


def test_the_caller_hears_of_it_when_all_are_busy() -> None:
    busy = answers("busy")
    assert routed(
        [chat("support", 0, busy), chat("support", 1, busy), chat("support", 30, answers("chat"))]
    ) == [
        (429, ["sweden", "germany"]),
        (503, []),
        (200, ["sweden"]),
    ]


def test_with_one_backend_the_caller_hears_how_long_to_wait() -> None:
    one = [GatewayBackend(name="sweden", endpoint="https://sweden.openai.azure.com/", priority=1)]
    assert routed([chat("support", 0, answers("busy"))], backends=one) == [(429, ["sweden"])]


def test_of_equals_each_is_asked_whichever_failed_first() -> None:
    equals = [
        GatewayBackend(name=name, endpoint=f"https://{name}.openai.azure.com/", priority=1, weight=weight)
        for name, weight in (("sweden", 1), ("germany", 9))
    ]
    broken = {**answers("chat"), "germany-chat": {"status": 500}}
    assert routed([chat("support", 0, broken)], backends=equals) == [(200, ["germany", "germany", "sweden"])]


def test_when_everything_fails_each_was_asked() -> None:
    assert routed([chat("support", 0, answers("broken")), chat("support", 9, answers("chat"))]) == [
        (500, ["sweden", "germany", "sweden"]),
        (200, ["sweden"]),
    ]


def test_what_a_caller_did_wrong_is_asked_once() -> None:
    assert routed([chat("support", 0, answers("refused"))]) == [(400, ["sweden"])]
