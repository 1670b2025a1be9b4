"""Tells jobs that asked for it that their node is about to go, in time to write a checkpoint, and puts what
still runs shortly before back into the queue.

Source: learn.microsoft.com/azure/virtual-machines/linux/scheduled-events, API 2020-07-01.
"""

import json
import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.node_setup.on_node import azure, commands, settings

NOTICE = settings.RUN / "notice.json"
"""There from the notice until the event is over: for programs that look, and for hooks."""
HOOKS = settings.FOLDER / "notice.d"
"""Programs that are run with the event's type at its notice; without Slurm they are the only ones told."""

ASKS = re.compile(r"(?:^|[\s,;])notice:([A-Z][A-Z0-9]*)(?=$|[\s,;])")
"""In the comment of a job that wants a signal, such as `notice:USR1`. A signal ends a program that has no
handler for it, and Slurm then counts its job as failed: nobody gets one unasked."""
RELEASED = frozenset({"Reboot", "Redeploy", "Terminate"})
"""What may begin as soon as the node has no more jobs."""
TAKES_NODE = frozenset({*RELEASED, "Preempt"})
"""What jobs don't outlive. A Freeze pauses a node for some seconds, and its jobs go on."""

LEAD = {"Preempt": 10.0}
LEAD_OTHERS = 150.0
"""Seconds before an event at which jobs go back into the queue: Slurm gives them KillWait, 120, to end. The
30 of a Preempt have no room for that."""

REASON = "scheduled event"


class Agent:
    """Looks at the metadata service again and again; one agent a node."""

    def __init__(
        self,
        told: Mapping[str, Any],
        node: str,
        *,
        metadata: str = azure.METADATA,
        run: commands.Run = commands.run,
        notice: Path = NOTICE,
        hooks: Path = HOOKS,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.told, self.node, self.metadata, self.run = told, node, metadata, run
        self.notice, self.hooks, self.now = notice, hooks, now
        self.machine = ""
        self.put_back: set[str] = set()
        """The events whose jobs are back in the queue, by id."""
        self.pending: dict[str, str] = {}
        """The type of each event that this node has been told of, by id."""

    def look(self) -> None:
        """Ask once, and do what follows."""
        if not self.machine:
            path = "/metadata/instance/compute/name?api-version=2021-02-01&format=text"
            self.machine = self._ask(path).decode().strip()
        events = json.loads(self._ask("/metadata/scheduledevents?api-version=2020-07-01"))["Events"]
        ours = {event["EventId"]: event for event in events if self.machine in event["Resources"]}
        for id_, event in ours.items():
            if id_ not in self.pending:
                self.pending[id_] = event["EventType"]
                self.tell(event)
        for id_ in [id_ for id_ in self.pending if id_ not in ours]:
            self.put_back.discard(id_)
            self.over(self.pending.pop(id_))
        for id_, kind in self.pending.items():
            if kind in TAKES_NODE and id_ not in self.put_back and self.now() >= _last_moment(ours[id_]):
                self.put_back.add(id_)
                self.requeue(kind)
        for id_, kind in self.pending.items():
            if kind in RELEASED and ours[id_]["EventStatus"] == "Scheduled" and self._is_free():
                self._ask("/metadata/scheduledevents?api-version=2020-07-01",
                          {"StartRequests": [{"EventId": id_}]})  # fmt: skip

    def tell(self, event: Mapping[str, Any]) -> None:
        """Jobs, hooks and whoever looks."""
        kind = event["EventType"]
        description = event.get("Description", "")
        told = {"type": kind, "notBefore": event["NotBefore"], "description": description}
        settings.write(self.notice, json.dumps(told) + "\n")
        if self.told.get("slurm") and kind != "Freeze":
            reason = f"Reason={REASON}: {kind} {event['NotBefore']}".rstrip()
            self.run(["scontrol", "update", f"NodeName={self.node}", "State=DRAIN", reason])
            for job, comment in self._jobs():
                if asked := ASKS.search(comment):
                    self.run(["scancel", f"--signal={asked[1]}", "--full", job])
        if self.hooks.is_dir():
            for hook in sorted(self.hooks.iterdir()):
                if os.access(hook, os.X_OK):
                    subprocess.Popen([str(hook), kind])

    def requeue(self, kind: str) -> None:
        """Let jobs begin again on other nodes; those that must not are left as they are."""
        if not self.told.get("slurm"):
            return
        for job, _ in self._jobs():
            self.run(["scontrol", "requeue", job])
        if kind == "Preempt":
            # Slurm would wait for SlurmdTimeout, and the job's other nodes with it.
            reason = f"Reason={REASON}: {kind}"
            self.run(["scontrol", "update", f"NodeName={self.node}", "State=DOWN", reason])

    def over(self, kind: str) -> None:
        """What was announced has happened without taking the node, or was called off."""
        self.notice.unlink(missing_ok=True)
        if kind != "Freeze":
            self.resume()

    def resume(self) -> None:
        """Let Slurm have the node again, where an event was all that kept it."""
        if not self.told.get("slurm"):
            return
        shown = self.run(["scontrol", "show", "node", self.node]).text
        if f"Reason={REASON}" in shown:
            self.run(["scontrol", "update", f"NodeName={self.node}", "State=RESUME"])

    def _jobs(self) -> list[tuple[str, str]]:
        """What runs here, each with its comment."""
        shown = self.run(["squeue", "--noheader", "--states=running", f"--nodelist={self.node}",
                          "--format=%A %k"]).text  # fmt: skip
        return list(_numbered(shown))

    def _is_free(self) -> bool:
        """Without Slurm nobody knows, and Azure waits for as long as it said."""
        return bool(self.told.get("slurm")) and not self._jobs()

    def _ask(self, path: str, content: Any = None) -> bytes:
        body = None if content is None else json.dumps(content).encode()
        request = urllib.request.Request(  # noqa: S310 (a constant)
            self.metadata + path, body, {"Metadata": "true", "Content-Type": "application/json"}
        )
        return azure.answer(request, patience=10.0, direct=True)


def _numbered(shown: str) -> Iterator[tuple[str, str]]:
    for line in shown.splitlines():
        job, _, comment = line.strip().partition(" ")
        if job:
            yield job, comment


def _last_moment(event: Mapping[str, Any]) -> float:
    """When its jobs go back into the queue; one that has begun has no time any more."""
    if not event["NotBefore"]:
        return 0.0
    begins: float = parsedate_to_datetime(event["NotBefore"]).timestamp()
    return begins - LEAD.get(event["EventType"], LEAD_OTHERS)


def main() -> int:
    agent = Agent(settings.load(), socket.gethostname())
    agent.resume()
    while True:
        try:
            agent.look()
        except (urllib.error.URLError, TimeoutError, ConnectionError, ValueError) as error:
            print(f"the metadata service says {error}")
        time.sleep(1)


if __name__ == "__main__":
    raise SystemExit(main())
