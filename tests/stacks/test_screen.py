"""What `make up` and `make down` add to what the engine says, and leave out. A stand-in is the engine."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.offline import ROOT

ENGINE = """#!/bin/sh
case "$*" in
"stack ls --json") echo '[{"name": "smoke"}]' ;;
"stack export"*) cat "$STATE" ;;
destroy*) printf '%b' "$DESTROYED" ;;
esac
"""
DESTROYED = r"\033[1mResources:\033[0m\n    \033[38;5;1m- 9 deleted\033[0m\n    2 unchanged\n\nDuration: 1s\n"
URN = "urn:pulumi:smoke::zone::azure-native:storage:StorageAccount::account"
STORE = {"urn": URN, "type": URN.split("::")[2], "custom": True, "protect": True, "id": "/subscriptions/s/a"}

pytestmark = pytest.mark.programs


def said(folder: Path, verb: str) -> str:
    """What `make` shows of a stack with one store, which is protected."""
    command = folder / "pulumi"
    command.write_text(ENGINE, encoding="utf-8")
    command.chmod(0o755)
    state = folder / "state.json"
    state.write_text(json.dumps({"version": 3, "deployment": {"resources": [STORE]}}), encoding="utf-8")
    there = {"PATH": f"{folder}:{os.environ['PATH']}", "STATE": str(state), "DESTROYED": DESTROYED}
    return subprocess.run(
        [sys.executable, str(ROOT / "tools" / "stack.py"), verb, "smoke"],
        env={**os.environ, **there, "PULUMI_BACKEND_URL": folder.as_uri()},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def test_what_is_next_stands_in_two_columns(tmp_path: Path) -> None:
    _, _, steps = said(tmp_path, "up").partition("\nWhat next\n")
    found = re.findall(r"^(  (?:\S.*?)? {2,})(\S.*)$", steps, re.MULTILINE)
    assert len(found) > 4
    assert {len(before) for before, _ in found} == {38}


def test_one_number_says_what_is_left(tmp_path: Path) -> None:
    """The engine counts components, which Azure hasn't, and so do none of the other pages."""
    shown = said(tmp_path, "down")
    assert re.findall(r"^.*\d+ (?:deleted|unchanged|resources).*$", shown, re.MULTILINE) == [
        "1 resources of 'smoke' stay: these hold data and are protected, the rest is what they stand in."
    ]
