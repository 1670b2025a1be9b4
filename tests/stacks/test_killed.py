"""An engine that is killed in the middle of `make up`: the next `make up` ends where it would have ended."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from azure_simulator.engine.attach import FOLDER_VARIABLE
from helpers.offline import ROOT, Zone, zone

pytestmark = pytest.mark.engine

_SCRIPT = str(ROOT / "tools" / "stack.py")
_SLOW = [{"type": "azure-native:storage:StorageAccount", "operation": "create", "delay_s": 8, "times": 1}]


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


def test_nothing_is_lost_and_nothing_is_there_twice(tmp_path: Path) -> None:
    undisturbed = tmp_path / "undisturbed"
    killed = tmp_path / "killed"
    undisturbed.mkdir()
    killed.mkdir()
    expected = zone(undisturbed, "training")
    expected.offline.run(sys.executable, _SCRIPT, "up", "training")

    training = zone(killed, "training")
    command = training.offline.command(sys.executable, _SCRIPT, "up", "training")
    environment = {**os.environ, "AZURE_SIMULATOR_FAULTS": json.dumps(_SLOW)}
    with subprocess.Popen(command, cwd=killed, env=environment, stdout=subprocess.PIPE, text=True) as up:
        assert up.stdout is not None
        for line in up.stdout:
            if "storage:StorageAccount" in line and "creating" in line:
                break
        time.sleep(1)  # Azure has accepted it, and takes its time
        engines = [process for process in _processes(killed) if process.name() == "pulumi"]
        assert len(engines) == 1
        engines[0].send_signal(signal.SIGKILL)
        up.stdout.read()
        assert up.wait() != 0
    assert _processes(killed) == []

    resumed = training.offline.run(sys.executable, _SCRIPT, "up", "training").output
    assert "The last run of 'training' did not end: releasing its lock" in resumed
    assert "It left 1 operations unfinished" in resumed
    assert _settled(_resources(training)) == _settled(_resources(expected))
    training.up("--expect-no-changes")
    training.pulumi("refresh", "--yes", "--expect-no-changes")


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
    dev.up("--expect-no-changes")
    dev.pulumi("refresh", "--yes", "--expect-no-changes")


def _await_writes(up: "subprocess.Popen[bytes]", state: Path, times: int) -> None:
    """Returns when the engine begins to replace `state` for the last of `times`: it keeps a backup first."""
    backup = state.with_name(f"{state.name}.bak")
    seen: set[int] = set()
    while len(seen) <= times:
        assert up.poll() is None, "it ended before"
        with contextlib.suppress(FileNotFoundError):
            seen.add(backup.stat().st_mtime_ns)
        time.sleep(0.0002)
