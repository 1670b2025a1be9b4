"""What an operation on something lets somebody be, or reach, beside the operation itself.

Rows are in takeovers.csv.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from typing import Literal, get_args

from azure_ai_landing_zone.catalog.table import CatalogError, rows

Takes = Literal["computes", "data", "identity", "workers"]
"""identity: whom the resource is; workers: all identities that it works as; computes: those of what is below
it; data: all data of it."""


@dataclass(frozen=True, slots=True)
class Takeover:
    on: str
    """The type of what it is done to."""
    action: str
    data: bool
    """Whether it is a data action."""
    takes: Takes
    source: str
    as_of: date


COLUMNS = ("on", "action", "data", "takes", "source", "as_of")


def load(text: str, file: str = "takeovers.csv") -> Sequence[Takeover]:
    """Raises CatalogError with every problem in the file."""
    problems: list[str] = []
    found = []
    for row in rows(file, text, COLUMNS, problems):
        on, action, source, as_of = row.text("on"), row.text("action"), row.text("source"), row.day("as_of")
        takes, data = row.one_of("takes", get_args(Takes)), row.one_of("data", ("true", "false"))
        if as_of is not None and takes is not None:
            found.append(Takeover(on, action, data == "true", takes, source, as_of))
    if problems:
        raise CatalogError(problems)
    return tuple(found)


TAKEOVERS = load((files("azure_simulator.access") / "takeovers.csv").read_text(encoding="utf-8"))
