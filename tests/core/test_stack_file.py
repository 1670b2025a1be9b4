"""What is refused of a stack file before anything in it is read."""

import json
import re
from pathlib import Path

import pulumi
import pytest

from azure_ai_landing_zone import LandingZoneSettings, SettingsError
from helpers.offline import ROOT
from helpers.registered import register
from helpers.settings import stack

FILES = sorted((ROOT / "stacks").glob("*.yaml"))
KEY = "azure-ai-landing-zone:landingZone"


def loaded(folder: Path, monkeypatch: pytest.MonkeyPatch, salt: str) -> str:
    """What is said of a stack with that salt where nothing is simulated, or its location."""
    (folder / "Pulumi.yaml").write_text("name: zone\nruntime: python\nstackConfigDir: stacks\n")
    (folder / "stacks").mkdir()
    (folder / "stacks" / "Pulumi.dev.yaml").write_text(f"config: {{}}\n{salt}\n")
    monkeypatch.chdir(folder)
    monkeypatch.delenv("AZURE_SIMULATOR_FOLDER", raising=False)
    pulumi.runtime.set_config(KEY, json.dumps(stack()))
    said: list[str] = []

    def program() -> None:
        try:
            said.append(LandingZoneSettings.from_stack().location)
        except SettingsError as error:
            said.append(str(error))

    register(program)
    return said[0]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_published_salt_is_refused_where_azure_is_real(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (salt,) = re.findall(r"^encryptionsalt:.*", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert loaded(tmp_path, monkeypatch, salt) == (
        f"1 problem in {KEY} of stack dev:\n"
        "  the stack file has the salt of a passphrase that is published with the library, so that everybody "
        "could read what this stack encrypts: delete its line `encryptionsalt`, and give the stack a secrets "
        "provider of your own with `pulumi stack change-secrets-provider`"
    )


@pytest.mark.parametrize("salt", ["", "encryptionsalt: v1:AAAAAAAAAAA=:v1:x:y"])
def test_a_salt_of_one_s_own_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, salt: str) -> None:
    assert loaded(tmp_path, monkeypatch, salt) == "eastus"
