"""Role assignments from access grants."""

import uuid
from collections.abc import Sequence

import pulumi
from pulumi_azure_native import authorization

from azure_ai_landing_zone.model import AccessGrant, Input

_NAMESPACE = uuid.UUID("6f5c2a0e-7d0b-5b0a-9d7e-2f3f0c1b9a44")
"""Ours alone; changing it would give every assignment another name."""


def assignment_name(scope: str, principal_id: str, role_guid: str) -> str:
    """The GUID that names an assignment: the same for the same access, and another for a recreated identity.

    Azure spells ids in different casings at different times, so casing doesn't count.
    """
    return str(uuid.uuid5(_NAMESPACE, f"{scope}|{principal_id}|{role_guid}".lower()))


def grant_access(
    name: str,
    access: Sequence[AccessGrant],
    *,
    scope: Input[str],
    subscription_id: str,
    opts: pulumi.ResourceOptions,
) -> list[authorization.RoleAssignment]:
    """The assignments of a resource's grants, at the resource's own scope."""
    return [
        authorization.RoleAssignment(
            f"{name}-{grant.key}-access",
            role_assignment_name=_name(scope, grant),
            scope=scope,
            principal_id=grant.principal_id,
            principal_type=grant.principal_type,
            role_definition_id=grant.role.definition_id(subscription_id),
            opts=opts,
        )
        for grant in access
    ]


def _name(scope: Input[str], grant: AccessGrant) -> pulumi.Output[str]:
    ids = pulumi.Output.all(scope, grant.principal_id)
    return ids.apply(lambda both: assignment_name(str(both[0]), str(both[1]), grant.role.guid))
