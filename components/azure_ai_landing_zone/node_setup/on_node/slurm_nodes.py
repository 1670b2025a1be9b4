"""What Slurm knows of its nodes."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

PROVEN = "fabric-proven"
"""A node's comment, with the time of the start that it was proven after: a restart makes it unproven."""


SAME_START = 30.0
"""Seconds: Slurm reckons a node's start from how long it is up, each time it hears of it anew."""


LOST = timedelta(minutes=30)
"""After which a node that doesn't answer counts as gone: twice what an ND node takes to boot."""


OF_ITSELF = re.compile(r"(?:Not responding|scheduled event: (?:Preempt|Terminate)).* \[\w+@(\S+)\]$")
"""A node's reason where nobody but Slurm or its own agent took it down, with the time."""


class SlurmNode(NamedTuple):
    """One node, as `scontrol show nodes --oneliner` tells."""

    name: str
    features: frozenset[str]
    states: frozenset[str]
    """Such as IDLE and DRAIN."""
    boot_time: str
    comment: str
    gres: str
    """Such as gpu:8; empty without."""
    reason: str = ""
    """Why it takes no jobs, and since when: `Not responding [slurm@2026-11-22T14:00:00]`."""

    @property
    def is_proven(self) -> bool:
        said = self.comment.removeprefix(f"{PROVEN} ")
        return said != self.comment and abs(_seconds(said) - _seconds(self.boot_time)) < SAME_START

    def is_lost(self, now: datetime) -> bool:
        """Hasn't answered for LOST, of itself and not because somebody wanted it down."""
        found = OF_ITSELF.match(self.reason)
        if found is None or "DOWN" not in self.states:
            return False
        return now - datetime.fromisoformat(found[1]) >= LOST

    @property
    def takes_jobs(self) -> bool:
        """Now or when those that it has are over."""
        return not self.states & {
            "DRAIN", "DOWN", "FAIL", "MAINTENANCE", "NOT_RESPONDING", "REBOOT_REQUESTED",
        }  # fmt: skip

    @property
    def is_idle(self) -> bool:
        """Takes a job now."""
        return self.takes_jobs and "IDLE" in self.states and "RESERVED" not in self.states

    @property
    def has_jobs(self) -> bool:
        return bool(self.states & {"ALLOCATED", "MIXED", "COMPLETING"})

    def started_since(self, moment: float) -> bool:
        """Seconds since 1970; Slurm tells whole ones."""
        return _seconds(self.boot_time) >= int(moment)


def _seconds(boot_time: str) -> float:
    try:
        return datetime.fromisoformat(boot_time).timestamp()
    except ValueError:  # None or Unknown
        return 0.0


def proven_comment(boot_time: str) -> str:
    return f"{PROVEN} {boot_time}"


def nodes(shown: str) -> Iterator[SlurmNode]:
    """Each line's node."""
    for line in shown.splitlines():
        name = re.match(r"NodeName=(\S+)", line)
        if name is None:
            continue
        comment = re.search(rf" Comment=({PROVEN} \S+)", line)
        yield SlurmNode(
            name[1],
            frozenset(_value(line, "AvailableFeatures").split(",")),
            _states(_value(line, "State")),
            _value(line, "BootTime"),
            comment[1] if comment else "",
            _value(line, "Gres").replace("(null)", ""),
            reason[1] if (reason := re.search(r" Reason=(.*?\])(?= |$)", line)) else "",
        )


def _states(shown: str) -> frozenset[str]:
    """A star after any of them says that the node doesn't answer. Source: slurm.schedmd.com/sinfo.html, NODE
    STATE CODES."""
    silent = ["NOT_RESPONDING"] if "*" in shown else []
    return frozenset([*(state.rstrip("*~#!%$@^-") for state in shown.split("+")), *silent])


def _value(line: str, name: str) -> str:
    found = re.search(rf" {name}=(\S+)", line)
    return found[1] if found else ""


def node_list(shown_partition: str) -> str:
    """The nodes of a partition, as `scontrol show partition` tells."""
    found = re.search(r"^\s*Nodes=(\S*)", shown_partition, re.MULTILINE)
    return "" if found is None or found[1] == "(null)" else found[1]


def to_prove(members: Sequence[SlurmNode]) -> list[str]:
    """The nodes that a proof is to be made of now: the idle ones without one, and where that is only one, one
    that has passed already to measure it against."""
    ready = sorted(node.name for node in members if node.is_idle and not node.is_proven)
    if len(ready) == 1:
        ready += sorted(node.name for node in members if node.is_idle and node.is_proven)[:1]
    return ready
