"""Zones that nobody wrote: what settings take, Azure takes."""

import pytest

from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from azure_simulator.testing import mocks
from helpers.one_at_a_time import Written, at_once
from helpers.random_zones import random_zone
from helpers.seed import SEED, lot

_ALL, _AT_ONCE, _USUAL = 2000, 20, 8
_SWEEP = [range(first, first + _AT_ONCE) for first in range(_USUAL, _ALL + _USUAL, _AT_ONCE)]


def _registered(number: int) -> Written:
    """Raises what settings, components, provider or Azure have against the zone."""
    settings = random_zone(lot("zone", number))
    try:
        loaded = LandingZoneSettings.load(settings, "settings")
        program = lambda: LandingZone("zone", loaded)  # noqa: E731 - what runs
        made = mocks.run(Written(), program, project="azure-ai-landing-zone", stack="dev")
        assert at_once(made) == []
    except Exception as problem:
        problem.add_note(f"SOAK_SEED={SEED}, zone {number}: {settings}")
        raise
    return made


@pytest.mark.parametrize(
    "numbers",
    [
        range(_USUAL),
        *(pytest.param(some, marks=pytest.mark.soak) for some in _SWEEP),
    ],
    ids=lambda some: f"from-{some.start}",
)
def test_azure_refuses_nothing_of_what_settings_take(numbers: range) -> None:
    made = [_registered(number) for number in numbers]
    assert len({tuple(one.azure) for one in made}) > len(numbers) / 2, "too many of them are alike"
