"""A hub of models on this machine, which answers as Hugging Face does and can be made to fail."""

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class ModelHub:
    """What it has, and what was asked of it."""

    files: dict[str, bytes]
    url: str = ""
    asked: list[str] = field(default_factory=list)
    """File and range of each request for a file."""
    tokens: list[str | None] = field(default_factory=list)
    cut_after: int | None = None
    """Bytes of the next answer, before it ends the connection."""
    hang_after: int | None = None
    """Bytes of each answer, before it says nothing more."""
    refuse: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    """Statuses and headers of the next answers."""
    hanging: threading.Event = field(default_factory=threading.Event)
    over: threading.Event = field(default_factory=threading.Event)

    def listing(self) -> bytes:
        siblings = [
            {"rfilename": name, "size": len(content), "blobId": _blob_id(content)}
            | ({"lfs": {"sha256": hashlib.sha256(content).hexdigest()}} if len(content) > 100 else {})
            for name, content in self.files.items()
        ]
        return json.dumps({"siblings": siblings}).encode()


def _blob_id(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()  # Git's own


@contextmanager
def model_hub(files: dict[str, bytes]) -> Iterator[ModelHub]:
    """Serves them as commit 0… of the repository qwen/small."""
    hub = ModelHub(files)

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Nothing."""

        def do_GET(self) -> None:
            hub.tokens.append(self.headers["Authorization"])
            if hub.refuse:
                status, headers = hub.refuse.pop(0)
                self.answer(status, b"", headers)
            elif self.path == f"/api/models/qwen/small/revision/{'0' * 40}?blobs=true":
                self.answer(200, hub.listing(), {})
            elif self.path.startswith(begin := f"/qwen/small/resolve/{'0' * 40}/"):
                name, range_ = self.path.removeprefix(begin), self.headers["Range"]
                hub.asked.append(f"{name} {range_ or 'whole'}")
                start = int(range_.removeprefix("bytes=").removesuffix("-")) if range_ else 0
                self.answer(206 if range_ else 200, hub.files[name][start:], {})
            else:
                self.answer(404, b"", {})

        def answer(self, status: int, content: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for key, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(key, value)
            self.end_headers()
            if hub.hang_after is not None and len(content) > hub.hang_after:
                self.wfile.write(content[: hub.hang_after])
                self.wfile.flush()
                hub.hanging.set()
                hub.over.wait(60)
            elif hub.cut_after is not None and len(content) > hub.cut_after:
                self.wfile.write(content[: hub.cut_after])
                hub.cut_after = None
            else:
                self.wfile.write(content)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    hub.url = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield hub
    finally:
        hub.over.set()
        server.shutdown()
        server.server_close()
