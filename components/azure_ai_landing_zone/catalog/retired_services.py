"""Services for AI and its data that Azure ends as a whole, and when.

Rows are in retired_services.csv, from Azure's own list: github.com/Azure/EOL, service_list.json at c5af085b.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from azure_ai_landing_zone.catalog.table import CatalogError, data_file, rows


@dataclass(frozen=True, slots=True)
class ServiceRetirement:
    """One service that ends."""

    type: str
    """Of azure-native: storagecache:Cache."""
    kind: str
    """The `kind` of the resource, where one type has several services; else empty."""
    service: str
    retires: date
    """The day from which it answers no longer."""
    instead: str
    source: str
    as_of: date


COLUMNS = ("type", "kind", "service", "retires", "instead", "source", "as_of")


def load(text: str, file: str = "retired_services.csv") -> Mapping[tuple[str, str], ServiceRetirement]:
    """By type and kind in lower case. Raises CatalogError with every problem in the file."""
    problems: list[str] = []
    found: dict[tuple[str, str], ServiceRetirement] = {}
    for row in rows(file, text, COLUMNS, problems):
        type_, kind = row.text("type"), row.optional_text("kind") or ""
        if (type_, kind.lower()) in found:
            row.problem("kind", "one that no other line of this type has")
        found[type_, kind.lower()] = ServiceRetirement(
            type=type_,
            kind=kind,
            service=row.text("service"),
            retires=row.day("retires") or date.min,
            instead=row.text("instead"),
            source=row.text("source"),
            as_of=row.day("as_of") or date.min,
        )
    if problems:
        raise CatalogError(problems)
    return found


@cache
def all_services() -> Mapping[tuple[str, str], ServiceRetirement]:
    """By type and kind in lower case."""
    return load(data_file("retired_services.csv"))
