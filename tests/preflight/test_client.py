"""The client over HTTPS, against the simulated Azure's own REST interface, on good days and bad ones."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from azure.core.credentials import AccessToken

from azure_ai_landing_zone.preflight.client import AzureClient
from azure_ai_landing_zone.preflight.planning import questions
from azure_ai_landing_zone.preflight.planning.question import Failure
from azure_ai_landing_zone.preflight.preflight import run_preflight
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from azure_simulator.rest.server import RestServer, Trouble
from helpers import preflights

USAGES = questions.vcpus(preflights.SUBSCRIPTION, "eastus")
PROVIDERS = questions.providers(preflights.SUBSCRIPTION)


class Token:
    """A credential that anybody has."""

    def get_token(self, *_scopes: str, **_options: object) -> AccessToken:
        return AccessToken("simulated", int(time.time()) + 3600)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RestServer]:
    roomy = SubscriptionSettings.profile("roomy")
    with preflights.subscription(roomy) as cloud, RestServer(cloud, tmp_path, page=7) as made:
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(made.certificate))
        yield made


def client(server: RestServer, read_timeout_s: float = 10) -> AzureClient:
    return AzureClient(Token(), server.url, read_timeout_s=read_timeout_s, longest_wait_s=5)


def test_a_preflight_over_https_says_what_one_without_says(server: RestServer) -> None:
    found = run_preflight(preflights.demand("training"), client(server))
    plain = preflights.of("training", SubscriptionSettings.profile("roomy"))
    assert [(one.subject, one.verdict) for one in found.findings] == [
        (one.subject, one.verdict) for one in plain.findings
    ]
    assert len(server.requests) > len(found.answers), "answers have come in pages"


def test_throttling_is_waited_for(server: RestServer) -> None:
    server.troubles.append(Trouble("*/usages", status=429, retry_after_s=0, times=2))
    assert not isinstance(client(server)([USAGES])[USAGES], Failure)


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        (
            Trouble("*/usages", status=403),
            "no right to ask GET Microsoft.Compute/locations/eastus/usages "
            "(Microsoft.Compute/locations/usages/read): A bad day.",
        ),
        (
            Trouble("*/usages", status=429),
            "GET Microsoft.Compute/locations/eastus/usages is throttled: ask again later",
        ),
        (
            Trouble("*/usages", status=400),
            "GET Microsoft.Compute/locations/eastus/usages answers 400 InternalServerError: A bad day.",
        ),
        (
            Trouble("*/usages", broken=True),
            "GET Microsoft.Compute/locations/eastus/usages answers no list value: not what Azure documents",
        ),
    ],
)
def test_what_stays_bad_is_a_failure(server: RestServer, trouble: Trouble, reason: str) -> None:
    server.troubles.append(trouble)
    answers = client(server)([USAGES, PROVIDERS])
    failure = answers[USAGES]
    assert isinstance(failure, Failure)
    assert failure.reason == reason
    assert isinstance(answers[PROVIDERS], list)


@pytest.mark.parametrize("trouble", [Trouble("*/usages", delay_s=1.5), Trouble("*/usages", dropped=True)])
def test_what_never_comes_is_a_failure(server: RestServer, trouble: Trouble) -> None:
    server.troubles.append(trouble)
    failure = client(server, read_timeout_s=0.2)([USAGES])[USAGES]
    assert isinstance(failure, Failure)
    assert failure.reason.startswith("GET Microsoft.Compute/locations/eastus/usages can't be reached: ")


def test_half_of_the_pages_are_no_answer(server: RestServer) -> None:
    whole = client(server)([USAGES])[USAGES]
    assert isinstance(whole, list)
    server.troubles += [Trouble("*/usages", times=2), Trouble("*/usages", status=403)]
    assert len(whole) > 14, "three pages at least"
    assert isinstance(client(server)([USAGES])[USAGES], Failure)


def test_a_token_goes_over_https_alone() -> None:
    with pytest.raises(ValueError, match="must begin with https://"):
        AzureClient(Token(), "http://127.0.0.1:1")


def test_nobody_is_answered_without_a_token(server: RestServer) -> None:
    answer = requests.get(f"{server.url}{PROVIDERS.path}?api-version=x", timeout=10)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "AuthenticationFailed")
