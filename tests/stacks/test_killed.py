"""An engine killed, or an answer lost, in the middle of `make up`: it ends where it would have ended."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from azure_simulator.engine.attach import FOLDER_VARIABLE
from helpers.offline import ROOT, Zone, zone

pytestmark = pytest.mark.engine

_SCRIPT = str(ROOT / "tools" / "stack.py")
_SLOW = [{"type": "azure-native:storage:StorageAccount", "operation": "create", "delay_s": 8, "times": 1}]
_LOST = [
    {
        "type": "azure-native:storage:StorageAccount",
        "operation": "create",
        "after": True,
        "times": 1,
        "error": {"status": 504, "code": "GatewayTimeout", "message": "No answer in time."},
    }
]


def _settled(resources: list[dict[str, Any]]) -> list[tuple[str, str, dict[str, Any]]]:
    """What must not depend on the way there."""
    # the engine gives its own provider resources a random id
    made = [r for r in resources if not r["type"].startswith("pulumi:providers:")]
    return sorted((r["urn"], r.get("id", ""), r.get("inputs", {})) for r in made)


def _resources(made: Zone) -> list[dict[str, Any]]:
    return json.loads(made.state())["deployment"]["resources"]  # type: ignore[no-any-return]


def _processes(folder: Path) -> list[psutil.Process]:
    def belongs(process: psutil.Process) -> bool:
        try:
            return process.environ().get(FOLDER_VARIABLE) == str(folder / ".offline")
        except (psutil.Error, OSError):
            return False

    return [process for process in psutil.process_iter() if belongs(process)]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str, dict[str, Any]]]:
    """What a run of stack `dev` makes that nothing disturbs."""
    expected = zone(tmp_path_factory.mktemp("undisturbed"), "dev")
    expected.offline.run(sys.executable, _SCRIPT, "up", "dev")
    return _settled(_resources(expected))


def _is_complete(dev: Zone, undisturbed: list[tuple[str, str, dict[str, Any]]]) -> None:
    assert _settled(_resources(dev)) == undisturbed
    dev.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")


def _killed_while_azure_answers(dev: Zone, kill: Callable[["subprocess.Popen[str]"], object]) -> None:
    folder = dev.offline.folder
    command = dev.offline.command(sys.executable, _SCRIPT, "up", "dev")
    environment = {**os.environ, "AZURE_SIMULATOR_FAULTS": json.dumps(_SLOW)}
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as up:
        assert up.stdout is not None
        for line in up.stdout:
            if "storage:StorageAccount" in line and "creating" in line:
                break
        time.sleep(1)  # Azure has accepted it, and takes its time
        kill(up)
        up.stdout.read()
        assert up.wait() != 0


def test_nothing_is_lost_and_nothing_is_there_twice(
    tmp_path: Path, undisturbed: list[tuple[str, str, dict[str, Any]]]
) -> None:
    def kill(_: object) -> None:
        engines = [process for process in _processes(tmp_path) if process.name() == "pulumi"]
        assert len(engines) == 1
        engines[0].send_signal(signal.SIGKILL)

    dev = zone(tmp_path, "dev")
    _killed_while_azure_answers(dev, kill)
    assert _processes(tmp_path) == []

    resumed = dev.offline.run(sys.executable, _SCRIPT, "up", "dev").output
    assert "The last run of 'dev' did not end: releasing its lock" in resumed
    assert "It left 1 operations unfinished" in resumed
    _is_complete(dev, undisturbed)
    dev.up("--skip-preview", "--expect-no-changes")


def test_a_lost_answer_is_made_up_for(
    tmp_path: Path, undisturbed: list[tuple[str, str, dict[str, Any]]]
) -> None:
    dev = zone(tmp_path, "dev")
    dev.offline.environment["AZURE_SIMULATOR_FAULTS"] = json.dumps(_LOST)
    done = dev.offline.run(sys.executable, _SCRIPT, "up", "dev", status=None)
    assert done.status == 0, done.output
    account = [id_ for urn, id_, _ in undisturbed if "storage:StorageAccount::" in urn]
    assert (
        "Azure made 1 resources that the state doesn't know of: taking them in, and going on\n"
        f"  azure-native:storage:StorageAccount  {account[0]}\n"
    ) in done.output
    del dev.offline.environment["AZURE_SIMULATOR_FAULTS"]
    _is_complete(dev, undisturbed)


def test_a_simulator_killed_before_it_answers_loses_nothing(
    tmp_path: Path, undisturbed: list[tuple[str, str, dict[str, Any]]]
) -> None:
    dev = zone(tmp_path, "dev")
    _killed_while_azure_answers(dev, lambda up: up.kill())
    done = dev.offline.run(sys.executable, _SCRIPT, "up", "dev", status=None)
    assert done.status == 0, done.output
    _is_complete(dev, undisturbed)


def test_an_engine_killed_while_it_writes_its_state_loses_nothing(tmp_path: Path) -> None:
    dev = zone(tmp_path, "dev")
    state = tmp_path / ".offline" / "backend" / ".pulumi" / "stacks" / "azure-ai-landing-zone" / "dev.json"
    for writes in (5, 40):
        command = dev.offline.command(sys.executable, _SCRIPT, "up", "dev")
        with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL) as up:
            _await_writes(up, state, writes)
            for process in _processes(tmp_path):
                if process.name() == "pulumi":
                    process.send_signal(signal.SIGKILL)
            assert up.wait() != 0
        assert _processes(tmp_path) == []

    dev.offline.run(sys.executable, _SCRIPT, "up", "dev")
    dev.up("--skip-preview", "--expect-no-changes")
    dev.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")


def _await_writes(up: "subprocess.Popen[bytes]", state: Path, times: int) -> None:
    """Returns when the engine begins to replace `state` for the last of `times`: it keeps a backup first."""
    backup = state.with_name(f"{state.name}.bak")
    seen: set[int] = set()
    while len(seen) <= times:
        assert up.poll() is None, "it ended before"
        with contextlib.suppress(FileNotFoundError):
            seen.add(backup.stat().st_mtime_ns)
        time.sleep(0.0002)
