"""The commands that the docs show are there, with the options that they are given."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from azure_ai_landing_zone.cli import application
from helpers.offline import ROOT
from helpers.shown import LEFT, commands, on_stack

AILZ = get_command(application())
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def shown(start: str) -> Iterator[tuple[str, str]]:
    """Pages, with what follows the start of a command: in a line of a block, or between backticks."""
    for one in commands():
        for line in one.text.splitlines():
            for part in re.split(r"&&|\|\||[|;()]", line.partition("  #")[0]):
                found = re.match(rf"\s*(?:\S*/)?{start}\b(.*)", part)
                if found is not None:
                    yield one.page, found[1]


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


def test_what_isn_t_run_on_a_stack_has_its_reason_once() -> None:
    """The rest runs where the stack is up: tests/stacks/test_life.py."""
    named = [one for one in commands() if one.stacks]
    assert [[one.is_left(*left) for one in named].count(True) for left in LEFT] == [1] * len(LEFT)
    assert sorted({one.page for one in named if not one.to_run}) == [
        "README.md",
        "docs/before-azure.md",
        "docs/brownfield.md",
        "docs/environments.md",
        "docs/inference-workloads.md",
        "docs/inference.md",
        "docs/preflight.md",
        "docs/subscription.md",
    ]
    assert [one for one in named if len(one.stacks) > 1 and one.to_run] == []


def test_commands_of_a_stack_are_found() -> None:
    assert on_stack("training")[0] == (
        "./offline pulumi preview -s training --policy-pack policies\n./offline pulumi stack -s training\n"
    )
    assert [len(on_stack(stack)) for stack in ("bootstrap", "brownfield", "dev", "prod")] == [1, 1, 0, 6]
