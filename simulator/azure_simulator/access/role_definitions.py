"""Azure's built-in roles and what they allow: those that zones and people who deploy have.

Rows are in role_definitions.csv, as Azure publishes the definitions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from types import MappingProxyType

from azure_ai_landing_zone.catalog.table import CatalogError, rows
from azure_simulator.access.evaluation import Permissions


@dataclass(frozen=True, slots=True)
class RoleDefinition:
    name: str
    guid: str
    permissions: Permissions
    source: str
    as_of: date


COLUMNS = ("name", "guid", "actions", "not_actions", "data_actions", "not_data_actions", "source", "as_of")


def load(text: str, file: str = "role_definitions.csv") -> Mapping[str, RoleDefinition]:
    """Roles by name and by GUID, in lower case. Raises CatalogError with every problem in the file."""
    problems: list[str] = []
    found: dict[str, RoleDefinition] = {}
    for row in rows(file, text, COLUMNS, problems):
        name, guid, source, as_of = row.text("name"), row.text("guid"), row.text("source"), row.day("as_of")
        if not row.words("actions") and not row.words("data_actions"):
            row.problem("actions", "at least one, of data or not, separated by |")
        if name.lower() in found or guid.lower() in found:
            row.problem("name", "a role that no other line has, with a GUID of its own")
        if as_of is not None:
            permissions = Permissions(
                row.words("actions"),
                row.words("not_actions"),
                row.words("data_actions"),
                row.words("not_data_actions"),
            )
            role = RoleDefinition(name, guid, permissions, source, as_of)
            found |= {name.lower(): role, guid.lower(): role}
    if problems:
        raise CatalogError(problems)
    return MappingProxyType(found)


_ROLES = load((files("azure_simulator.access") / "role_definitions.csv").read_text(encoding="utf-8"))
_EVERY = tuple(role for key, role in _ROLES.items() if key == role.name.lower())


def find(name_or_guid: str) -> RoleDefinition | None:
    """The role of that name or GUID, in any casing; None where this file doesn't have it."""
    return _ROLES.get(name_or_guid.lower())


def every() -> Sequence[RoleDefinition]:
    """All that the file has."""
    return _EVERY


def names() -> list[str]:
    return [role.name for role in _EVERY]
