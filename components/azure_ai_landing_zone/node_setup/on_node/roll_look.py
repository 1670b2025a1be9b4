"""One look at a roll: drain, reimage or delete, gate and proof, resume, next.

Each look begins with what Slurm and Azure say, and what is about to be done is written down before: whoever
kills it loses nothing, and whoever goes on repeats at most what can be repeated.
"""

import re
import time
from collections.abc import Callable
from datetime import datetime

from azure_ai_landing_zone.node_setup.on_node import commands, scheduled_events, slurm_prove
from azure_ai_landing_zone.node_setup.on_node.roll_state import Roll, Step, Turn
from azure_ai_landing_zone.node_setup.on_node.scale_set import FAILURES, Instance, ScaleSet, said
from azure_ai_landing_zone.node_setup.on_node.slurm_nodes import SlurmNode, nodes

REASON = "roll"
"""What the reason of a node begins with that is drained for one: only such a node is resumed."""

ENDS_WITH_A_START = re.compile(rf"(?:fabric gate|{scheduled_events.REASON}): .*\[\w+@(\S+)\]$")
"""A node's reason, with the time."""

AT_WORK = frozenset({"Creating", "Updating", "Deleting"})
"""What an instance is in while Azure works on it."""


class Look:
    """One look at a roll, and what follows from it."""

    def __init__(
        self,
        roll: Roll,
        scale_set: ScaleSet,
        *,
        is_proven: bool,
        run: commands.Run = commands.run,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`is_proven`: whether nodes of the cluster need a proof of their fabric to be whole."""
        self.roll, self.scale_set, self.is_proven = roll, scale_set, is_proven
        self.run, self.now = run, now
        self.there: dict[str, SlurmNode] = {}
        self.instances: dict[str, Instance] = {}
        self.troubles: list[str] = []

    def __call__(self) -> None:
        self._tried(self._see)
        if not self.troubles:
            for turn in self.roll.turns:
                if turn.is_out and not turn.why:
                    self._go_on(turn)
            if trouble := self._tried(self._raise):
                for turn in self._deleted():
                    self._wait(turn, trouble)
            self._take()
        trouble = "; ".join(self.troubles)
        if trouble not in ("", self.roll.trouble):
            self.roll.log(trouble)
        self.roll.trouble = trouble
        self.roll.save()

    def _see(self) -> None:
        ran = self.run(["scontrol", "show", "nodes", "--oneliner"])
        if ran.status:
            raise ConnectionError(ran.text.strip())
        self.there = {node.name: node for node in nodes(ran.text)}
        self.instances = self.scale_set.instances()

    def _tried(self, step: Callable[[], None]) -> str:
        """What went wrong; empty if nothing did."""
        try:
            step()
        except FAILURES as error:
            self.troubles.append(said(error))
            return self.troubles[-1]
        return ""

    def _go_on(self, turn: Turn) -> None:
        steps = {"drains": self._drain, "updates": self._update, "deletes": self._delete,
                 "returns": self._return}  # fmt: skip
        step = steps.get(turn.step)
        if step is not None:
            before = turn.step
            trouble = self._tried(lambda: step(turn))
            if turn.step == before != "drains" and not turn.why:
                self._wait(turn, trouble or self._missing(turn))

    def _take(self) -> None:
        """Further nodes, while no more than allowed are out, for whatever reason."""
        roll = self.roll
        whole = {node.name for node in self.there.values() if self._is_whole(node)}
        whole -= {turn.node for turn in roll.turns if turn.is_out}
        retired = sum(turn.step == "done" for turn in roll.turns) if roll.how == "retire" else 0
        for turn in roll.turns:
            taken = sum(one.is_out for one in roll.turns)
            if roll.stopped or taken >= roll.at_once:
                return
            out = max(roll.capacity - retired, len(self.instances)) - len(whole)
            if turn.step != "waits" or (turn.node in whole and out >= roll.at_once):
                continue
            whole.discard(turn.node)
            self._to(turn, "drains")
            self._go_on(turn)

    def _drain(self, turn: Turn) -> None:
        node = self.there.get(turn.node)
        if node is not None and not _is_drained(node):
            before = f"; was: {node.reason}" if node.reason and not node.takes_jobs else ""
            reason = f"Reason={REASON}: {self.roll.how}{before}"
            self.run(["scontrol", "update", f"NodeName={turn.node}", "State=DRAIN", reason])
        elif node is None or not self._has_jobs(node):
            self._to(turn, "updates" if self.roll.how == "reimage" else "deletes")
            self._go_on(turn)

    def _has_jobs(self, node: SlurmNode) -> bool:
        """Also suspended ones, whose nodes Slurm calls idle. Source: github.com/SchedMD/slurm,
        src/slurmctld/node_mgr.c, 2026-11-22. What doesn't answer may have some."""
        suspended = ["squeue", "--noheader", "--states=suspended", f"--nodelist={node.name}"]
        return node.has_jobs or self.run(suspended) != (0, "")

    def _was_given_back(self, turn: Turn) -> bool:
        """By people, or by its agent after an event: it may have jobs again, and is drained anew."""
        node = self.there.get(turn.node)
        if node is None or (_is_drained(node) and not self._has_jobs(node)):
            return False
        self._to(turn, "drains")
        self._drain(turn)
        return True

    def _update(self, turn: Turn) -> None:
        instance = self.instances.get(turn.node)
        if instance is None:
            self._fail(turn, "has no instance in the scale set")
        elif instance.state in AT_WORK or self._was_given_back(turn):
            return
        elif not instance.is_latest:
            self.scale_set.bring_to_model(instance.number)
        else:
            turn.asked = self.now()
            self.scale_set.reimage(instance.number)
            self._to(turn, "returns")

    def _delete(self, turn: Turn) -> None:
        instance = self.instances.get(turn.node)
        if instance is not None:
            if instance.state != "Deleting" and not self._was_given_back(turn):
                self.scale_set.delete(instance.number)
            return
        if turn.node in self.there:
            slurm_prove.forget([turn.node], list(self.there.values()), self.run)
        self._to(turn, "done" if self.roll.how == "retire" else "deleted")

    def _raise(self) -> None:
        """The capacity went down with each deleted instance, maybe also with one that doesn't go; but only if
        nobody else changed it."""
        roll, deleted = self.roll, self._deleted()
        going = [turn for turn in roll.turns if turn.step == "deletes"]
        if not deleted or any(not turn.why for turn in going):
            return
        live = self.scale_set.capacity()
        down = range(len(deleted), len(deleted) + len(going) + 1)
        if roll.capacity - live not in (0, *down):
            text = f"the scale set is to have {live} nodes, and had {roll.capacity} when this began"
            for turn in deleted:
                self._fail(turn, f"somebody else changed the number of nodes: {text}")
            return
        if live < roll.capacity:
            self.scale_set.scale(roll.capacity)
        for turn in deleted:
            self._to(turn, "returns")

    def _deleted(self) -> list[Turn]:
        return [turn for turn in self.roll.turns if turn.step == "deleted" and not turn.why]

    def _return(self, turn: Turn) -> None:
        roll = self.roll
        if roll.how == "replace" and not turn.successor:
            others = {*roll.known, *(one.successor for one in roll.turns)}
            come = sorted(set(self.instances) - others)
            if not come:
                return
            turn.successor = come[0]
            roll.log(f"{turn.successor} comes for {turn.node}")
        node = self.there.get(turn.comes)
        if node is None or not node.started_since(turn.asked) or node.states & {"DOWN", "NOT_RESPONDING"}:
            return
        if "DRAIN" in node.states:
            if is_over(node):
                self.run(["scontrol", "update", f"NodeName={turn.comes}", "State=RESUME"])
            elif not node.reason.startswith(scheduled_events.REASON):
                self._fail(turn, f"was drained when it came back: {node.reason}")
        elif self._is_whole(node):
            self._to(turn, "done")
        elif node.has_jobs:
            turn.since = self.now()

    def _is_whole(self, node: SlurmNode) -> bool:
        in_cluster = self.roll.cluster in node.features
        return in_cluster and node.takes_jobs and (node.is_proven or not self.is_proven)

    def _missing(self, turn: Turn) -> str:
        """What the node is waited for in its step."""
        if turn.step != "returns":
            instance = self.instances.get(turn.node)
            return f"Azure has it in the state {instance.state}" if instance else "it is gone"
        if turn.comes not in self.there:
            text = "it didn't join: its gate, or Azure, kept it; see fabric-gate.json on it"
            return text if turn.comes in self.instances else "Azure brought no node for it"
        node = self.there[turn.comes]
        if node.started_since(turn.asked) and node.takes_jobs:
            return "its fabric isn't proven"
        ours = not node.reason or _is_for_a_roll(node)
        return "it isn't back: " + ("its gate, or Azure, keeps it" if ours else node.reason)

    def _wait(self, turn: Turn, what: str) -> None:
        minutes = self.roll.wait_minutes
        if self.now() - turn.since > minutes * 60:
            self._fail(turn, f"{what}, after {minutes:g} minutes")

    def _fail(self, turn: Turn, why: str) -> None:
        turn.why, self.roll.stopped = why, True
        self.roll.save()
        self.roll.log(f"{turn.comes} failed: {why}. No further node is taken")

    def _to(self, turn: Turn, step: Step) -> None:
        turn.step, turn.since = step, self.now()
        self.roll.save()
        self.roll.log(f"{turn.comes if step == 'done' else turn.node} {step}")
        if self.roll.is_over:
            self.roll.log(self.roll.end())


def _is_for_a_roll(node: SlurmNode) -> bool:
    return node.reason.startswith(f"{REASON}: ")


def _is_drained(node: SlurmNode) -> bool:
    return "DRAIN" in node.states and _is_for_a_roll(node)


def is_over(node: SlurmNode) -> bool:
    """Whether what a node was drained for is: a roll, or what its last start ended. slurmd starts only after
    the gate, which drains a node by itself, and so does its agent before Azure restarts it."""
    if _is_for_a_roll(node):
        return True
    found = ENDS_WITH_A_START.match(node.reason)
    return found is not None and node.started_since(datetime.fromisoformat(found[1]).timestamp())
