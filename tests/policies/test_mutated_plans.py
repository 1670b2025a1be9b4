"""The guard on damaged plans: it ends in words, and never lets one pass that isn't whole."""

import json
import os
import random
from typing import Any

import pytest
from typer.testing import CliRunner

from azure_ai_landing_zone.cli import application
from policies.plans import GROUP, STORE, document, events, step

SEED = int(os.environ.get("SOAK_SEED", "0"))
RANGE = {"addressPrefix": "10.0.0.0/24"}
LOST = (
    step("same", "network:VirtualNetwork", "network", old={"subnets": [{"name": "a", **RANGE}]}),
    step("create", "compute:VirtualMachine", "dev", new={"hardwareProfile": {"vmSize": "Standard_D2s_v5"}}),
    step("update", "network:Subnet", "nodes", old=RANGE, new=RANGE),
    step("delete", "keyvault:Vault", "vault", old={"properties": {"tenantId": "t"}}),
    step("delete", "storage:StorageAccount", "store", old={"kind": "StorageV2"}, id=STORE),
    step("delete", "storagecache:AmlFilesystem", "scratch", old={}, id=f"{GROUP}/scratch"),
)
"""A plan that loses three things, whatever their inputs say: no damage may make it pass."""

JUNK: tuple[Any, ...] = (None, True, 0, -1, 1.5, 10**30, "", "x", "\ud800", [], [[]], {}, {"a": {}}, ["{"])


def damaged(text: str, chance: random.Random) -> bytes:
    """The text with one to three things wrong: in its values, its lines or its bytes."""
    for _ in range(chance.randint(1, 3)):
        kind = chance.choice((_value, _value, _lines, _bytes, _cut))
        text = kind(text, chance)
    return text.encode("utf-8", "surrogatepass")


def _value(text: str, chance: random.Random) -> str:
    """One value of the JSON taken away or made another."""
    lines = text.splitlines() if "preludeEvent" in text else [text]
    index = chance.randrange(len(lines) or 1)
    try:
        whole = json.loads(lines[index])
    except (ValueError, IndexError):
        return text
    places = [place for place in _places(whole) if place[1] != "retainOnDelete"]
    if not places:
        return text
    holder, key = chance.choice(places)
    if chance.random() < 0.3:
        del holder[key]
    else:
        holder[key] = chance.choice(JUNK)
    lines[index] = json.dumps(whole)
    return "\n".join(lines)


def _places(value: Any) -> list[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [(value, key) for key in keys] + [place for key in keys for place in _places(value[key])]


def _lines(text: str, chance: random.Random) -> str:
    """Lines lost, twice or in another order."""
    lines = text.splitlines() or [""]
    index = chance.randrange(len(lines))
    some = lines[index : index + chance.randint(1, 5)]
    if chance.random() < 0.5:
        del lines[index : index + len(some)]
    else:
        lines[(place := chance.randrange(len(lines))) : place] = some
    return "\n".join(lines)


def _bytes(text: str, chance: random.Random) -> str:
    """A few characters made others."""
    found = list(text)
    for _ in range(chance.randint(1, 5)):
        if found:
            found[chance.randrange(len(found))] = chance.choice('{}[]",:0x\\\n\x00é\udcff')
    return "".join(found)


def _cut(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[at:] if chance.random() < 0.5 else text[:at]


@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.soak)])
def test_a_damaged_plan_never_passes(count: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.chdir(tmp_path)
    wholes = (
        document(*LOST),
        document(*LOST, left_out=4),
        events(*LOST),
        events(*LOST, blocked_by=("a-rule",)),
    )
    chance = random.Random(SEED)  # noqa: S311 - to be repeated
    run = CliRunner()
    for number in range(count):
        plan = damaged(chance.choice(wholes), chance)
        done = run.invoke(application(), ["guard"], input=plan)
        assert isinstance(done.exception, SystemExit), (SEED, number, plan, done.exception)
        assert done.exit_code in (1, 2), (SEED, number, plan, done.output)
