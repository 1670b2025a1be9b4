"""Every place in azure-native's types that rules speak of is known to the helper for it, or excused.

A new version of the SDK that adds one fails here.
"""

import re
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone_policies.engine.testing import program
from azure_ai_landing_zone_policies.program.view import Resource, View
from azure_ai_landing_zone_policies.readers.allowed_addresses import allowed
from azure_ai_landing_zone_policies.readers.node_pools import node_pools
from azure_ai_landing_zone_policies.readers.public_addresses import places
from helpers.sdk_inputs import inputs_named

TODAY = date(2026, 11, 21)
TABLE: dict[str, dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("places.yaml").read_text(encoding="utf-8")
)


def _excuse(place: str, excused: dict[str, str]) -> str | None:
    return next((glob for glob in excused if fnmatchcase(place, glob.replace("[", "[[]"))), None)


@pytest.mark.parametrize("kind", TABLE)
def test_every_place_is_known_or_excused(kind: str) -> None:
    table = TABLE[kind]
    there = {f"{type_} {path}" for type_, path in inputs_named(table["names"])}
    known = set(table["known"])
    rest = there - known
    assert sorted(place for place in rest if not _excuse(place, table["excused"])) == [], "is new"
    assert sorted(known - there) == [], "is gone"
    used = {_excuse(place, table["excused"]) for place in rest}
    assert sorted(set(table["excused"]) - used) == [], "excuses nothing"


def _inputs(path: str, value: Any) -> dict[str, Any]:
    for part in reversed(path.split(".")):
        name = part.removesuffix("[0]")
        value = {name: [value] if part.endswith("[0]") else value}
    return value  # type: ignore[no-any-return]


def _view(type_: str, inputs: dict[str, Any]) -> View:
    return View(inputs, Resource(type_, TODAY))


SIZE = "Standard_ND24rs"


@pytest.mark.parametrize("place", TABLE["sizes"]["known"])
def test_a_size_is_seen(place: str) -> None:
    type_, path = place.split()
    value = {"name": SIZE} if path.endswith("[0]") else SIZE
    found = [pool.size() for pool in node_pools(_view(type_, _inputs(path, value)))]
    assert [size.name for size in found if size] == [SIZE]


@pytest.mark.parametrize("place", TABLE["addresses"]["known"])
def test_a_public_address_is_seen(place: str) -> None:
    type_, path = place.split()
    value = True if path.rpartition(".")[2].startswith("enable") else {"name": "address"}
    view = _view(type_, _inputs(path, value))
    found = [each.text for each in places(view, program({}, TODAY)) if each.given()]
    assert [re.split(r"[. ]", text)[0] for text in found] == [path.partition(".")[0]]


@pytest.mark.parametrize("place", TABLE["rules"]["known"])
def test_allowed_addresses_are_seen(place: str) -> None:
    type_, path = place.split()
    found = [each.path for each in allowed(_view(type_, _inputs(path, "0.0.0.0/0")))]
    assert path.removesuffix("[0]") in found
