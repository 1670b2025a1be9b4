"""examples/model_client as its own process, against a stand-in for the gateway and the identity endpoint."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

pytestmark = pytest.mark.programs

CLIENT = Path(__file__).parents[2] / "examples" / "model_client"


@dataclass
class StandIn:
    """Hands out tokens as a machine's identity endpoint does, and answers from `answers`, one after another;
    the last one again and again."""

    answers: list[tuple[int, dict[str, str], str]]
    """Status, headers and text: the answer's, or the error's."""
    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    audiences: list[str] = field(default_factory=list)

    def answer(self) -> tuple[int, dict[str, str], dict[str, Any]]:
        status, headers, text = self.answers[min(len(self.asked), len(self.answers)) - 1]
        if status == 200:
            message = {"role": "assistant", "content": text}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            whole = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
            return status, headers, whole
        error = {"message": text, "type": "rate_limit_error", "param": None, "code": "TokenLimitExceeded"}
        return status, headers, {"error": error}


class _Handler(BaseHTTPRequestHandler):
    stand_in: StandIn

    def do_GET(self) -> None:
        query = parse_qs(urlsplit(self.path).query)
        self.stand_in.audiences.append(query["resource"][0])
        token = {
            "access_token": "token-1",
            "expires_on": str(int(time.time()) + 3600),
            "token_type": "Bearer",
        }
        self._send(200, {}, token | {"resource": query["resource"][0]})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.stand_in.asked.append({"path": self.path, **json.loads(body)})
        self.stand_in.tokens.append(self.headers["Authorization"])
        self._send(*self.stand_in.answer())

    def _send(self, status: int, headers: dict[str, str], body: dict[str, Any]) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Nothing on the tests' output."""


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    made = StandIn([])
    handler = type("Handler", (_Handler,), {"stand_in": made})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    made.url = f"http://127.0.0.1:{server.server_port}"
    Thread(target=server.serve_forever, daemon=True).start()
    yield made
    server.shutdown()
    server.server_close()


def ask(stand_in: StandIn) -> subprocess.CompletedProcess[str]:
    identity = {"IDENTITY_ENDPOINT": f"{stand_in.url}/msi/token", "IDENTITY_HEADER": "header"}
    own = {"GATEWAY_URL": f"{stand_in.url}/openai/v1", **identity}
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, str(CLIENT), "How", "much?"],
        capture_output=True, text=True, check=False, timeout=120, env=kept | own,
    )  # fmt: skip


def test_it_asks_as_its_identity(stand_in: StandIn) -> None:
    stand_in.answers = [(200, {}, "42")]
    done = ask(stand_in)
    assert (done.returncode, done.stdout) == (0, "42\n"), done.stderr
    assert stand_in.audiences == ["https://cognitiveservices.azure.com"]
    assert stand_in.tokens == ["Bearer token-1"]
    assert stand_in.asked == [
        {
            "path": "/openai/v1/chat/completions",
            "model": "chat",
            "messages": [{"role": "user", "content": "How much?"}],
        }
    ]


def test_a_burst_is_waited_out_and_another_region_answers(stand_in: StandIn) -> None:
    busy = (429, {"Retry-After": "1"}, "Token limit is exceeded. Try again in 1 seconds.")
    stand_in.answers = [busy, busy, (200, {"x-ms-region": "Germany West Central"}, "42")]
    start = time.monotonic()
    done = ask(stand_in)
    assert (done.returncode, done.stdout) == (0, "42\n"), done.stderr
    assert len(stand_in.asked) == 3
    assert time.monotonic() - start >= 2
    assert len(stand_in.audiences) == 1, "the token is kept while it is good"


@pytest.mark.parametrize(
    ("status", "says", "times"),
    [
        (429, "The team is over its tokens per minute, also after waiting: ", 6),
        (403, "The team's quota is used up, or the prompt was stopped: ", 1),
        (503, "The gateway answered 503: ", 6),
        (401, "The gateway answered 401: ", 1),
    ],
)
def test_it_says_what_went_wrong(stand_in: StandIn, status: int, says: str, times: int) -> None:
    stand_in.answers = [(status, {"retry-after-ms": "10"}, "no more tokens")]
    done = ask(stand_in)
    assert (done.returncode, done.stdout) == (1, "")
    assert says in done.stderr
    assert "no more tokens" in done.stderr
    assert len(stand_in.asked) == times
