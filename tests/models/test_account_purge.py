"""An account is purged after it is deleted, with whoever destroys the stack, and only then."""

import subprocess
from typing import Any

import pytest

from azure_ai_landing_zone import ContentSafety, ContentSafetyArgs, ModelService, ModelServiceArgs, Naming
from azure_ai_landing_zone.access.role_wait import WAITS_VARIABLE
from azure_ai_landing_zone.models.account_purge import AccountPurgeProvider
from helpers.registered import SUBSCRIPTION, register

COMMON: dict[str, Any] = {
    "location": "swedencentral",
    "resource_group_name": "rg",
    "naming": Naming(suffix="x1"),
}
PROPS = {
    "account_name": "aif",
    "resource_group_name": "rg",
    "location": "swedencentral",
    "subscription_id": SUBSCRIPTION,
}
ACCOUNT = f"--name aif --resource-group rg --location swedencentral --subscription {SUBSCRIPTION}"
SHOW = f"az cognitiveservices account show-deleted {ACCOUNT}"
PURGE = f"az cognitiveservices account purge {ACCOUNT}"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Commands that were run. They end with 1 for an account called `absent`, and `kept` can't be purged."""
    commands: list[str] = []

    def run(command: list[str], **_options: Any) -> subprocess.CompletedProcess[str]:
        commands.append(" ".join(command))
        fails = "absent" in command or ("kept" in command and "purge" in command)
        return subprocess.CompletedProcess(command, int(fails), "", "ERROR: not allowed\n")

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.delenv(WAITS_VARIABLE, raising=False)
    return commands


def test_a_deleted_account_is_purged(asked: list[str]) -> None:
    AccountPurgeProvider().delete("id", PROPS)
    assert asked == [SHOW, PURGE]


def test_what_is_not_deleted_is_left_as_it_is(asked: list[str]) -> None:
    AccountPurgeProvider().delete("id", PROPS | {"account_name": "absent"})
    assert asked == [SHOW.replace("aif", "absent")]


def test_a_refusal_stops_the_destroy_and_says_why(asked: list[str]) -> None:
    with pytest.raises(RuntimeError) as raised:
        AccountPurgeProvider().delete("id", PROPS | {"account_name": "kept"})
    assert str(raised.value) == f"{PURGE.replace('aif', 'kept')}: ERROR: not allowed"
    assert len(asked) == 2


def test_nothing_is_purged_where_azure_is_simulated(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(WAITS_VARIABLE, "off")
    AccountPurgeProvider().delete("id", PROPS)
    assert asked == []


def test_without_the_azure_cli_it_says_what_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(WAITS_VARIABLE, raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(RuntimeError) as raised:
        AccountPurgeProvider().delete("id", PROPS)
    assert str(raised.value) == f"purging takes the Azure CLI: install it, or run {SHOW}"


@pytest.mark.parametrize(
    ("change", "replaces"),
    [({}, []), ({"__provider": "other"}, []), ({"location": "eastus"}, ["location"])],
)
def test_another_account_is_another_purge(change: dict[str, Any], replaces: list[str]) -> None:
    found = AccountPurgeProvider().diff("id", PROPS, PROPS | change)
    assert (found.changes, found.replaces) == (bool(replaces), replaces)


@pytest.mark.parametrize("kind", ["models", "safety"])
def test_the_account_depends_on_what_purges_it(kind: str) -> None:
    purged = {"mode": "create", "destroyed_account": "purge"}

    def program() -> None:
        if kind == "models":
            ModelService("it", ModelServiceArgs(**COMMON | {"foundry_account": purged}))
        else:
            ContentSafety("it", ContentSafetyArgs(**COMMON | {"content_safety": purged}))

    made = register(program)
    assert "it-purge" in made.dependencies["it-account"]
    assert made.protected == {"it-account"}
    assert {name: made.inputs["it-purge"][name] for name in ("location", "subscription_id")} == {
        "location": "swedencentral",
        "subscription_id": SUBSCRIPTION,
    }


def test_accounts_are_kept_unless_asked() -> None:
    made = register(lambda: ModelService("it", ModelServiceArgs(**COMMON)))
    assert "it-purge" not in made.inputs
