"""Where other stacks keep their state: whoever is to reach it comes from an address that is let in."""

from typing import Any

import pulumi
import pytest

from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from helpers.registered import register
from helpers.settings import stack

NOBODY = (
    "nobody reaches the state of other stacks: `allowedIpRanges` is empty, and there is no private way in; "
    "give the public addresses that people and pipelines come from before any stack keeps its state there"
)


@pytest.mark.parametrize(("ranges", "expected"), [([], [NOBODY]), (["20.1.2.0/28"], [])])
def test_a_state_that_nobody_reaches_is_said(
    ranges: list[str], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings: dict[str, Any] = stack("bootstrap")
    settings["pulumiState"]["allowedIpRanges"] = ranges
    warned: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda text, *_: warned.append(text))
    register(lambda: LandingZone("zone", LandingZoneSettings.load(settings, "bootstrap")), id_format=None)
    assert [text for text in warned if "state of other stacks" in text] == expected
