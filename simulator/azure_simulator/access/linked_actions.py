"""What somebody has to be allowed on what a resource refers to: to join a subnet, to peer with a network.

Rows are in linked_actions.csv.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from importlib.resources import files

from azure_ai_landing_zone.catalog.table import records


@dataclass(frozen=True, slots=True)
class LinkedAction:
    of: str
    """The type of the resource that refers; `*`: any."""
    at: str | None
    """The property that has to hold the reference; None: any."""
    on: str
    """The type of what it refers to; `*`: any."""
    action: str
    """`{on}` stands for that type."""
    source: str
    as_of: date


def load(text: str, file: str = "linked_actions.csv") -> Sequence[LinkedAction]:
    """Raises CatalogError with every problem in the file."""
    return tuple(row for _, row in records(LinkedAction, file, text))


_ROWS = load((files("azure_simulator.access") / "linked_actions.csv").read_text(encoding="utf-8"))


def needed(of: str, on: str, at: str) -> str | None:
    """The action on a resource of type `on` that one of type `of` takes to refer to it in its property `at`,
    at or below it; None: none."""
    for row in _ROWS:
        if (
            row.of.lower() in ("*", of.lower())
            and row.on.lower() in ("*", on.lower())
            and (row.at is None or at == row.at or at.startswith((f"{row.at}.", f"{row.at}[")))
        ):
            return row.action.replace("{on}", on)
    return None
