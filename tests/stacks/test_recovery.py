"""What is taken into a state because Azure made it and nobody was told."""

import json
from pathlib import Path
from typing import Any

import pytest

from azure_simulator.cloud.store import Resource, Store
from azure_simulator.engine.attach import FOLDER_VARIABLE
from recovery import adoptable

GROUPS = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups"
GROUP = "azure-native:resources:ResourceGroup"
PROVIDER = "urn:pulumi:a::p::pulumi:providers:azure-native::default"
COMPONENT = "urn:pulumi:a::p::test:index:Zone::zone"
STATE = [
    {"urn": PROVIDER, "type": "pulumi:providers:azure-native", "id": "1"},
    {"urn": COMPONENT, "type": "test:index:Zone"},
]


@pytest.fixture
def azure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A simulated Azure with the groups `one` and `two`, the second of which stack `b` has."""
    stack = tmp_path / "backend" / ".pulumi" / "stacks" / "p" / "b.json"
    stack.parent.mkdir(parents=True)
    theirs = [{"urn": "urn:pulumi:b::p::x::two", "type": GROUP, "id": f"{GROUPS}/TWO"}]
    stack.write_text(json.dumps({"checkpoint": {"latest": {"resources": theirs}}}), encoding="utf-8")
    stack.with_name("empty.json").write_text('{"checkpoint": {"latest": null}}', encoding="utf-8")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setenv("PULUMI_BACKEND_URL", (tmp_path / "backend").as_uri())
    with Store(tmp_path / "azure") as store:
        for name in ("one", "two"):
            inputs = {"resourceGroupName": name, "tags": {"key": "hush", "team": "ml"}}
            store.put(Resource(f"{GROUPS}/{name}", GROUP, inputs, {"name": name, "tags": inputs["tags"]}))
    return tmp_path


def _planned(name: str, **more: Any) -> dict[str, Any]:
    """A resource as a preview shows it."""
    inputs = {"resourceGroupName": name, "tags": {"key": "[secret]", "team": "serving"}, "__mark": True}
    given = {"urn": f"urn:pulumi:a::p::{GROUP}::{name}", "type": GROUP, "inputs": inputs, "custom": True}
    return {**given, "provider": f"{PROVIDER}::1", "parent": COMPONENT, **more}


@pytest.mark.usefixtures("azure")
def test_it_is_taken_in_as_it_was_made_with_its_secrets() -> None:
    secret = {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "plaintext": '"hush"'}
    tags = {"key": secret, "team": "ml"}
    assert list(adoptable(STATE, [_planned("one"), _planned("none")])) == [
        _planned(
            "one",
            id=f"{GROUPS}/one",
            inputs={"resourceGroupName": "one", "tags": tags, "__mark": True},
            outputs={"name": "one", "tags": tags},
        )
    ]


@pytest.mark.usefixtures("azure")
@pytest.mark.parametrize(
    "planned",
    [
        pytest.param(_planned("two"), id="another stack has it"),
        pytest.param(_planned("one", parent="urn:pulumi:a::p::x::y"), id="its parent is not there yet"),
        pytest.param(_planned("one", dependencies=["urn:pulumi:a::p::x::y"]), id="what it needs is missing"),
        pytest.param(_planned("one", provider="urn:pulumi:a::p::x::y::2"), id="its provider is not there"),
    ],
)
def test_it_is_left_where_it_is(planned: dict[str, Any]) -> None:
    assert list(adoptable(STATE, [planned])) == []


def test_what_needs_something_taken_in_comes_after_it(azure: Path) -> None:
    with Store(azure / "azure") as store:
        store.put(Resource(f"{GROUPS}/three", GROUP, {"resourceGroupName": "three"}, {}))
    one = _planned("one")
    three = _planned("three", dependencies=[one["urn"]])
    assert [new["id"] for new in adoptable(STATE, [one, three])] == [f"{GROUPS}/one", f"{GROUPS}/three"]
