"""Notices without Slurm, against a metadata service of the test's own."""

import json
import threading
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone.node_setup.on_node.commands import Ran
from azure_ai_landing_zone.node_setup.on_node.fabric_proof import mark
from azure_ai_landing_zone.node_setup.on_node.reports import Result
from azure_ai_landing_zone.node_setup.on_node.scheduled_events import Agent
from node_setup.recorded_outputs import H100


def event(kind: str, *machines: str, status: str = "Scheduled") -> dict[str, Any]:
    """As Azure's page shows one."""
    return {
        "EventId": f"id-{kind}",
        "EventStatus": status,
        "EventType": kind,
        "ResourceType": "VirtualMachine",
        "Resources": list(machines or ("train_7",)),
        "NotBefore": "Sat, 21 Nov 2026 18:29:47 GMT" if status == "Scheduled" else "",
        "Description": "Host server is undergoing maintenance.",
        "EventSource": "Platform",
        "DurationInSeconds": 5,
    }


class Metadata:
    """Tells of `events`, and keeps what is approved."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.approved: list[str] = []
        self.url = ""


@pytest.fixture
def metadata() -> Iterator[Metadata]:
    made = Metadata()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            assert self.headers["Metadata"] == "true"
            named = self.path.startswith("/metadata/instance/compute/name")
            self.answer("train_7" if named else json.dumps({"DocumentIncarnation": 3, "Events": made.events}))

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            made.approved += [one["EventId"] for one in body["StartRequests"]]
            self.answer("")

        def answer(self, text: str) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        made.url = f"http://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=lambda: server.serve_forever(poll_interval=0.02), daemon=True).start()
        yield made
        server.shutdown()


class Slurm:
    """A node with jobs; what is asked of Slurm is kept."""

    def __init__(self, jobs: str = "", reason: str = "") -> None:
        self.jobs, self.reason = jobs, reason
        self.ran: list[str] = []

    def __call__(self, command: Sequence[str]) -> Ran:
        line = " ".join(command)
        if command[0] == "squeue":
            return Ran(0, self.jobs)
        if line.startswith("scontrol show node"):
            return Ran(0, f"NodeName=n State=IDLE+DRAIN\n   Reason={self.reason} [root@now]\n")
        self.ran.append(line)
        return Ran(0, "")


NOT_BEFORE = datetime(2026, 11, 21, 18, 29, 47, tzinfo=UTC).timestamp()


def agent(
    metadata: Metadata, folder: Path, slurm: Slurm, *, scheduled: bool = True, left: float = 900
) -> Agent:
    """`left`: seconds until the event."""
    told = H100 | {"slurm": {"role": "node"} if scheduled else None}
    return Agent(
        told, "n", metadata=metadata.url, run=slurm, notice=folder / "notice.json", hooks=folder / "notice.d",
        now=lambda: NOT_BEFORE - left,
    )  # fmt: skip


def test_without_slurm_programs_of_ones_own_are_told(metadata: Metadata, tmp_path: Path) -> None:
    hook = tmp_path / "notice.d" / "checkpoint"
    hook.parent.mkdir()
    hook.write_text(
        f'#!/bin/sh\necho "$1" >{tmp_path}/new\nmv {tmp_path}/new {tmp_path}/told\n', encoding="utf-8"
    )
    hook.chmod(0o755)
    (hook.parent / "README").write_text("not a program", encoding="utf-8")
    slurm = Slurm()
    ours = agent(metadata, tmp_path, slurm, scheduled=False)
    metadata.events = [event("Preempt")]
    ours.look()
    ours.look()
    end = time.monotonic() + 60
    while not (tmp_path / "told").exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert (tmp_path / "told").read_text() == "Preempt\n"
    assert json.loads((tmp_path / "notice.json").read_text()) == {
        "type": "Preempt",
        "notBefore": "Sat, 21 Nov 2026 18:29:47 GMT",
        "description": "Host server is undergoing maintenance.",
    }
    assert (slurm.ran, metadata.approved) == ([], [])


@pytest.mark.parametrize(
    ("kind", "jobs", "approved"),
    [
        ("Preempt", "", []),
        ("Freeze", "", []),
        ("Reboot", "", ["id-Reboot"]),
        ("Redeploy", "", ["id-Redeploy"]),
        ("Terminate", "", ["id-Terminate"]),
        ("Terminate", "12 (null)\n", []),
    ],
)
def test_azure_may_go_ahead_once_no_job_is_left(
    metadata: Metadata, tmp_path: Path, kind: str, jobs: str, approved: list[str]
) -> None:
    metadata.events = [event(kind)]
    agent(metadata, tmp_path, Slurm(jobs)).look()
    assert metadata.approved == approved


def drained(kind: str) -> str:
    return (
        f"scontrol update NodeName=n State=DRAIN Reason=scheduled event: {kind} Sat, 21 Nov 2026 18:29:47 GMT"
    )


@pytest.mark.parametrize("kind", ["Preempt", "Terminate", "Reboot", "Redeploy"])
def test_jobs_that_asked_for_it_are_told_once(metadata: Metadata, tmp_path: Path, kind: str) -> None:
    slurm = Slurm("12 (null)\n15 notice:USR1\n16 run 7, notice:TERM\n17 notice:kill -9\n")
    ours = agent(metadata, tmp_path, slurm)
    metadata.events = [event(kind)]
    ours.look()
    ours.look()
    assert slurm.ran == [
        drained(kind),
        "scancel --signal=USR1 --full 15",
        "scancel --signal=TERM --full 16",
    ]


@pytest.mark.parametrize(
    ("kind", "left", "done"),
    [
        ("Preempt", 11.0, []),
        (
            "Preempt",
            9.0,
            [
                "scontrol requeue 12",
                "scontrol requeue 15",
                "scontrol update NodeName=n State=DOWN Reason=scheduled event: Preempt",
            ],
        ),
        ("Terminate", 151.0, []),
        ("Terminate", 149.0, ["scontrol requeue 12", "scontrol requeue 15"]),
        ("Reboot", 149.0, ["scontrol requeue 12", "scontrol requeue 15"]),
        ("Freeze", 1.0, []),
    ],
)
def test_what_still_runs_shortly_before_goes_back_into_the_queue(
    metadata: Metadata, tmp_path: Path, kind: str, left: float, done: list[str]
) -> None:
    slurm = Slurm("12 (null)\n15 (null)\n")
    ours = agent(metadata, tmp_path, slurm, left=left)
    metadata.events = [event(kind)]
    ours.look()
    ours.look()
    assert slurm.ran == [*([] if kind == "Freeze" else [drained(kind)]), *done]


def test_an_event_that_begins_at_once_puts_jobs_back_at_once(metadata: Metadata, tmp_path: Path) -> None:
    slurm = Slurm("12 (null)\n")
    metadata.events = [event("Redeploy", status="Started")]
    agent(metadata, tmp_path, slurm).look()
    assert slurm.ran == ["scontrol update NodeName=n State=DRAIN Reason=scheduled event: Redeploy",
                         "scontrol requeue 12"]  # fmt: skip
    assert metadata.approved == []


def test_events_of_other_nodes_are_not_ours(metadata: Metadata, tmp_path: Path) -> None:
    slurm = Slurm("12 (null)\n")
    metadata.events = [event("Reboot", "train_70", "train_1")]
    agent(metadata, tmp_path, slurm).look()
    assert slurm.ran == []
    assert not (tmp_path / "notice.json").exists()


@pytest.mark.parametrize(
    ("reason", "resumed"),
    [("scheduled event: Reboot", True), ("fabric gate: gpu-count: 7 of 8 GPUs answer", False)],
)
def test_a_node_comes_back_only_from_its_own_drain(
    metadata: Metadata, tmp_path: Path, reason: str, resumed: bool
) -> None:
    slurm = Slurm("12 (null)\n", reason)
    ours = agent(metadata, tmp_path, slurm)
    metadata.events = [event("Reboot")]
    ours.look()
    metadata.events = []
    ours.look()
    assert not (tmp_path / "notice.json").exists()
    assert ("scontrol update NodeName=n State=RESUME" in slurm.ran) == resumed


def test_verdicts_are_told_to_slurm() -> None:
    ran: list[str] = []

    def run(command: Sequence[str]) -> Ran:
        ran.append(" ".join(command))
        return Ran(0, "NodeName=a BootTime=2026-11-21T13:41:19\nNodeName=b BootTime=2026-11-21T13:50:00\n")

    verdicts = [Result("proof", "fabric", "a", True), Result("proof", "fabric", "b", False, "99 Gb/s")]
    mark(H100 | {"slurm": {"role": "node"}}, verdicts, run)
    assert ran[1:] == [
        "scontrol update NodeName=a Comment=fabric-proven 2026-11-21T13:41:19",
        "scontrol update NodeName=b State=DRAIN Reason=fabric gate: 99 Gb/s",
    ]
