"""The commands that README and docs show, and a folder that they run in."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import recorded
from helpers.offline import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SHELLS = ("bash", "sh", "shell")
_PROGRAM = re.compile(r"^(?:\w+=\S+ )*(?:\S*/)?(?:ailz|make|offline|pulumi) ", re.MULTILINE)
_STACK = re.compile(
    rf"(?:-s |--stack |STACK=|page |preflight |/Pulumi\.)({'|'.join(recorded.stacks())})(?![\w-])"
)
_BY_THE_TESTS = re.compile(r"^make (?:up|down) STACK=\S+.*\n?", re.MULTILINE)
"""tests/stacks/test_life.py brings each stack up and down by these."""
_OF_SOMEBODY = re.compile(r"^az |<[a-z]", re.MULTILINE)
"""Asks real Azure, or has a name of the reader's own in it."""

LEFT = {
    ("docs/brownfield.md", "ailz preflight"): "asks Azure: tests/cli/test_preflight.py has one that answers",
    ("docs/subscription.md", "AZURE_SIMULATOR_SUBSCRIPTION=new ./offline"): (
        "is refused, as it says: tests/stacks/test_profiles.py"
    ),
}
"""By page and beginning, with the reason: commands on a stack that aren't run."""


@dataclass(frozen=True)
class Command:
    """A block of a page, or what stands between backticks."""

    page: str
    text: str

    @property
    def stacks(self) -> set[str]:
        """Those that it does something with."""
        return set(_STACK.findall(self.text)) if _PROGRAM.search(self.text) else set()

    @property
    def to_run(self) -> str:
        """What of it a test has to run. Empty: nothing."""
        if _OF_SOMEBODY.search(self.text) or any(self.is_left(*one) for one in LEFT):
            return ""
        return _BY_THE_TESTS.sub("", self.text)

    def is_left(self, page: str, beginning: str) -> bool:
        return self.page == page and self.text.startswith(beginning)


def commands() -> Iterator[Command]:
    """All, with continued lines as one."""
    for file in PAGES:
        page, text = file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")
        for language, block in _BLOCK.findall(text):
            if language in _SHELLS:
                yield Command(page, block.replace("\\\n", " "))
        for said in re.findall(r"`([^`\n]+)`", _BLOCK.sub("", text)):
            yield Command(page, said)


def on_stack(stack: str) -> list[str]:
    """What is shown of one of the stacks, and runs on the simulated Azure."""
    return list(dict.fromkeys(one.to_run for one in commands() if one.stacks == {stack} and one.to_run))


def check_out(folder: Path) -> None:
    """Makes a folder what the pages are read in: a checkout whose stack files may be changed, and whose
    tools take it for theirs."""
    for there in ROOT.iterdir():
        if there.name in ("stacks", "tools"):
            shutil.copytree(there, folder / there.name)
        elif not there.name.startswith(".") or there.name == ".venv":
            (folder / there.name).symlink_to(there)
