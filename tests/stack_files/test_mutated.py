"""Stack files with something wrong in them are refused in words, whatever it is."""

import copy
import functools
import os
import random
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone.core.errors import SettingsError
from azure_ai_landing_zone.core.problem import CONTROL
from azure_ai_landing_zone.core.stack_file import load_settings
from azure_ai_landing_zone.stack_files.check import check
from azure_ai_landing_zone.workloads.settings import InferenceWorkloadsSettings
from azure_ai_landing_zone.zone.settings import LandingZoneSettings
from helpers.offline import ROOT

SEED = int(os.environ.get("SOAK_SEED", "0"))

ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**63,
    10**400,
    0.5,
    float("nan"),
    float("inf"),
    "",
    " ",
    "\n",
    "a\0b",
    "x" * 5000,
    "é" * 70,
    "\u202etxt",
    "0.0.0.0/0",
    "::/0",
    "10.0.0.0/33",
    "../../etc",
    "/subscriptions/a",
    "@(context)",
    "</audience>",
    '"); drop',
    "$(reboot)",
    "🜁",
    [],
    [None],
    [[]],
    {},
    {"": ""},
    {"mode": "create"},
    {"mode": "existing"},
    {"mode": ["create"]},
)
"""What YAML can say, and what somebody may try."""


TYPED = (*"\n\t:'\"{]\0\x85%", "", "&a ", "*a ", "- ", "!!set ", "? ", "1: ")
"""What a slip of the hand leaves in a file."""


@functools.cache
def stacks() -> list[tuple[str, str, Any]]:
    """Text, section and its value of each stack file of ours."""
    found = []
    for file in sorted((ROOT / "stacks").glob("*.yaml")):
        text = file.read_text(encoding="utf-8")
        for key, value in yaml.safe_load(text)["config"].items():
            if isinstance(value, dict):
                found.append((text, key.partition(":")[2], value))
    return found


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every mapping and list with each of its keys or positions."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def mutated(value: Any, chance: random.Random) -> Any:
    """With one to three values odd, gone, somebody else's, twice, or under another name."""
    value = copy.deepcopy(value)
    for _ in range(chance.randint(1, 3)):
        found = list(places(value))
        if not found:
            break
        inner, key = chance.choice(found)
        match chance.randrange(6):
            case 0 | 1:
                inner[key] = copy.deepcopy(chance.choice(ODD))
            case 2:
                del inner[key]
            case 3:
                other, place = chance.choice(found)
                inner[key] = copy.deepcopy(other[place])
            case 4 if isinstance(inner, list):
                inner.append(copy.deepcopy(inner[key]))
            case 4:
                inner[chance.choice(["", "a\nb", "x" * 5000, key * 2])] = inner.pop(key)
            case _:
                own = inner[key]
                inner[key] = f"{own}\n{own}" if isinstance(own, str) else [own]
    return value


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(key)
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


@pytest.mark.parametrize("count", [400, pytest.param(9000, marks=pytest.mark.soak)])
def test_wrong_values_are_refused_in_words(count: int) -> None:
    chance = random.Random(SEED)  # noqa: S311 - to be repeated
    refused = 0
    for number in range(count):
        _, section, value = chance.choice(stacks())
        wrong = mutated(value, chance)
        try:
            if section == "landingZone":
                settings: Any = LandingZoneSettings.load(wrong, section)
            else:
                settings = load_settings(InferenceWorkloadsSettings, wrong, section)
        except SettingsError as error:
            refused += 1
            for line, problem in zip(str(error).split("\n")[1:], error.problems, strict=True):
                assert not CONTROL.search(line), (SEED, number, line)
                assert len(line) < 1500, (SEED, number, line)
                assert len(problem.message) > 5, (SEED, number, line)
        else:
            said = list(texts(settings.model_dump()))
            assert not [text for text in said if CONTROL.search(text)], (SEED, number)
    assert refused > count / 2


@pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.soak)])
def test_damaged_texts_are_told_with_their_place(count: int) -> None:
    chance = random.Random(SEED)  # noqa: S311 - to be repeated
    for number in range(count):
        text = list(chance.choice(stacks())[0])
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(text))
            text[at : at + chance.choice([0, 1, 5])] = chance.choice(TYPED)
        lines = "".join(text).splitlines()
        try:
            findings = check("".join(text))
        except Exception as error:
            pytest.fail(f"{(SEED, number)}: a traceback, {error!r}")
        for finding in findings:
            assert not CONTROL.search(finding.message), (SEED, number, finding)
            assert len(finding.message) < 1500, (SEED, number, finding)
            assert 1 <= finding.place.line <= len(lines) + 1, (SEED, number, finding)
