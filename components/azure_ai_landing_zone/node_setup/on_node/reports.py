"""What gates find: rows for the table FabricGate_CL, kept in files until they are there."""

import json
import os
import time
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from azure_ai_landing_zone.node_setup.on_node import azure, settings

WAITING = settings.STATE / "reports"
"""Rows that nobody has taken yet; systemd starts the sender as soon as there are some."""

RESOURCE = "https://monitor.azure.com"
API_VERSION = "2023-01-01"
"""Source: learn.microsoft.com/azure/azure-monitor/logs/logs-ingestion-api-overview."""


class Result(NamedTuple):
    """What one test says of one node."""

    test: str
    """`node` (its own gate), `all-reduce`, `pair` and `cluster` (figures), `proof` (a node's verdict)."""
    check: str
    node: str
    passed: bool
    message: str = ""
    component: str = ""
    measured: float | None = None
    floor: float | None = None

    def row(self, size: str, at: str) -> dict[str, Any]:
        """As the table's columns are called."""
        return {
            "TimeGenerated": at,
            "Node": self.node,
            "Size": size,
            "Test": self.test,
            "Check": self.check,
            "Passed": self.passed,
            "Component": self.component,
            "Message": self.message,
            "Measured": self.measured,
            "Floor": self.floor,
        }


def now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def keep(told: Mapping[str, Any], results: Sequence[Result], file: Path, waiting: Path = WAITING) -> None:
    """Write results into a file of their own, and queue them for the table where there is one."""
    at = now()
    rows = [result.row(told["size"], at) for result in results]
    settings.write(file, json.dumps(rows, indent=1) + "\n")
    if told.get("reports") and rows:
        settings.write(waiting / f"{uuid.uuid4()}.json", json.dumps(rows))


def send(told: Mapping[str, Any], waiting: Path = WAITING, **options: Any) -> int:
    """Send what waits; how many rows that were. `options` are those of the requests."""
    where, sent = told["reports"], 0
    files = sorted(waiting.glob("*.json"), key=os.path.getmtime)
    if not where or not files:
        return 0
    metadata = {"metadata": options.pop("metadata")} if "metadata" in options else {}
    bearer = azure.token(RESOURCE, told["clientId"], **metadata, **options)
    url = (
        f"{where['endpoint']}/dataCollectionRules/{where['rule']}/streams/{where['stream']}"
        f"?api-version={API_VERSION}"
    )
    for file in files:
        rows = json.loads(file.read_text(encoding="utf-8"))
        azure.call("POST", url, bearer, rows, **options)
        file.unlink()
        sent += len(rows)
    return sent


def main() -> int:
    print(f"{send(settings.load())} rows sent")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
