"""How backends take over from each other: the policy compiled and run, against what the component registered."""

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
