"""Tells running jobs that their node is about to go, in time to write a checkpoint.

Source: learn.microsoft.com/azure/virtual-machines/linux/scheduled-events, API 2020-07-01.
"""

import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.node_setup.on_node import azure, commands, settings

NOTICE = settings.RUN / "notice.json"
"""There from the notice until the event is over: for programs that look, and for hooks."""
HOOKS = settings.FOLDER / "notice.d"
"""Programs that are run with the event's type at its notice; without Slurm they are the only ones told."""

SIGNAL = "USR1"
"""What jobs get, on all of their nodes. Not for a Freeze, which pauses a node for some seconds: its jobs go
on, and a signal would end those that don't expect one."""
RELEASED = frozenset({"Reboot", "Redeploy", "Terminate"})
"""What may begin as soon as the node has no more jobs."""

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
    ) -> None:
        self.told, self.node, self.metadata, self.run = told, node, metadata, run
        self.notice, self.hooks = notice, hooks
        self.machine = ""
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
            self.over(self.pending.pop(id_))
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
            for job in self._jobs():
                self.run(["scancel", f"--signal={SIGNAL}", "--full", job])
        if self.hooks.is_dir():
            for hook in sorted(self.hooks.iterdir()):
                if os.access(hook, os.X_OK):
                    subprocess.Popen([str(hook), kind])

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

    def _jobs(self) -> list[str]:
        return self.run(["squeue", "--noheader", "--states=running", f"--nodelist={self.node}",
                         "--format=%A"]).text.split()  # fmt: skip

    def _is_free(self) -> bool:
        """Without Slurm nobody knows, and Azure waits for as long as it said."""
        return bool(self.told.get("slurm")) and not self._jobs()

    def _ask(self, path: str, content: Any = None) -> bytes:
        body = None if content is None else json.dumps(content).encode()
        request = urllib.request.Request(  # noqa: S310 (a constant)
            self.metadata + path, body, {"Metadata": "true", "Content-Type": "application/json"}
        )
        return azure.answer(request, patience=10.0, direct=True)


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
