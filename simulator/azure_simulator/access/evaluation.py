"""Whether role assignments let somebody do something: Azure RBAC's own steps, on plain values.

Source: learn.microsoft.com/azure/role-based-access-control/overview (how Azure RBAC determines access) and
role-definitions (wildcards, NotActions), 2026-11-22. Conditions and deny assignments are not looked at: an
assignment with a condition counts as one without.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Permissions:
    """What one role allows: its actions without its NotActions. `*` stands for any text, slashes too."""

    actions: tuple[str, ...]
    not_actions: tuple[str, ...] = ()

    def allow(self, action: str) -> bool:
        return _any(self.actions, action) and not _any(self.not_actions, action)


@dataclass(frozen=True, slots=True)
class Assignment:
    """A role for somebody at a scope, and so at all below it."""

    principal_id: str
    permissions: tuple[Permissions, ...]
    scope: str
    """A resource id; `/` is the root, above all management groups and subscriptions."""

    def holds_at(self, scope: str) -> bool:
        own = self.scope.strip("/").lower()
        below = scope.strip("/").lower()
        return not own or below == own or below.startswith(f"{own}/")


def allowed(assignments: Iterable[Assignment], principal_id: str, action: str, scope: str) -> bool:
    """Whether any assignment lets the principal do `Microsoft.Network/virtualNetworks/write` at the scope.

    NotActions take away from their own role only: another role may still allow the action.
    """
    return any(
        assignment.principal_id.lower() == principal_id.lower()
        and assignment.holds_at(scope)
        and any(permissions.allow(action) for permissions in assignment.permissions)
        for assignment in assignments
    )


def _any(patterns: Iterable[str], action: str) -> bool:
    return any(_compiled(pattern).fullmatch(action) for pattern in patterns)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(re.escape(pattern).replace(r"\*", ".*"), re.IGNORECASE)
