"""The commands that the docs show are there, with the options that they are given."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from azure_ai_landing_zone.cli import application
from helpers.offline import ROOT

PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
AILZ = get_command(application())
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def shown(start: str) -> Iterator[tuple[str, str]]:
    """Pages, with what follows the start of a command: in a line of a block, or between backticks."""
    for page in sorted(PAGES):
        text = page.read_text(encoding="utf-8").replace("\\\n", " ")
        blocks = re.findall(r"^```(?:sh|shell|bash)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        outside = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
        lines = [line.partition("  #")[0] for block in blocks for line in block.splitlines()]
        for command in [*lines, *re.findall(r"`([^`\n]+)`", outside)]:
            for part in re.split(r"&&|\|\||[|;()]", command):
                found = re.match(rf"\s*(?:\S*/)?{start}\b(.*)", part)
                if found is not None:
                    yield page.relative_to(ROOT).as_posix(), found[1]


def unknown(page: str, said: str) -> Iterator[str]:
    """Words of a command of `ailz` that it doesn't know."""
    command: Any = AILZ
    for word in said.split():
        if re.match("--?[a-z]", word):
            known = ["--help", *(option for one in command.params for option in one.opts)]
            if word.partition("=")[0] not in known:
                yield f"{page}: ailz{said}: no {word}"
        elif hasattr(command, "commands"):
            if word not in command.commands:
                yield f"{page}: ailz{said}: no {word}"
                return
            command = command.commands[word]


def test_ailz_has_what_is_shown() -> None:
    commands = list(shown("ailz"))
    assert len(commands) > 50
    assert [one for page, said in commands for one in unknown(page, said)] == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (" page dev --format markdown", []),
        (" pages --json", ["p: ailz pages --json: no pages"]),
        (" check --json F", ["p: ailz check --json F: no --json"]),
    ],
)
def test_what_isn_t_there_is_found(said: str, told: list[str]) -> None:
    assert list(unknown("p", said)) == told


def test_make_has_the_targets_that_are_shown() -> None:
    targets = [(page, said.split()[0]) for page, said in shown("make") if re.match(r" [a-z]", said)]
    assert len(targets) > 20
    assert [one for one in targets if one[1] not in TARGETS] == []


def test_files_that_python_runs_are_there() -> None:
    scripts = [(page, said.split()[0]) for page, said in shown("python3?") if ".py" in said]
    assert len(scripts) > 3
    assert [one for one in scripts if not (ROOT / one[1]).exists()] == []
