"""Names on the internet that zones have to do with: which tags of Azure's cover them, and whose they are.

Rows are in public_names.csv. A name with *. in front stands for every name below it.
"""

from dataclasses import dataclass
from datetime import date
from functools import cache

from azure_ai_landing_zone.catalog.table import data_file, records


@dataclass(frozen=True, slots=True)
class PublicName:
    """A name, or all below one."""

    name: str
    service_tags: tuple[str, ...]
    """That its addresses are in, without a region; empty where Azure has none."""
    fqdn_tags: tuple[str, ...]
    """Of Azure Firewall, that hold the name."""
    service_endpoint: str | None
    """That leads to it from a subnet that has it, such as Microsoft.Storage."""
    others: str | None
    """Whose things are reached as well by whoever reaches all of these names; None where they are the
    publisher's alone."""
    source: str
    as_of: date

    def holds(self, name: str) -> bool:
        """Whether `name` is this one, or below it."""
        return is_below(name, self.name)

    @property
    def somebody_s(self) -> str:
        """A name of this kind that some other tenant has."""
        return self.name.replace("*", "another-tenant")


def is_below(name: str, pattern: str) -> bool:
    """Whether a name is the pattern, or below one with *. in front."""
    return name == pattern or (pattern.startswith("*.") and name.endswith(pattern[1:]))


def load(text: str, file: str = "public_names.csv") -> tuple[PublicName, ...]:
    """The rows in order. Raises CatalogError with every problem in the file."""
    found: list[PublicName] = []
    for row, one in records(PublicName, file, text):
        if any(other.holds(one.name) for other in found):
            row.problem("name", "a name that no line before it holds")
        found.append(one)
    return tuple(found)


@cache
def public_names() -> tuple[PublicName, ...]:
    """All of them, in the order of the file."""
    return load(data_file("public_names.csv"))


def find(name: str) -> PublicName | None:
    """The row that holds a name."""
    return next((row for row in public_names() if row.holds(name)), None)
