"""What an operation on something lets somebody be, or reach, beside the operation itself.

Rows are in takeovers.csv.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from typing import Literal

from azure_ai_landing_zone.catalog.table import records

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


def load(text: str, file: str = "takeovers.csv") -> Sequence[Takeover]:
    """Raises CatalogError with every problem in the file."""
    return tuple(takeover for _, takeover in records(Takeover, file, text))


TAKEOVERS = load((files("azure_simulator.access") / "takeovers.csv").read_text(encoding="utf-8"))
