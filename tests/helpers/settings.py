"""Settings of the project's own stacks, and what is wrong with changed ones."""

import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone import LandingZoneSettings, SettingsError

STACKS = Path(__file__).parents[2] / "stacks"
SUBJECT = "azure-ai-landing-zone:landingZone of stack training"


def stack(name: str = "training") -> dict[str, Any]:
    """Its settings, the caller's to change."""
    return copy.deepcopy(_settings(name))


@cache
def _settings(name: str) -> dict[str, Any]:
    text = (STACKS / f"Pulumi.{name}.yaml").read_text(encoding="utf-8")
    settings: dict[str, Any] = yaml.load(text, Loader=yaml.CSafeLoader)["config"][
        "azure-ai-landing-zone:landingZone"
    ]
    return settings


def problems_of(settings: Any) -> list[str]:
    with pytest.raises(SettingsError) as raised:
        LandingZoneSettings.load(settings, SUBJECT)
    head, *problems = str(raised.value).split("\n")
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    assert head == f"{count} in {SUBJECT}:"
    assert len(raised.value.problems) == len(problems)
    return [problem.removeprefix("  ") for problem in problems]
