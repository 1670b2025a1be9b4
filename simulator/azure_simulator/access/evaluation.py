"""Whether role assignments let somebody do something: Azure RBAC's own steps, on plain values.

Source: learn.microsoft.com/azure/role-based-access-control/overview (how Azure RBAC determines access) and
role-definitions (wildcards, NotActions, data actions), 2026-11-22; that groups in groups count: the same
overview (role assignments are transitive for groups), 2026-11-23. Deny assignments are not looked at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from azure_simulator.access import conditions
from azure_simulator.access.wildcards import matches


@dataclass(frozen=True, slots=True)
class Permissions:
    """What one role allows: its actions without its NotActions, and the same of data."""

    actions: tuple[str, ...]
    not_actions: tuple[str, ...] = ()
    data_actions: tuple[str, ...] = ()
    not_data_actions: tuple[str, ...] = ()

    @classmethod
    def of(cls, part: Mapping[str, Any]) -> Permissions:
        """As one part of a role definition has them in Azure's words."""
        return cls(
            tuple(part.get("actions") or ()),
            tuple(part.get("notActions") or ()),
            tuple(part.get("dataActions") or ()),
            tuple(part.get("notDataActions") or ()),
        )

    def allow(self, action: str, *, data: bool = False) -> bool:
        if data:
            return matches(self.data_actions, action) and not matches(self.not_data_actions, action)
        return matches(self.actions, action) and not matches(self.not_actions, action)


@dataclass(frozen=True, slots=True)
class Assignment:
    """A role for somebody at a scope, and so at all below it."""

    principal_id: str
    permissions: tuple[Permissions, ...]
    scope: str
    """A resource id; `/` is the root, above all management groups and subscriptions."""
    condition: str | None = None
    """In Azure's language; None: none."""

    def holds_at(self, scope: str) -> bool:
        own = self.scope.strip("/").lower()
        below = scope.strip("/").lower()
        return not own or below == own or below.startswith(f"{own}/")

    def allows(self, action: str, *, data: bool = False, attributes: Mapping[str, str] | None = None) -> bool:
        """At its scope. `attributes`: what the request says of itself (see conditions.py)."""
        if not any(permissions.allow(action, data=data) for permissions in self.permissions):
            return False
        return self.condition is None or conditions.holds(self.condition, action, attributes or {})

    def moved(self, scope: str) -> Assignment:
        """The same elsewhere."""
        return replace(self, scope=scope)


Groups = Mapping[str, Collection[str]]
"""Object ids of the members of a group, by its own; a member may be a group, too."""


def memberships(groups: Groups, principals: Iterable[str]) -> set[str]:
    """The principals and every group that one of them is in, in lower case."""
    found = {one.lower() for one in principals}
    while more := {
        group.lower()
        for group, members in groups.items()
        if group.lower() not in found and any(member.lower() in found for member in members)
    }:
        found |= more
    return found


def allowed(
    assignments: Iterable[Assignment],
    principal_id: str,
    action: str,
    scope: str,
    *,
    data: bool = False,
    attributes: Mapping[str, str] | None = None,
    groups: Groups = MappingProxyType({}),
) -> bool:
    """Whether any assignment lets the principal do `Microsoft.Network/virtualNetworks/write` at the scope.
    `attributes`: what the request says of itself (see conditions.py).

    NotActions take away from their own role only: another role may still allow the action.
    """
    who = memberships(groups, [principal_id])
    return any(
        assignment.principal_id.lower() in who
        and assignment.holds_at(scope)
        and assignment.allows(action, data=data, attributes=attributes)
        for assignment in assignments
    )
