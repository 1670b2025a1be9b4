"""Roles are waited for once, and never where there is nothing to wait for."""

import time
from typing import Any

import pytest

from azure_ai_landing_zone.access.role_wait import WAITS_VARIABLE, RoleWait, RoleWaitProvider
from helpers.registered import register


@pytest.mark.parametrize(("variable", "slept"), [(None, [600]), ("off", []), ("on", [600])])
def test_it_waits_when_it_is_made(
    monkeypatch: pytest.MonkeyPatch, variable: str | None, slept: list[int]
) -> None:
    found: list[int] = []
    monkeypatch.setattr(time, "sleep", found.append)
    monkeypatch.delenv(WAITS_VARIABLE, raising=False)
    if variable is not None:
        monkeypatch.setenv(WAITS_VARIABLE, variable)
    RoleWaitProvider().create({"assignments": ["/a"], "seconds": 600})
    assert found == slept


@pytest.mark.parametrize(
    ("change", "replaces"),
    [
        ({}, []),
        ({"seconds": 5}, []),
        ({"__provider": "other"}, []),
        ({"assignments": ["/c"]}, ["assignments"]),
    ],
)
def test_only_another_assignment_is_waited_for_again(change: dict[str, Any], replaces: list[str]) -> None:
    before = {"assignments": ["/a"], "seconds": 600, "__provider": "x"}
    found = RoleWaitProvider().diff("id", before, before | change)
    assert (found.changes, found.replaces) == (bool(replaces), replaces)


def test_nothing_in_the_state_is_secret() -> None:
    made = register(lambda: RoleWait("wait", ["/a", "/b"], 600))
    assert made.types["wait"] == "pulumi-python:dynamic/azure-ai-landing-zone:RoleWait"
    assert isinstance(made.inputs["wait"].pop("__provider"), str)
    assert made.inputs["wait"] == {"assignments": ["/a", "/b"], "seconds": 600}
