"""The stack files themselves."""

from pathlib import Path

import pytest
import yaml

from helpers.offline import ROOT


@pytest.mark.parametrize("file", sorted((ROOT / "stacks").glob("*.yaml")), ids=lambda file: file.name)
def test_each_says_what_it_is_for_and_has_the_salt_that_keeps_commands_from_rewriting_it(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert yaml.safe_load(text)["encryptionsalt"].startswith("v1:")
