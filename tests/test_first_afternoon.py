"""The ten tasks of docs/first-afternoon.md: each has somebody who judges it, and nobody is named in vain."""

import re

from helpers.named_tests import gone, named_tests
from recorded import ROOT

PAGE = (ROOT / "docs" / "first-afternoon.md").read_text(encoding="utf-8")
JUDGES = {int(row[1]): named_tests(row[0]) for row in re.finditer(r"^\| (\d+)\. .*$", PAGE, re.MULTILINE)}
"""Of each task by its number: tests, by file and name."""


def test_each_task_is_judged() -> None:
    assert [number for number, judges in JUDGES.items() if judges] == list(range(1, 11))


def test_every_judge_is_there() -> None:
    assert gone(PAGE) == []
