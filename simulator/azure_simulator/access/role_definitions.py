"""Azure's built-in roles and what they allow: those that zones and people who deploy have.

Rows are in role_definitions.csv, as Azure publishes the definitions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from types import MappingProxyType

from azure_ai_landing_zone.catalog.table import records
from azure_simulator.access.evaluation import Permissions


@dataclass(frozen=True, slots=True)
class RoleDefinition:
    name: str
    guid: str
    actions: tuple[str, ...]
    not_actions: tuple[str, ...]
    data_actions: tuple[str, ...]
    not_data_actions: tuple[str, ...]
    source: str
    as_of: date

    @property
    def permissions(self) -> Permissions:
        return Permissions(self.actions, self.not_actions, self.data_actions, self.not_data_actions)


def load(text: str, file: str = "role_definitions.csv") -> Mapping[str, RoleDefinition]:
    """Roles by name and by GUID, in lower case. Raises CatalogError with every problem in the file."""
    found: dict[str, RoleDefinition] = {}
    for row, role in records(RoleDefinition, file, text):
        if not role.actions and not role.data_actions:
            row.problem("actions", "at least one, of data or not, separated by |")
        if role.name.lower() in found or role.guid.lower() in found:
            row.problem("name", "a role that no other line has, with a GUID of its own")
        found |= {role.name.lower(): role, role.guid.lower(): role}
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
