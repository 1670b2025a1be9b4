"""What docs/network.md shows is so."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone import LandingZoneSettings, SettingsError
from azure_ai_landing_zone.zone.landing_zone import LandingZone
from helpers.registered import register
from helpers.settings import stack

PAGE = (Path(__file__).parents[2] / "docs" / "network.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


def up(settings: dict[str, Any], state: dict[str, Any] | None = None) -> tuple[dict[str, Any], Any]:
    """What the stack's state has then, and what it puts out as `subnetPrefixes`."""
    exports: dict[str, Any] = {}

    def program() -> None:
        exports.update(LandingZone("training", LandingZoneSettings.load(settings, "settings")).exports)

    return register(program, state=state or {}).made, exports["subnetPrefixes"]


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_are_networks(example: str) -> None:
    settings = stack() | yaml.safe_load(example)
    if settings["network"]["mode"] == "existing":
        LandingZoneSettings.load(settings, "settings")
        return
    assert up(settings)[1] == {"endpoints": "10.40.0.0/26", "pretrain": "10.40.1.0/25"}


def test_the_page_shows_what_is_said_to_a_cluster_that_outgrows_its_subnet() -> None:
    state, _ = up(stack())
    larger = stack()
    larger["trainingClusters"][0]["nodeLimit"] = 200
    with pytest.raises(SettingsError) as raised:
        up(larger, state)
    head, said = str(raised.value).split("\n")
    assert head == "1 problem in the arguments of Network:"
    assert f"```text\n{said.strip()}\n```" in PAGE
