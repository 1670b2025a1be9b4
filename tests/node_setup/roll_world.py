"""A Slurm and a scale set that are dictionaries, for what a roll decides."""

import io
import urllib.error
from collections.abc import Sequence
from datetime import datetime
from email.message import Message
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.node_setup.on_node.commands import Ran
from azure_ai_landing_zone.node_setup.on_node.roll import Rolls, parsed
from azure_ai_landing_zone.node_setup.on_node.roll_look import Look
from azure_ai_landing_zone.node_setup.on_node.roll_state import Roll, load
from azure_ai_landing_zone.node_setup.on_node.scale_set import Instance, ScaleSet

ID = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachineScaleSets/vmss-train"
TOLD: dict[str, Any] = {"slurm": {"scaleSets": {"train": ID}, "proven": ["train"]}}


class World(ScaleSet):
    """Nodes by name, each with its states and reason; and the scale set that has them."""

    def __init__(self, folder: Path, count: int = 3) -> None:
        self.folder, self.time, self.count = folder, 1_000_000.0, count
        self.machines = {f"n{number}": Instance(str(number), False, "Succeeded") for number in range(count)}
        self.slurm = dict.fromkeys(self.machines, ("IDLE", ""))
        self.proven, self.boot = set(self.machines), dict.fromkeys(self.machines, 500_000.0)
        self.done: list[str] = []
        self.refuses: dict[str, int] = {}
        self.stays: dict[str, str] = {}
        """In which state an instance is, by its number, after it was asked to go."""
        self.suspended: set[str] = set()
        """Nodes with a job that is suspended, which Slurm calls idle."""
        self.rolls = Rolls(TOLD, scale_set=lambda _: self, run=self.run, folder=folder)

    def refuse(self, what: str) -> None:
        if status := self.refuses.get(what.split()[0]):
            body = io.BytesIO(b'{"error": {"code": "Nope", "message": "not now"}}')
            raise urllib.error.HTTPError("u", status, "no", Message(), body)

    def ask(self, what: str) -> None:
        self.refuse(what)
        self.done.append(what)

    def capacity(self) -> int:
        return self.count

    def instances(self) -> dict[str, Instance]:
        self.refuse("read")
        return self.machines

    def bring_to_model(self, number: str) -> None:
        self.ask(f"update {number}")
        self.machines[f"n{number}"] = Instance(number, True, "Succeeded")

    def reimage(self, number: str) -> None:
        self.ask(f"reimage {number}")

    def delete(self, number: str) -> None:
        self.ask(f"delete {number}")
        if stays := self.stays.get(number):
            self.machines[f"n{number}"] = Instance(number, True, stays)
            self.count -= stays == "Deleting"
            return
        del self.machines[f"n{number}"]
        self.count -= 1

    def scale(self, capacity: int) -> None:
        self.ask(f"scale {capacity}")
        self.count = capacity

    def run(self, command: Sequence[str]) -> Ran:
        if list(command[:3]) == ["scontrol", "show", "nodes"]:
            return Ran(0, "".join(self.line(name) for name in self.slurm))
        if list(command[:3]) == ["squeue", "--noheader", "--states=suspended"]:
            return Ran(0, "7\n" if command[3].removeprefix("--nodelist=") in self.suspended else "")
        if list(command[:2]) == ["scontrol", "update"]:
            name, _, reason = [*(part.partition("=")[2] for part in command[2:]), ""][:3]
            base = self.slurm[name][0].replace("+DRAIN", "")
            self.slurm[name] = (
                (f"{base}+DRAIN", f"{reason} [root@1970-01-01T00:00:00]") if reason else (base, "")
            )
        return Ran(0, "")

    def line(self, name: str) -> str:
        boot = slurm_time(self.boot[name])
        states, reason = self.slurm[name]
        comment = f" Comment=fabric-proven {boot}" if name in self.proven else ""
        said = f" Reason={reason}" if reason else ""
        return f"NodeName={name} AvailableFeatures=train State={states} BootTime={boot}{comment}{said}\n"

    def start(self, *arguments: str) -> Roll:
        return self.rolls.start(parsed(["start", "train", *arguments]))

    def look(self, times: int = 1) -> Roll:
        for _ in range(times):
            roll = self.roll
            self.time += 60
            Look(roll, self, is_proven=True, run=self.run, now=lambda: self.time)()
        return self.roll

    def comes_back(self, name: str) -> None:
        """It has started since, and is proven."""
        self.boot[name] = self.time + 1
        self.proven.add(name)
        self.slurm.setdefault(name, ("IDLE", ""))

    @property
    def roll(self) -> Roll:
        roll = load("train", self.folder)
        assert roll is not None
        return roll

    @property
    def steps(self) -> str:
        return " ".join(turn.step for turn in self.roll.turns)


def slurm_time(moment: float) -> str:
    return datetime.fromtimestamp(moment).isoformat(timespec="seconds")
