"""How a stack's standing is shown: tables in a terminal, the same without lines and colours in a pipe."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from azure_ai_landing_zone_policies.reports.standing import Standing

_NO_END = 10_000
"""Columns of what is no terminal: nothing is broken there."""


def console() -> Console:
    """Standard output, as wide as it is."""
    is_terminal = sys.stdout.isatty()
    return Console(width=None if is_terminal else _NO_END, highlight=False, emoji=False, markup=False)


def show(found: "Standing", to: Console) -> None:
    """All of it; nothing is cut off."""
    _heading(to, f"What stands: {found.resources} resources")
    rows = [(part.component, part.name, str(part.resources), part.monthly) for part in found.parts]
    _table(to, ("part", "name", "resources", "a month"), rows, right=(2, 3))
    if found.large:
        _heading(to, "Machines and networks")
        _lines(to, found.large)
    _heading(to, "What is exposed")
    _lines(to, found.reached or ("nothing is reached from the internet, and nothing reaches it",))
    _heading(to, "What it costs")
    _lines(to, found.cost)
    blocking = sum(said.blocks for said in found.said)
    advice = len(found.said) - blocking
    verdict = f"{blocking or 'nothing'} to fix, {advice or 'nothing'} to think about ({found.rules} rules)"
    _heading(to, f"What policy says: {verdict}")
    said = [(("blocks" if one.blocks else "advice"), one.rule, one.resource, one.text) for one in found.said]
    if said:
        _table(to, ("", "rule", "resource", "what to do"), said)
    _lines(to, found.waivers)
    if found.protected:
        _heading(to, f"What stays at `pulumi destroy`: {len(found.protected)} protected")
        _lines(to, found.protected)
    if found.to_do:
        _heading(to, "What people have to do")
        for name, text in found.to_do:
            _lines(to, (f"{name}:", f"  {text}"))


def _heading(to: Console, text: str) -> None:
    to.print()
    to.print(text, style="bold")


def _lines(to: Console, lines: Iterable[str]) -> None:
    for line in lines:
        to.print(f"  {line}", soft_wrap=not to.is_terminal)


def _table(
    to: Console, headings: Iterable[str], rows: Iterable[tuple[str, ...]], *, right: tuple[int, ...] = ()
) -> None:
    table = Table(box=SIMPLE_HEAD if to.is_terminal else None, pad_edge=False, padding=(0, 2, 0, 0))
    for number, heading in enumerate(headings):
        table.add_column(heading, overflow="fold", justify="right" if number in right else "left")
    for row in rows:
        table.add_row(*(cell or "–" for cell in row))
    to.print(table)
