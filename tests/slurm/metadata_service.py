"""A metadata service of one machine: answers what is in a folder, on Azure's own address."""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

FOLDER = Path(sys.argv[1])


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.headers.get("Metadata") != "true":
            self.answer(400, "")
        elif self.path == "/metadata/instance/compute/name?api-version=2021-02-01&format=text":
            self.answer(200, (FOLDER / "name").read_text(encoding="utf-8"))
        elif self.path == "/metadata/scheduledevents?api-version=2020-07-01":
            self.answer(200, (FOLDER / "events.json").read_text(encoding="utf-8"))
        else:
            self.answer(404, "")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        with (FOLDER / "approved").open("a", encoding="utf-8") as file:
            file.write(json.loads(body)["StartRequests"][0]["EventId"] + "\n")
        self.answer(200, "")

    def answer(self, status: int, text: str) -> None:
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())


HTTPServer(("169.254.169.254", 80), Handler).serve_forever()
