"""Tokens and data planes are asked until they answer, against a server of the test's own."""

import json
import threading
import urllib.error
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from azure_ai_landing_zone.node_setup.on_node import azure


@dataclass
class Server:
    """Gives the answers it was told to, one after the other, the last one for ever."""

    url: str = ""
    answers: list[tuple[int, Any]] = field(default_factory=list)
    asked: list[tuple[str, str, dict[str, str], Any]] = field(default_factory=list)


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length)) if length else None
            made.asked.append((self.command, self.path, dict(self.headers), body))
            status, content = made.answers.pop(0) if len(made.answers) > 1 else made.answers[0]
            self.send_response(status)
            if status == 429:
                self.send_header("Retry-After", "7")
            self.end_headers()
            if content is not None:
                self.wfile.write(json.dumps(content).encode())

        do_POST = do_PUT = do_GET

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        made.url = f"http://127.0.0.1:{http.server_address[1]}"
        threading.Thread(target=http.serve_forever, daemon=True).start()
        yield made
        http.shutdown()


def test_a_token_is_asked_for_until_the_identity_is_there(server: Server) -> None:
    server.answers = [(400, {}), (404, {}), (500, {}), (200, {"access_token": "t0ken"})]
    slept: list[float] = []
    got = azure.token("https://vault.azure.net", "c-1", metadata=server.url, sleep=slept.append)
    assert got == "t0ken"
    assert slept == [1, 2, 4]
    method, path, headers, _ = server.asked[0]
    assert (method, headers["Metadata"]) == ("GET", "true")
    assert path == (
        "/metadata/identity/oauth2/token?api-version=2018-02-01"
        "&resource=https%3A%2F%2Fvault.azure.net&client_id=c-1"
    )


def test_roles_take_their_time(server: Server) -> None:
    server.answers = [(403, {}), (429, {}), (204, None)]
    slept: list[float] = []
    assert azure.call("POST", f"{server.url}/x", "t", [{"a": 1}], sleep=slept.append) is None
    assert slept == [1, 7]
    assert server.asked[-1][3] == [{"a": 1}]
    assert server.asked[-1][2]["Authorization"] == "Bearer t"


def test_what_does_not_pass_is_raised_at_once(server: Server) -> None:
    server.answers = [(413, {})]
    with pytest.raises(urllib.error.HTTPError, match="413"):
        azure.call("POST", f"{server.url}/x", "t", {}, sleep=lambda _: pytest.fail("waited"))


def test_patience_ends(server: Server) -> None:
    server.answers = [(503, {})]
    slept: list[float] = []
    with pytest.raises(urllib.error.HTTPError, match="503"):
        azure.call("GET", server.url, "t", patience=100, sleep=slept.append)
    assert slept == [1, 2, 4, 8, 16, 32, 60]


def test_nobody_there_yet() -> None:
    slept: list[float] = []
    with pytest.raises(urllib.error.URLError):
        azure.call("GET", "http://127.0.0.1:9", "t", patience=2, sleep=slept.append)
    assert slept == [1, 2]
