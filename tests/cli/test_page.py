"""`ailz page`."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from azure_ai_landing_zone.cli import application
from page.pages import state_text
from policies.plans import state

VAULT = json.dumps({"deployment": {"resources": [state("azure-native:keyvault:Vault", "vault", {})]}})


def page(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    done = CliRunner().invoke(application(), ["page", *arguments], input=stdin)
    return done.exit_code, done.stdout, done.stderr


def test_a_page_is_of_a_file_or_of_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "training.json"
    file.write_text(state_text("training"), encoding="utf-8")
    status, shown, _ = page(str(file))
    assert status == 0
    assert shown.startswith('<!doctype html>\n<html lang="en"><head>')
    assert page("-", stdin=state_text("training")) == (0, shown, "")


def test_a_page_is_of_a_stack_that_pulumi_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of which pulumi is asked without secrets."""
    program = tmp_path / "pulumi"
    program.write_text(f"#!/bin/sh\n[ \"$*\" = 'stack export --stack prod' ] && echo '{VAULT}' || exit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert page("prod", "--format", "markdown")[1].startswith("### prod\n\n- 1 resource.\n")
    program.write_text("#!/bin/sh\necho 'error: no stack named prd found' >&2; exit 255\n")
    assert page("prd") == (2, "", "there is no file prd, and pulumi says: error: no stack named prd found\n")


def test_without_pulumi_it_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    because = "there is no file prod, and pulumi can't be run: No such file or directory"
    assert page("prod") == (2, "", f"{because}\n")


def test_a_former_state_shows_what_is_new(tmp_path: Path) -> None:
    former = tmp_path / "former.json"
    former.write_text(VAULT.replace("::vault", "::old"), encoding="utf-8")
    told = page("-", "--before", str(former), "--format", "markdown", stdin=VAULT)[1]
    assert "- Since the former state: 1 new, 1 gone, 0 changed." in told


def test_half_a_state_makes_no_page() -> None:
    because = "the state breaks off; give all that 'pulumi stack export' wrote"
    assert page("-", stdin=VAULT[:50]) == (2, "", f"{because}\n")
    told = f"### Page of -: no verdict\n\n{because}\n"
    assert page("-", "--format", "markdown", stdin=VAULT[:50]) == (2, told, f"{because}\n")


def test_a_secret_s_value_is_nowhere() -> None:
    marked = {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "plaintext": '"hush"'}
    inputs = {"properties": {"value": marked, "tenantId": marked}}
    secret = json.dumps(
        {"deployment": {"resources": [state("azure-native:keyvault:Vault", "vault", inputs)]}}
    )
    for kind in ("html", "markdown"):
        status, shown, _ = page("-", "--format", kind, stdin=secret)
        assert (status, "hush" in shown) == (0, False)
