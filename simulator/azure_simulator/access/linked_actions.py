"""What somebody has to be allowed on what a resource refers to: to join a subnet, to peer with a network.

Rows are in linked_actions.csv.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from importlib.resources import files

from azure_ai_landing_zone.catalog.table import CatalogError, rows


@dataclass(frozen=True, slots=True)
class LinkedAction:
    of: str
    """The type of the resource that refers; `*`: any."""
    on: str
    """The type of what it refers to."""
    action: str
    source: str
    as_of: date


COLUMNS = ("of", "on", "action", "source", "as_of")


def load(text: str, file: str = "linked_actions.csv") -> Sequence[LinkedAction]:
    """Raises CatalogError with every problem in the file."""
    problems: list[str] = []
    found = []
    for row in rows(file, text, COLUMNS, problems):
        of, on, action, source = (row.text(column) for column in COLUMNS[:4])
        as_of = row.day("as_of")
        if as_of is not None:
            found.append(LinkedAction(of, on, action, source, as_of))
    if problems:
        raise CatalogError(problems)
    return tuple(found)


_ROWS = load((files("azure_simulator.access") / "linked_actions.csv").read_text(encoding="utf-8"))


def needed(of: str, on: str) -> str | None:
    """The action on a resource of type `on` that one of type `of` takes to refer to it; None: none."""
    fitting = (row for row in _ROWS if row.on.lower() == on.lower() and row.of.lower() in ("*", of.lower()))
    return next((row.action for row in fitting), None)
