"""The tests that a page names, as `tests/<file>.py::test_<name>`."""

import ast
import re
from functools import cache

from helpers.offline import ROOT


def named_tests(text: str) -> list[tuple[str, str]]:
    """File and name of each."""
    return re.findall(r"`(tests/\S+\.py)::(test_\w+)`", text)


def gone(text: str) -> list[str]:
    """Those that aren't there."""
    return [f"{file}::{name}" for file, name in named_tests(text) if name not in _functions_of(file)]


@cache
def _functions_of(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
