"""Runs commands on the real engine and a simulated Azure of a test's own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from recorded import THERE

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = "azure-ai-landing-zone:landingZone"

Settings = dict[str, Any]

AT_THE_END = {"PULUMI_SKIP_CHECKPOINTS": "1"}
"""Pulumi saves the state when it is done, and not after each step as well: what only matters to a run that is
killed, and more than half of the time of an `up`."""


@dataclass
class Result:
    """What a command ended with."""

    status: int
    output: str
    """Standard output and error, in the order they came."""


@dataclass
class Offline:
    """A folder with a simulated subscription of its own."""

    folder: Path
    environment: dict[str, str] = field(default_factory=lambda: dict(AT_THE_END))
    """Beyond that of the test run."""

    def run(self, *command: str, status: int | None = 0) -> Result:
        """Run a command; fail the test, with all it printed, unless it ends with `status` (None: any)."""
        done = subprocess.run(
            self.command(*command),
            cwd=self.folder,
            env={**os.environ, **self.environment},
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert status is None or done.returncode == status, done.stdout
        return Result(done.returncode, done.stdout)

    def command(self, *command: str) -> list[str]:
        """The command line that runs `command` with the simulated Azure attached."""
        return [sys.executable, "-m", "azure_simulator", "exec", "--", *command]


@dataclass
class Zone:
    """One of the project's stacks on a simulated Azure of its own, with settings that a test may change."""

    offline: Offline
    stack: str

    @property
    def config_file(self) -> Path:
        """The test's own copy of the stack file."""
        return self.offline.folder / f"Pulumi.{self.stack}.yaml"

    def edit(self, change: Callable[[Settings], None]) -> None:
        """Change the settings in the stack file."""
        content = yaml.safe_load(self.config_file.read_text(encoding="utf-8"))
        change(content["config"][SETTINGS])
        self.config_file.write_text(yaml.safe_dump(content), encoding="utf-8")

    def pulumi(self, verb: str, *arguments: str, status: int | None = 0) -> Result:
        """Run a pulumi command on the stack with the test's stack file."""
        return self.offline.run(
            "pulumi", "-C", str(ROOT), verb, "--stack", self.stack, "--config-file", str(self.config_file),
            "--non-interactive", *arguments, status=status,
        )  # fmt: skip

    def up(self, *arguments: str, status: int | None = 0) -> Result:
        """Preview, with the policy packs, and create."""
        return self.pulumi("up", "--yes", "--policy-pack", str(ROOT / "policies"), *arguments, status=status)

    def steps(self, *arguments: str) -> list[tuple[str, str, str]]:
        """What a preview would do: (operation, type, logical name) of each step that changes something."""
        shown = self.pulumi("preview", "--json", *arguments).output
        return [
            (step["op"], step["urn"].split("::")[2].split("$")[-1], step["urn"].split("::")[3])
            for step in json.loads(shown[shown.index("{") :])["steps"]
            if step["op"] != "same"
        ]

    def state(self) -> str:
        """The stack's state with its secrets, as `pulumi stack export` prints it."""
        return self.offline.run(
            "pulumi", "-C", str(ROOT), "stack", "export", "--stack", self.stack, "--show-secrets"
        ).output

    def resources(self) -> list[dict[str, Any]]:
        """The resources in the stack's state."""
        resources: list[dict[str, Any]] = json.loads(self.state())["deployment"].get("resources", [])
        return resources


SMALL = Path(__file__).with_name("training_zone.yaml")
"""The stack file of a small training zone: nodes, and a store for their checkpoints."""


def zone(folder: Path, stack: str, source: Path | None = None) -> Zone:
    """A stack of the project, initialised and not yet created, with its state in `folder`. `source`: another
    stack file than its own."""
    made = Zone(Offline(folder, AT_THE_END | _there(stack)), stack)
    source = source or ROOT / "stacks" / f"Pulumi.{stack}.yaml"
    made.config_file.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    made.offline.run("pulumi", "-C", str(ROOT), "stack", "init", stack)
    return made


def _there(stack: str) -> dict[str, str]:
    """What a company has before the stack comes."""
    file = THERE / f"{stack}.yaml"
    return {"AZURE_SIMULATOR_SUBSCRIPTION": str(file)} if file.exists() else {}


@dataclass
class Program:
    """A Pulumi program of a test's own, with its state in its folder."""

    offline: Offline
    stack: str = "dev"

    def pulumi(self, verb: str, *arguments: str, status: int | None = 0) -> Result:
        """Run a pulumi command on the stack."""
        return self.offline.run(
            "pulumi", verb, "--stack", self.stack, "--non-interactive", *arguments, status=status
        )

    def up(self, *arguments: str, status: int | None = 0) -> str:
        """Preview and create; what was printed."""
        return self.pulumi("up", "--yes", *arguments, status=status).output

    def outputs(self) -> dict[str, Any]:
        """The stack's outputs, secrets as `[secret]`."""
        printed = self.offline.run("pulumi", "stack", "output", "--json", "--stack", self.stack).output
        outputs: dict[str, Any] = json.loads(printed)
        return outputs

    def resources(self) -> list[dict[str, Any]]:
        """The resources in the stack's state, with their secrets."""
        exported = self.offline.run(
            "pulumi", "stack", "export", "--stack", self.stack, "--show-secrets"
        ).output
        resources: list[dict[str, Any]] = json.loads(exported)["deployment"].get("resources", [])
        return resources


def saving_each_step(made: Program) -> Program:
    """The same program, whose runs may be killed: Pulumi saves its state after each step."""
    environment = {name: value for name, value in made.offline.environment.items() if name not in AT_THE_END}
    return Program(Offline(made.offline.folder, environment), made.stack)


def program(folder: Path, code: str, *, virtualenv: str | None = None) -> Program:
    """A program called `foreign` with its stack initialised; without `virtualenv` it runs in ours."""
    options = f"\n  options:\n    virtualenv: {virtualenv}" if virtualenv else ""
    project = f"name: foreign\nruntime:\n  name: python{options}\n"
    (folder / "Pulumi.yaml").write_text(project, encoding="utf-8")
    (folder / "__main__.py").write_text(code, encoding="utf-8")
    made = Program(Offline(folder, {**AT_THE_END, "VIRTUAL_ENV": ""}))
    made.offline.run("pulumi", "stack", "init", "dev")
    return made
