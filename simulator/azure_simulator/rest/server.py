"""Azure Resource Manager's REST interface over HTTPS, on this machine alone, on good days and bad ones."""

from __future__ import annotations

import json
import ssl
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from azure_simulator.cloud.subscription import Subscription
from azure_simulator.rest.face import PAGE, Answer, answer
from azure_simulator.rest.request import Request

HOST = "127.0.0.1"
CERTIFICATE = "certificate.pem"
_KEY = "key.pem"
_DAYS = 30


@dataclass
class Trouble:
    """What comes instead of an answer, or to it.

    path: a glob over the request's path, without case. status: of an error, 429 with Retry-After.
    delay_s: before the answer. broken: the answer ends in the middle. dropped: none comes.
    times: how many requests it hits; None for all.
    """

    path: str = "*"
    status: int | None = None
    retry_after_s: int = 0
    delay_s: float = 0.0
    broken: bool = False
    dropped: bool = False
    times: int | None = None

    def hits(self, path: str) -> bool:
        return self.times != 0 and fnmatchcase(path.lower(), self.path.lower())


class RestServer:
    """`with RestServer(cloud, folder) as server:` answers at `server.url`. The certificate in the folder is
    its own: clients have to be told to trust it.

    page: items of an answer before the next page. port: 0 for any that is free."""

    def __init__(
        self,
        cloud: Subscription,
        folder: Path,
        *,
        page: int = PAGE,
        troubles: Sequence[Trouble] = (),
        port: int = 0,
    ) -> None:
        self._cloud = cloud
        self._page = page
        self.troubles = list(troubles)
        """More may be added while it runs."""
        self.requests: list[str] = []
        """Paths that were asked for, in order."""
        self._lock = threading.Lock()
        self.certificate = folder / CERTIFICATE
        key = folder / _KEY
        _write_certificate(self.certificate, key)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self._server = ThreadingHTTPServer((HOST, port), self._handler())
        self._server.daemon_threads = True
        self._server.socket = context.wrap_socket(
            self._server.socket, server_side=True, do_handshake_on_connect=False
        )

    @property
    def url(self) -> str:
        return f"https://{HOST}:{self._server.server_port}"

    def serve(self) -> None:
        """Answers until somebody interrupts."""
        self._server.serve_forever()

    def __enter__(self) -> RestServer:
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def trouble(self, path: str) -> Trouble:
        """The first that hits a request; one that does nothing where none does."""
        with self._lock:
            self.requests.append(path)
            for one in self.troubles:
                if one.hits(path):
                    one.times = None if one.times is None else one.times - 1
                    return one
        return Trouble()

    def answer(self, request: Request) -> Answer:
        with self._lock:
            return answer(self._cloud, request, self.url, self._page)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 60

            def do_GET(self) -> None:
                _respond(server, self)

            def do_POST(self) -> None:
                _respond(server, self)

            def log_message(self, format: str, *args: object) -> None:
                """Says nothing."""

        return Handler


def _respond(server: RestServer, handler: BaseHTTPRequestHandler) -> None:
    parts = urlsplit(handler.path)
    length = int(handler.headers.get("Content-Length") or 0)
    body = json.loads(handler.rfile.read(length)) if length else {}
    trouble = server.trouble(parts.path)
    time.sleep(trouble.delay_s)
    if trouble.dropped:
        handler.close_connection = True
        return
    if not handler.headers.get("Authorization", "").startswith("Bearer "):
        error = {"code": "AuthenticationFailed", "message": "The 'Authorization' header is missing."}
        found = Answer(401, {"error": error})
    elif trouble.status is not None:
        error = {"code": _CODES.get(trouble.status, "InternalServerError"), "message": "A bad day."}
        found = Answer(trouble.status, {"error": error})
    else:
        found = server.answer(Request.to(handler.command, handler.path, body=body))
    _send(handler, found, trouble)


_CODES = {403: "AuthorizationFailed", 404: "ResourceNotFound", 429: "TooManyRequests", 503: "ServerTimeout"}


def _send(handler: BaseHTTPRequestHandler, found: Answer, trouble: Trouble) -> None:
    content: Any = json.dumps(found.content).encode()
    if trouble.broken:
        content = content[: len(content) // 2]
    handler.send_response(found.status)
    if found.status == 429:
        handler.send_header("Retry-After", str(trouble.retry_after_s))
    handler.send_header("Content-Type", "application/json; charset=utf-8")
    handler.send_header("Content-Length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content)


def _write_certificate(certificate: Path, key: Path) -> None:
    """Of a key that only this server has, for a month."""
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "azure-simulator")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=_DAYS))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(HOST))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(private, hashes.SHA256())
    )
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    key.touch(mode=0o600)
    key.write_bytes(
        private.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
