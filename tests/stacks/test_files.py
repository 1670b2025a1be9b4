"""The stack files themselves."""

import re
from pathlib import Path

import pytest
import yaml

import recorded
from helpers.offline import ROOT


@pytest.mark.parametrize("file", sorted((ROOT / "stacks").glob("*.yaml")), ids=lambda file: file.name)
def test_each_says_what_it_is_for_and_has_the_salt_that_keeps_commands_from_rewriting_it(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert yaml.safe_load(text)["encryptionsalt"].startswith("v1:")


@pytest.mark.parametrize("page", ["README.md", "docs/before-azure.md"])
def test_each_stands_in_the_tables(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    first = re.findall(r"^\| (`[^|]*) \|", text, re.MULTILINE)
    assert {name for cell in first for name in re.findall(r"`([a-z-]+)`", cell)} == set(recorded.stacks())
