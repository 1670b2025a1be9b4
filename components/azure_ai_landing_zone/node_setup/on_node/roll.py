"""Makes nodes of a cluster anew, a few at a time, on the scheduler. What was begun is carried on by a timer,
each minute, whoever logs out; what a node fails is in the log, and no further one is taken.

    node-tool roll start CLUSTER reimage          from the image and settings of now: a new image or Slurm
    node-tool roll start CLUSTER replace NODE…    another machine under another name, for a broken one
    node-tool roll start CLUSTER retire NODE…     for good; then set nodeCount
    node-tool roll status|stop|continue|end CLUSTER
"""

import argparse
import sys
import time
import urllib.error
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.node_setup.on_node import azure, commands, settings
from azure_ai_landing_zone.node_setup.on_node.roll_look import Look
from azure_ai_landing_zone.node_setup.on_node.roll_state import FOLDER, Roll, Turn, alone, load
from azure_ai_landing_zone.node_setup.on_node.scale_set import FAILURES, MANAGEMENT, PATIENCE, ScaleSet, said

WAIT_MINUTES = 60.0
"""For a node to boot, pass its gate and be proven: four times what an ND node takes to boot."""


class Refused(ValueError):
    """What was asked can't be done, and why."""


class Rolls:
    """Those of one scheduler."""

    def __init__(
        self,
        told: Mapping[str, Any],
        *,
        scale_set: Callable[[str], ScaleSet],
        run: commands.Run = commands.run,
        folder: Path = FOLDER,
    ) -> None:
        """`scale_set`: that with a resource id."""
        self.slurm, self.scale_set, self.run, self.folder = told["slurm"], scale_set, run, folder
        self.scale_sets: Mapping[str, str] = self.slurm["scaleSets"]

    def start(self, given: argparse.Namespace) -> Roll:
        """Write down what is to be done; the next look begins with it."""
        there = self._scale_set(given.cluster)
        if (going := load(given.cluster, self.folder)) is not None and not going.is_over:
            raise Refused(f"a roll of {given.cluster} is there already: see `status`, and `end` it first")
        if given.at_once < 1:
            raise Refused(f"--at-once must be at least 1, got {given.at_once}")
        try:
            known, capacity = sorted(there.instances()), there.capacity()
        except FAILURES as error:
            to_do = _to_do(error, self.scale_sets[given.cluster].rpartition("/")[2])
            raise Refused(f"nothing was begun: {said(error)}. {to_do}") from error
        if unknown := sorted(set(given.nodes) - set(known)):
            raise Refused(f"{given.cluster} has no {', '.join(unknown)}: there are {', '.join(known)}")
        if given.how != "reimage" and not given.nodes:
            raise Refused(f"say which nodes to {given.how}: there are {', '.join(known)}")
        roll = Roll(
            given.cluster, given.how, given.at_once, given.wait_minutes, capacity, known,
            [Turn(name) for name in sorted(set(given.nodes or known))], folder=self.folder,
        )  # fmt: skip
        roll.save()
        roll.log(f"{given.how} {' '.join(turn.node for turn in roll.turns)}, {given.at_once} at once")
        return roll

    def step(self) -> None:
        """Look at all that go on."""
        for cluster in self.scale_sets:
            roll = load(cluster, self.folder)
            if roll is not None and not roll.is_over:
                proven = cluster in self.slurm["proven"]
                Look(roll, self._scale_set(cluster), is_proven=proven, run=self.run)()

    def status(self, given: argparse.Namespace) -> Roll:
        self._scale_set(given.cluster)
        if (roll := load(given.cluster, self.folder)) is None:
            raise Refused(f"no roll of {given.cluster} was ever started")
        return roll

    def stop(self, given: argparse.Namespace) -> Roll:
        roll = self.status(given)
        roll.stopped = True
        roll.save()
        roll.log("stopped: no further node is taken, those that are out still come back")
        return roll

    def go_on(self, given: argparse.Namespace) -> Roll:
        """After a failure as well: the node is waited for again, in the step in which it failed."""
        roll = self.status(given)
        roll.stopped = False
        for turn in roll.turns:
            if turn.why:
                turn.why, turn.since = "", time.time()
        roll.save()
        roll.log("goes on")
        return roll

    def end(self, given: argparse.Namespace) -> Roll:
        """Forget it; nodes that are out stay as they are."""
        roll = self.status(given)
        roll.log("ended; nodes that are out stay as they are")
        (self.folder / f"{roll.cluster}.json").unlink()
        return roll

    def _scale_set(self, cluster: str) -> ScaleSet:
        if cluster not in self.scale_sets:
            known = ", ".join(sorted(self.scale_sets)) or "none"
            raise Refused(f"no scale set of {cluster} is known here: there are {known}")
        return self.scale_set(self.scale_sets[cluster])


def _to_do(error: OSError, scale_set: str) -> str:
    """About what Azure refused."""
    status = error.code if isinstance(error, urllib.error.HTTPError) else 0
    if status in (401, 403, 404):
        return (
            f"`pulumi up` brings the scale set {scale_set}, and makes the scheduler's identity Virtual "
            "Machine Contributor on it, which may take ten minutes to have effect; then start it again"
        )
    return "Start it again in some minutes"


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="node-tool roll", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands_ = parser.add_subparsers(dest="command", required=True)
    start = commands_.add_parser("start", help="begin one")
    start.add_argument("cluster")
    start.add_argument("how", choices=["reimage", "replace", "retire"])
    start.add_argument("nodes", nargs="*", help="left out with reimage: all of them")
    start.add_argument("--at-once", type=int, default=1, help="nodes out at a time, whatever for")
    start.add_argument("--wait-minutes", type=float, default=WAIT_MINUTES, help="for each step of a node")
    for name in ("status", "stop", "continue", "end"):
        commands_.add_parser(name).add_argument("cluster")
    commands_.add_parser("step", help="what the timer does")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None, management: str = MANAGEMENT) -> int:
    given, told = parsed(arguments), settings.load()

    def token() -> str:
        return azure.token(f"{MANAGEMENT}/", told["clientId"], patience=PATIENCE)

    rolls = Rolls(told, scale_set=lambda its_id: ScaleSet(its_id, token, management=management))
    does: dict[str, Callable[[argparse.Namespace], Roll]] = {
        "start": rolls.start, "status": rolls.status, "stop": rolls.stop, "continue": rolls.go_on,
        "end": rolls.end,
    }  # fmt: skip
    try:
        with alone():
            if given.command == "step":
                rolls.step()
            else:
                print("\n".join(does[given.command](given).lines()))
    except Refused as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
