"""Who gets which tokens on a node, against a metadata service of the test's own."""

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from azure_ai_landing_zone.node_setup.on_node import metadata_guard
from azure_ai_landing_zone.node_setup.on_node.commands import Ran

OURS = metadata_guard.ENVIRONMENT["IDENTITY_HEADER"]


@pytest.fixture
def guard() -> Iterator[tuple[str, list[str]]]:
    """Its address, and what it asks the metadata service."""
    asked: list[str] = []

    class Metadata(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            token = {"access_token": "t0ken", "expires_on": "1", "resource": "r", "token_type": "Bearer"}
            self.wfile.write(json.dumps(token | {"client_id": "c-1"}).encode())

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Metadata) as metadata:
        url = f"http://127.0.0.1:{metadata.server_address[1]}"
        with metadata_guard.server({"clientId": "c-1"}, 0, url) as ours:
            for one in (metadata, ours):
                threading.Thread(target=one.serve_forever, args=(0.02,), daemon=True).start()
            yield f"http://127.0.0.1:{ours.server_address[1]}/token", asked
            for one in (metadata, ours):
                one.shutdown()


def ask(url: str, resource: str, header: str = OURS) -> tuple[int, dict[str, Any]]:
    """As azure-identity's AppServiceCredential asks."""
    full = f"{url}?api-version=2019-08-01&resource={resource}"
    request = urllib.request.Request(full, headers={"X-IDENTITY-HEADER": header})  # noqa: S310 (our own)
    try:
        with urllib.request.urlopen(request, timeout=10) as response:  # noqa: S310 (our own)
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_a_job_gets_tokens_for_its_data(guard: tuple[str, list[str]]) -> None:
    url, asked = guard
    status, token = ask(url, "https://storage.azure.com/")
    assert (status, token) == (
        200,
        {"access_token": "t0ken", "expires_on": "1", "resource": "r", "token_type": "Bearer"},
    )
    assert asked == [
        "/metadata/identity/oauth2/token?api-version=2018-02-01&resource=https%3A%2F%2Fstorage.azure.com&"
        "client_id=c-1"
    ]


@pytest.mark.parametrize(
    ("resource", "header", "status", "message"),
    [
        (
            "https://vault.azure.net",
            OURS,
            403,
            "no tokens for https://vault.azure.net here, only for https://containerregistry.azure.net, "
            "https://monitor.azure.com, https://storage.azure.com",
        ),
        ("https://storage.azure.com", "other", 401, "X-IDENTITY-HEADER is missing or wrong"),
    ],
)
def test_and_for_nothing_else(
    guard: tuple[str, list[str]], resource: str, header: str, status: int, message: str
) -> None:
    url, asked = guard
    assert ask(url, resource, header) == (status, {"statusCode": status, "message": message})
    assert asked == []


def test_only_root_reaches_the_metadata_service() -> None:
    ran: list[str] = []

    def run(command: Sequence[str]) -> Ran:
        ran.append(" ".join(command))
        there = any(line == ran[-1].replace("--check", "--insert") for line in ran)
        return Ran(0 if there or "--insert" in command else 1, "")

    metadata_guard.close(run)
    output = "OUTPUT --destination 169.254.169.254/32 --match owner ! --uid-owner 0 --jump REJECT"
    forward = "FORWARD --destination 169.254.169.254/32 --jump REJECT"
    first = [f"iptables --wait --{verb} {rule}" for rule in (output, forward) for verb in ("check", "insert")]
    assert ran == first
    metadata_guard.close(run)
    assert ran[len(first) :] == [first[0], first[2]]


def test_a_machine_that_can_not_be_closed_says_so() -> None:
    with pytest.raises(RuntimeError, match="the metadata service stays open to everybody: no table"):
        metadata_guard.close(lambda _: Ran(1, "no table\n"))
