"""Azure's management API of one scale set, as far as rolls use it: what it has is in a file, so that a test
sees what was asked, and says what becomes of it."""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

FILE = Path(sys.argv[1])
ID = sys.argv[2]


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        state = self.state()
        if self.asks("/virtualMachines"):
            self.answer(200, {"value": [self.machine(*one) for one in state["instances"].items()]})
        elif self.asks(""):
            self.answer(200, {"sku": {"name": "size", "capacity": state["capacity"]}})
        else:
            self.refuse(404, "NotFound")

    def do_PATCH(self) -> None:
        state, body = self.state(), self.body()
        if not self.asks("") or set(body) != {"sku"}:
            self.refuse(400, "BadRequest")
            return
        state["asked"].append(f"scale {body['sku']['capacity']}")
        while len(state["instances"]) < body["sku"]["capacity"]:
            state["instances"][str(state["next"])] = {"latest": True}
            state["next"] += 1
        self.keep(state | {"capacity": body["sku"]["capacity"]})

    def do_POST(self) -> None:
        state = self.state()
        (number,) = self.body()["instanceIds"]
        if number not in state["instances"]:
            self.refuse(404, "InvalidInstance")
            return
        if self.asks("/manualupgrade"):
            state["instances"][number]["latest"] = True
        elif self.asks("/delete"):
            del state["instances"][number]
            state["capacity"] -= 1
        elif not self.asks("/reimage"):
            self.refuse(404, "NotFound")
            return
        state["asked"].append(f"{self.path.partition('?')[0].rpartition('/')[2]} {number}")
        self.keep(state)

    def machine(self, number: str, instance: dict[str, Any]) -> dict[str, Any]:
        name = f"train{int(number):06d}"
        about = {"computerName": name}
        return {
            "instanceId": number,
            "properties": {
                "osProfile": about,
                "latestModelApplied": instance["latest"],
                "provisioningState": "Succeeded",
            },
        }

    def asks(self, what: str) -> bool:
        return self.path == f"{ID}{what}?api-version=2024-11-01"

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
        return state

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        return body

    def keep(self, state: dict[str, Any]) -> None:
        draft = FILE.with_suffix(".new")
        draft.write_text(json.dumps(state), encoding="utf-8")
        draft.rename(FILE)
        self.answer(202, None)

    def refuse(self, status: int, code: str) -> None:
        self.answer(status, {"error": {"code": code, "message": self.path}})

    def answer(self, status: int, body: Any) -> None:
        self.send_response(status)
        self.end_headers()
        self.wfile.write(b"" if body is None else json.dumps(body).encode())


HTTPServer(("127.0.0.1", 8099), Handler).serve_forever()
