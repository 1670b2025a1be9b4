"""Every limit of model services that a user can violate has its sentence, here and on the page."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone import LandingZoneSettings
from helpers.settings import problems_of

HERE = Path(__file__).parent
ZONE = HERE / "zone.yaml"
PAGE = HERE.parents[1] / "docs" / "models.md"
LIMITS: list[dict[str, Any]] = yaml.safe_load((HERE / "limits.yaml").read_text(encoding="utf-8"))
CHAT = {"model": "gpt-5.5", "version": "2026-04-24", "deploymentType": "GlobalStandard", "capacity": 1}
LONG: list[tuple[str, str, list[Any], str]] = [
    (
        "More deployments than an account has",
        "deployments",
        [CHAT | {"name": f"chat-{number}"} for number in range(33)],
        "modelServices[0].deployments: 33 deployments: an account has at most 32; add another account",
    ),
    (
        "More terms than a blocklist has",
        "blocklists",
        [{"name": "codenames", "terms": [f"term {number}" for number in range(10_001)]}],
        "modelServices[0].blocklists[0]: 10001 terms and patterns: a list has at most 10000; make a second "
        "one",
    ),
]
"""What is too long to be written out."""


def zone() -> dict[str, Any]:
    settings: dict[str, Any] = yaml.load(ZONE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return settings


def changed(change: list[dict[str, Any]]) -> dict[str, Any]:
    settings = zone()
    for one in change:
        *way, last = one["at"]
        place: Any = settings
        for step in way:
            place = place[step]
        place[last] = one["value"]
    return settings


@pytest.mark.parametrize("row", LIMITS, ids=lambda row: row["limit"])
def test_a_limit_has_its_sentence(row: dict[str, Any]) -> None:
    assert problems_of(changed(row["change"])) == [row["says"]]


@pytest.mark.parametrize(
    ("section", "value", "says"), [row[1:] for row in LONG], ids=[row[0] for row in LONG]
)
def test_a_long_limit_has_its_sentence(section: str, value: list[Any], says: str) -> None:
    assert problems_of(changed([{"at": ["modelServices", 0, section], "value": value}])) == [says]


def test_the_pages_example_is_right() -> None:
    found = re.search(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert found is not None
    beside = ("contentSafetyAccounts", "searchServices")
    settings = {name: value for name, value in zone().items() if name not in beside}
    LandingZoneSettings.load(settings | yaml.safe_load(found[1]), "the page")


def test_the_page_has_all_of_them() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = [(row["limit"], row["says"]) for row in LIMITS] + [(row[0], row[3]) for row in LONG]
    assert [row for row in rows if f"| {row[0]} | {row[1]} |" not in page] == []
