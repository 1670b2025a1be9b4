"""Who gets which tokens on a node, against a metadata service of the test's own."""

import json
import os
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone import node_setup
from azure_ai_landing_zone.node_setup.on_node import azure, metadata_guard
from azure_ai_landing_zone.node_setup.on_node.commands import Ran
from helpers.debian import unpacked

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


def test_jobs_with_an_identity_of_their_own_get_its_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    token = {"access_token": "t", "expires_on": "1", "resource": "r", "token_type": "Bearer"}

    def answered(request: urllib.request.Request, **_: Any) -> bytes:
        asked.append(request.full_url.rpartition("=")[2])
        return json.dumps(token).encode()

    monkeypatch.setattr(azure, "answer", answered)
    path = "/token?resource=https://storage.azure.com"
    for told in ({"clientId": "node", "jobClientId": "jobs"}, {"clientId": "node", "jobClientId": None}):
        assert metadata_guard.answer(told, path, OURS) == (200, token)
    assert asked == ["jobs", "node"]


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


IN_A_NETWORK = """
set -eu
ip link set lo up
ip address add 169.254.169.254/32 dev lo
python=$1
$python -m http.server 80 --bind 169.254.169.254 --directory "$(mktemp -d)" >/dev/null 2>&1 &
server=$!
ask="import urllib.request as u; u.urlopen('http://169.254.169.254', timeout=2)"
until $python -c "$ask" 2>/dev/null; do sleep 0.1; done
setpriv --reuid=65534 --clear-groups $python -c "$ask" && echo before: reached
for _ in 1 2; do $python -m azure_ai_landing_zone.node_setup.on_node.metadata_guard --close; done
$python -c "$ask" && echo root: reached
setpriv --reuid=65534 --clear-groups $python -c "$ask" 2>/dev/null || echo others: kept away
iptables -S OUTPUT
kill $server
"""


@pytest.mark.programs
def test_the_kernel_keeps_others_away(tmp_path: Path) -> None:
    """iptables of Debian, in a network of its own."""
    packages = unpacked("iptables", "iproute2")
    if os.geteuid() != 0:
        pytest.skip("networks of one's own take root")
    library = packages / "usr/lib/x86_64-linux-gnu"
    variables = {
        "PATH": f"{tmp_path}:{packages}/usr/sbin:{packages}/sbin:{packages}/bin:{os.environ['PATH']}",
        "LD_LIBRARY_PATH": str(library),
        "XTABLES_LIBDIR": str(library / "xtables"),
        "PYTHONPATH": str(Path(str(files(node_setup))).parents[1]),
    }
    # Where it is installed, an alternative of this machine's has that name.
    (tmp_path / "iptables").symlink_to(packages / "usr/sbin/xtables-nft-multi")
    done = subprocess.run(
        ["unshare", "--net", "bash", "-c", IN_A_NETWORK, "bash", sys.executable],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    rule = "-A OUTPUT -d 169.254.169.254/32 -m owner ! --uid-owner 0 -j REJECT --reject-with "
    assert done.stdout.splitlines() == [
        "before: reached",
        "root: reached",
        "others: kept away",
        "-P OUTPUT ACCEPT",
        f"{rule}icmp-port-unreachable",
    ], done.stderr
