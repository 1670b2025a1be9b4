"""The ten tasks of docs/first-afternoon.md: each has somebody who judges it, and nobody is named in vain."""

import ast
import re

from recorded import ROOT

PAGE = (ROOT / "docs" / "first-afternoon.md").read_text(encoding="utf-8")
JUDGES = {
    int(row[1]): re.findall(r"`(tests/\S+\.py)::(\w+)`", row[0])
    for row in re.finditer(r"^\| (\d+)\. .*$", PAGE, re.MULTILINE)
}
"""Of each task by its number: tests, by file and name."""


def test_each_task_is_judged() -> None:
    assert [number for number, judges in JUDGES.items() if judges] == list(range(1, 11))


def test_every_judge_is_there() -> None:
    named = {file for judges in JUDGES.values() for file, _ in judges}
    there = {
        (file, one.name)
        for file in named
        for one in ast.parse((ROOT / file).read_text(encoding="utf-8")).body
        if isinstance(one, ast.FunctionDef)
    }
    assert [one for judges in JUDGES.values() for one in judges if one not in there] == []
