"""Zones that nobody wrote, on the real engine: they come up, stay as they are, and go but for what is
protected."""

import json
from pathlib import Path

import pytest

import stack
from helpers import walk
from helpers.full_zone import SEARCH
from helpers.offline import Settings, Zone, zone
from helpers.random_zones import random_zone
from helpers.seed import SEED, lot

pytestmark = pytest.mark.engine

_ALL, _USUAL = 100, 2

_SUBSCRIPTION = {
    "existing": [
        {"id": f"{SEARCH}/{name}", "location": "eastus", "sku": {"name": "basic"}}
        for name in ("others", "others-b")
    ]
}
"""What endpoints lead to that no zone makes."""


def _up(folder: Path, number: int) -> Zone:
    settings = random_zone(lot("zone", number))

    def instead(there: Settings) -> None:
        there.clear()
        there.update(settings)

    file = folder / "subscription.json"
    file.write_text(json.dumps(_SUBSCRIPTION), encoding="utf-8")
    made = zone(folder, "dev")
    made.offline.environment["AZURE_SIMULATOR_SUBSCRIPTION"] = str(file)
    made.edit(instead)
    try:
        made.pulumi("up", "--yes", "--skip-preview")
    except AssertionError as problem:
        problem.add_note(f"SOAK_SEED={SEED}, zone {number}: {settings}")
        raise
    return made


def _resources(made: Zone) -> list[walk.Resource]:
    """As `made.resources()`, without another run of the engine: what secrets are doesn't matter here."""
    stacks = made.offline.folder / ".offline" / "backend" / ".pulumi" / "stacks"
    text = (stacks / "azure-ai-landing-zone" / f"{made.stack}.json").read_text(encoding="utf-8")
    found: list[walk.Resource] = json.loads(text)["checkpoint"]["latest"].get("resources") or []
    return found


@pytest.mark.parametrize(
    "number",
    [*range(_USUAL), *(pytest.param(one, marks=pytest.mark.soak) for one in range(_USUAL, _ALL))],
)
def test_it_comes_up_stays_and_goes(number: int, tmp_path: Path) -> None:
    made = _up(tmp_path, number)
    made.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes")
    made.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")
    there = _resources(made)
    protected = {one["urn"] for one in there if one.get("protect")}
    excluded = [argument for urn in stack.held(there) for argument in ("--exclude", urn)]
    made.pulumi("destroy", "--yes", "--skip-preview", *excluded)
    left = _resources(made)
    assert {one["urn"] for one in left if one.get("protect")} == protected
    assert walk.kept(left) == []
