"""What is known of a roll: in a file that is written before each step, so that whoever goes on knows it."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Literal

from azure_ai_landing_zone.node_setup.on_node import settings

FOLDER = Path("/var/spool/slurmctld/rolls")
"""On the disk that outlives the scheduler's machine."""

How = Literal["reimage", "replace", "retire"]
Step = Literal["waits", "drains", "updates", "deletes", "deleted", "returns", "done"]


@dataclass
class Turn:
    """One node's."""

    node: str
    """As Slurm and the scale set call it."""
    step: Step = "waits"
    since: float = 0.0
    """Seconds since 1970 when it came to this step, or last had jobs of its own in it."""
    asked: float = 0.0
    """When Azure was asked to start it from its image: who started before that isn't back yet."""
    successor: str = ""
    """The node that came for one that was deleted."""
    why: str = ""
    """What failed in this step; empty while nothing has."""

    @property
    def is_out(self) -> bool:
        """Taken, and not yet back."""
        return self.step not in ("waits", "done")

    @property
    def comes(self) -> str:
        """The node that is to come back."""
        return self.successor or self.node


@dataclass
class Roll:
    """All of them."""

    cluster: str
    how: How
    at_once: int
    wait_minutes: float
    """How long a node may take for one step, but for its jobs."""
    capacity: int
    """Of the scale set, when the roll began."""
    known: list[str]
    """Names of the instances that there were then."""
    turns: list[Turn]
    stopped: bool = False
    """Takes no further node; those that are out still come back."""
    trouble: str = ""
    """What went wrong at the last look, and is tried again."""
    folder: Path = field(default=FOLDER, repr=False)

    @property
    def is_over(self) -> bool:
        return all(turn.step == "done" for turn in self.turns)

    def end(self) -> str:
        """What is to be known of one that is over."""
        if self.how != "retire":
            return f"all {len(self.turns)} nodes are done"
        left = self.capacity - len(self.turns)
        return f"all {len(self.turns)} nodes are gone: set nodeCount to {left}, or an update brings others"

    def lines(self) -> Iterator[str]:
        """For people."""
        state = "over" if self.is_over else "stopped" if self.stopped else "goes on"
        yield f"{self.cluster}: {self.how}, {self.at_once} at once: {state}"
        if self.trouble:
            yield f"  at the last look: {self.trouble}"
        for turn in self.turns:
            came = f", {turn.successor} comes for it" if turn.successor else ""
            yield f"  {turn.node} {turn.step}{came}{f': {turn.why}' if turn.why else ''}"

    def save(self) -> None:
        told = asdict(self)
        del told["folder"]
        settings.write(self.folder / f"{self.cluster}.json", json.dumps(told, indent=1) + "\n")

    def log(self, text: str) -> None:
        """For whoever wants to know tomorrow."""
        line = f"{time.strftime('%Y-%m-%dT%H:%M:%S')} {self.cluster}: {text}"
        print(line, flush=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / f"{self.cluster}.log").open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def load(cluster: str, folder: Path = FOLDER) -> Roll | None:
    """The roll of that cluster, going on or over."""
    file = folder / f"{cluster}.json"
    if not file.exists():
        return None
    told = json.loads(file.read_text(encoding="utf-8"))
    turns = [Turn(**turn) for turn in told.pop("turns")]
    return Roll(**told, turns=turns, folder=folder)


@contextmanager
def alone(folder: Path = FOLDER) -> Iterator[None]:
    """One at a time: the timer and people's commands write the same files."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w", encoding="utf-8") as file:
        flock(file, LOCK_EX)
        yield
