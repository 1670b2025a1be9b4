"""Every stack while Azure refuses, loses answers and is slow: it ends where it would have ended."""

import functools
import json
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import recorded
import states
from helpers.offline import ROOT, Zone, zone
from helpers.seed import SEED, lot
from stacks.test_life import NEEDS, STACKS

pytestmark = [pytest.mark.engine, pytest.mark.soak, pytest.mark.timeout(1800)]

_SCRIPT = str(ROOT / "tools" / "stack.py")
_DAYS = 5
_TRIES = 8


def _faults(stack: str, seed: int) -> str:
    """About one creation of a try is refused, of one the answer is lost, two take their time."""
    busy = {"status": 503, "code": "ServiceUnavailable", "message": "The service is busy."}
    lost = {"status": 504, "code": "GatewayTimeout", "message": "No answer in time."}
    chance = 1 / len(recorded.resources(stack))
    faults: list[dict[str, Any]] = [
        {"operation": "create", "chance": chance, "error": busy},
        {"operation": "create", "chance": chance, "after": True, "error": lost},
        {"operation": "create", "chance": 2 * chance, "delay_s": 0.5},
    ]
    return json.dumps({"seed": seed, "faults": faults})


def _up(made: Zone, day: int) -> None:
    """As often as it takes: on each try other things go wrong."""
    chance, said = lot("bad day", made.stack, day), ""
    for _ in range(_TRIES):
        made.offline.environment["AZURE_SIMULATOR_FAULTS"] = _faults(made.stack, chance.getrandbits(32))
        done = made.offline.run(sys.executable, _SCRIPT, "up", made.stack, status=None)
        if done.status == 0:
            del made.offline.environment["AZURE_SIMULATOR_FAULTS"]
            return
        said = done.output
    pytest.fail(f"SOAK_SEED={SEED}, {made.stack}, day {day}:\n{said}")


def _own(told: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without Pulumi's own entries: which providers it lists depends on what the last run had to ask."""
    return [one for one in told if not one["urn"].startswith("pulumi:")]


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The folder of a stack that others come after, made on a good day and once: to be copied."""

    @functools.cache
    def made(stack: str) -> Path:
        folder = tmp_path_factory.mktemp(stack)
        zone(folder, stack).pulumi("up", "--yes", "--skip-preview")
        return folder

    return made


@pytest.mark.parametrize("day", range(_DAYS))
@pytest.mark.parametrize("stack", STACKS)
def test_a_stack_ends_where_it_would_have_ended(
    stack: str, day: int, tmp_path: Path, standing: Callable[[str], Path]
) -> None:
    if first := NEEDS.get(stack):
        shutil.copytree(standing(first), tmp_path, dirs_exist_ok=True)
    made = zone(tmp_path, stack)
    _up(made, day)
    resources = made.resources()
    assert _own(states.told_of(resources)) == _own(recorded.resources(stack))
    # It may have been read before this stack put an endpoint's connection there: docs/brownfield.md.
    only_read = [part for one in resources if one.get("external") for part in ("--exclude", one["urn"])]
    made.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes", *only_read)
