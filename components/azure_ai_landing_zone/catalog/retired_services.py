"""Services for AI and its data that Azure ends as a whole, and when.

Rows are in retired_services.csv, from Azure's own list: github.com/Azure/EOL, service_list.json at c5af085b.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from azure_ai_landing_zone.catalog.table import OrEmpty, data_file, records


@dataclass(frozen=True, slots=True)
class ServiceRetirement:
    """One service that ends."""

    type: str
    """Of azure-native: storagecache:Cache."""
    kind: OrEmpty
    """The `kind` of the resource, where one type has several services; else empty."""
    service: str
    retires: date
    """The day from which it answers no longer."""
    instead: str
    source: str
    as_of: date


def load(text: str, file: str = "retired_services.csv") -> Mapping[tuple[str, str], ServiceRetirement]:
    """By type and kind in lower case. Raises CatalogError with every problem in the file."""
    found: dict[tuple[str, str], ServiceRetirement] = {}
    for row, one in records(ServiceRetirement, file, text):
        key = one.type, one.kind.lower()
        if key in found:
            row.problem("kind", "one that no other line of this type has")
        found[key] = one
    return found


@cache
def all_services() -> Mapping[tuple[str, str], ServiceRetirement]:
    """By type and kind in lower case."""
    return load(data_file("retired_services.csv"))
