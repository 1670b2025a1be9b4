"""Programs on the real engine and a simulated Azure, in a test."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from azure_simulator.cloud import resource_type
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.faults import Fault, Faults
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from azure_simulator.engine.attach import attached
from azure_simulator.provider import checking
from azure_simulator.provider.server import SimulatedAzure
from azure_simulator.provider.unknown_types import UnknownTypes
from azure_simulator.testing.resources import Resources

_QUIET = ("same", "read", "refresh")


@dataclass(frozen=True)
class Result:
    """What a command ended with."""

    status: int
    output: str
    """Standard output and error, in the order they came."""


@dataclass(frozen=True)
class Step:
    """Something that an `up` would do."""

    operation: str
    """create, update, replace, delete …"""
    type: str
    name: str


@dataclass(frozen=True)
class Preview:
    steps: list[Step]
    """Those that change something."""
    output: str


class SimulatedSubscription:
    """A simulated Azure that runs while the test does, and the engine's state beside it."""

    def __init__(self, azure: SimulatedAzure, folder: Path, environment: Mapping[str, str]) -> None:
        self._azure = azure
        self._folder = folder
        self._environment = dict(environment)

    def stack(
        self, program: Path, *, name: str = "dev", config: Mapping[str, str] | None = None
    ) -> SimulatedStack:
        """A new stack of the program in a folder, which is left as it is.

        config: by key, with its namespace: `azure-native:location`, `my-project:nodes`."""
        settings = self._folder / f"Pulumi.{name}.yaml"
        settings.write_text(yaml.safe_dump({"config": dict(config or {})}), encoding="utf-8")
        made = SimulatedStack(self, program.resolve(), name, settings)
        made.pulumi("stack", "init", "--stack", name)
        return made

    def program(
        self, code: str, *, name: str = "dev", config: Mapping[str, str] | None = None
    ) -> SimulatedStack:
        """A new stack of a program that is given as text."""
        folder = self._folder / f"program-{name}"
        folder.mkdir()
        (folder / "Pulumi.yaml").write_text("name: program\nruntime: python\n", encoding="utf-8")
        (folder / "__main__.py").write_text(code, encoding="utf-8")
        return self.stack(folder, name=name, config=config)

    def run(self, *command: str) -> Result:
        """Any command with the simulated Azure attached."""
        done = subprocess.run(
            command,
            env=self._environment,
            cwd=self._folder,
            check=False,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        return Result(done.returncode, done.stdout)

    def existing(self, type_: str, **inputs: Any) -> str:
        """Puts something there that no program makes: a hub, a workspace. Its id.

        type_: `network:VirtualNetwork`. inputs: as the type has them, in camelCase. Raises ValueError with
        all that is wrong, ArmError as Azure does."""
        unit = resource_type.find(f"azure-native:{type_}")
        if unit is None:
            raise ValueError(f"the simulated Azure has no azure-native:{type_}")
        cloud = self._azure.subscription()
        checked = checking.check(unit, {}, inputs, checking.Naming("existing", b""), cloud, None)
        if wrong := [one for one in checked.problems if one.severity == "error"]:
            raise ValueError("\n".join(f"{one.path}: {one.text}" for one in wrong))
        return cloud.put(unit, unit.arm.fill(cloud.id, checked.inputs), checked.inputs).id

    def get(self, id_: str) -> Mapping[str, Any] | None:
        """What Azure answers to a GET, or None."""
        found = self._azure.subscription().get(id_)
        return found.body if found else None

    def delete(self, id_: str) -> None:
        """Somebody deletes it in the portal."""
        self._azure.subscription().delete(id_)

    @contextlib.contextmanager
    def fault(
        self,
        *,
        type_: str = "*",
        name: str = "*",
        operation: str | None = None,
        delay_s: float = 0.0,
        error: tuple[int, str, str] | None = None,
        after: bool = False,
        times: int | None = None,
        chance: float = 1.0,
    ) -> Iterator[None]:
        """A bad day: as an entry of AZURE_SIMULATOR_FAULTS (docs/simulator.md), until the block ends.

        error: status, code and message. chance: which operations it hits, the seed of SOAK_SEED decides."""
        failure = ArmError(*error, seen="a test") if error else None
        fault = Fault(type_, name, operation, delay_s, failure, after, times, chance=chance)
        self._azure.faults.faults.append(fault)
        try:
            yield
        finally:
            self._azure.faults.faults.remove(fault)


class SimulatedStack:
    """A stack of a program. Commands raise AssertionError with all that was printed, unless they end as the
    test expects."""

    def __init__(self, subscription: SimulatedSubscription, program: Path, name: str, settings: Path) -> None:
        self._subscription = subscription
        self._program = program
        self._settings = settings
        self.name = name

    def pulumi(self, verb: str, *arguments: str, fails: bool = False) -> Result:
        """Any command of Pulumi on this stack's program. `fails`: it has to end with an error."""
        result = self._subscription.run("pulumi", "-C", str(self._program), verb, *arguments)
        assert (result.status != 0) == fails, result.output  # noqa: S101
        return result

    def up(self, *arguments: str, fails: bool = False) -> Result:
        """Preview and create."""
        return self._on_stack("up", "--yes", *arguments, fails=fails)

    def preview(self, *arguments: str) -> Preview:
        """What an `up` would do."""
        printed = self._on_stack("preview", "--json", *arguments).output
        plan, _ = json.JSONDecoder().raw_decode(printed[printed.index("{\n") :])
        steps = [
            Step(step["op"], step["urn"].split("::")[2].split("$")[-1], step["urn"].split("::")[-1])
            for step in plan["steps"]
            if step["op"] not in _QUIET
        ]
        return Preview(steps, printed)

    def refresh(self) -> Result:
        """Take over what has changed in Azure."""
        return self._on_stack("refresh", "--yes", "--skip-preview")

    def destroy(self, *arguments: str) -> Result:
        return self._on_stack("destroy", "--yes", "--skip-preview", *arguments)

    def assert_quiet(self) -> None:
        """A second `up` would change nothing, and a refresh finds nothing."""
        steps = self.preview().steps
        assert steps == [], f"a second up would change {steps}"  # noqa: S101
        self._on_stack("refresh", "--yes", "--skip-preview", "--expect-no-changes")

    @property
    def outputs(self) -> dict[str, Any]:
        """What the program exports, secrets too."""
        arguments = ("output", "--json", "--show-secrets", "--stack", self.name)
        printed: dict[str, Any] = json.loads(self.pulumi("stack", *arguments).output)
        return printed

    @property
    def resources(self) -> Resources:
        """What the stack has made, with secrets in plain text."""
        printed = self.pulumi("stack", "export", "--show-secrets", "--stack", self.name).output
        return Resources(json.loads(printed[printed.index("{") :]))

    def errors(self, result: Result) -> list[str]:
        """Azure's words in what a command printed: `<code>: <message>`, each once."""
        found = re.findall(r'Status=\d+ Code="(\w+)" Message="((?:[^"]|"(?!$))*)"', result.output, re.M)
        return list(dict.fromkeys(f"{code}: {message}" for code, message in found))

    def _on_stack(self, verb: str, *arguments: str, fails: bool = False) -> Result:
        where = ("--stack", self.name, "--config-file", str(self._settings), "--non-interactive")
        return self.pulumi(verb, *where, *arguments, fails=fails)


@contextlib.contextmanager
def simulated_subscription(
    folder: Path,
    settings: SubscriptionSettings | None = None,
    unknown_types: UnknownTypes = "refuse",
) -> Iterator[SimulatedSubscription]:
    """A simulated Azure that runs until the block ends; everything of it lies in `folder`. What is left to
    chance, the seed in SOAK_SEED decides, or 0. Raises ValueError if that is no whole number."""
    faults = Faults(seed=int(os.environ.get("SOAK_SEED", "0")))
    azure = SimulatedAzure(folder / "azure", faults, settings, unknown_types)
    with attached(azure, folder, "a test") as environment:
        # State is saved when a command is done: what else matters only to a run that is killed.
        yield SimulatedSubscription(azure, folder, {**environment, "PULUMI_SKIP_CHECKPOINTS": "1"})
