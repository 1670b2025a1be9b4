"""What the pages of the docs answer to what Azure and Pulumi say when they refuse."""

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import normpath

DOCS = Path(__file__).resolve().parent.parent / "docs"


def answers(said: str) -> list[str]:
    """What to do. Azure's codes are in docs/day-two.md, Pulumi's words in docs/troubleshooting.md."""
    return [*_of_azure(said), *_of_pulumi(said)]


def _of_azure(said: str) -> Iterator[str]:
    for codes, where in re.findall(
        r"^\| (`.+) \| \[[^]]+\]\(([^)]+)\) \|$", _text("day-two.md"), re.MULTILINE
    ):
        for code in re.findall(r"`(\w+)`", codes):
            if re.search(rf"\b{code}\b", said):
                yield f"Azure refused with {code}: docs/{where} says what to do."


def _of_pulumi(said: str) -> Iterator[str]:
    _, _, section = _text("troubleshooting.md").partition("\n## Pulumi itself\n")
    for words, because, do in re.findall(r"^\| `(.+?)` \| (.+) \| (.+) \|$", section, re.MULTILINE):
        if words in said:
            next_ = re.sub(r"\[[^]]+\]\(([^)]+)\)", lambda link: normpath(f"docs/{link[1]}"), do)
            yield f"Pulumi says '{words}': {because}. Next: {next_}."


def _text(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")
