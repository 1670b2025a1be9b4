"""Role assignments from access grants."""

import uuid
from collections.abc import Iterator, Mapping, Sequence

import pulumi
from pulumi_azure_native import authorization

from azure_ai_landing_zone.catalog.roles import PRIVILEGED
from azure_ai_landing_zone.core.model import AccessGrant, Input, OwnRole
from azure_ai_landing_zone.core.problem import Problem

_NAMESPACE = uuid.UUID("6f5c2a0e-7d0b-5b0a-9d7e-2f3f0c1b9a44")
"""Ours alone; changing it would give every assignment another name."""


def assignment_name(scope: str, principal_id: str, role_guid: str) -> str:
    """The GUID that names an assignment: the same for the same access, and another for a recreated identity.

    Azure spells ids in different casings at different times, so casing doesn't count.
    """
    return str(uuid.uuid5(_NAMESPACE, f"{scope}|{principal_id}|{role_guid}".lower()))


def access_problems(access: Sequence[AccessGrant], resource_type: str) -> Iterator[Problem]:
    """What is wrong with the grants of a resource of that type, such as Microsoft.KeyVault/vaults."""
    seen: dict[str, int] = {}
    for number, grant in enumerate(access):
        path = ("access", number)
        if grant.key in seen:
            text = f"{grant.key} is the key of [{seen[grant.key]}] already: give each its own"
            yield Problem((*path, "key"), text)
        seen.setdefault(grant.key, number)
        if isinstance(grant.role, OwnRole):
            continue  # what is in it the company knows
        if grant.role in PRIVILEGED:
            text = f"{grant.role} can give away roles: choose a narrower one; what deploys takes a Deployer"
            yield Problem((*path, "role"), text)
        elif not grant.role.suits(resource_type):
            text = (
                f"{grant.role} is a role on {grant.role.resource_type} and means nothing on {resource_type}"
            )
            yield Problem((*path, "role"), text)


def part_access_problems(
    setting: str, access: Mapping[str, Sequence[AccessGrant]], resource_type: str
) -> Iterator[Problem]:
    """The same of grants on parts that are scopes of their own, such as secrets of a vault, by name."""
    seen: dict[str, str] = {}
    for part, grants in access.items():
        for problem in access_problems(grants, resource_type):
            yield Problem((setting, part, *problem.path[1:]), problem.message)
        for number, grant in enumerate(grants):
            called = f"{part}-{grant.key}".lower()
            if seen.setdefault(called, part) != part:
                text = f"the grant would be called as one of {seen[called]}, {called}: give it another key"
                yield Problem((setting, part, number, "key"), text)


def grant_access(
    name: str,
    access: Sequence[AccessGrant],
    *,
    scope: Input[str],
    subscription_id: str,
    opts: pulumi.ResourceOptions,
) -> "list[authorization.RoleAssignment]":
    """The assignments of a resource's grants, at the resource's own scope."""
    return [
        authorization.RoleAssignment(
            f"{name}-{grant.key}-access",
            role_assignment_name=assigned_name(scope, grant.principal_id, grant.role.guid),
            scope=scope,
            principal_id=grant.principal_id,
            principal_type=grant.principal_type,
            role_definition_id=grant.role.definition_id(subscription_id),
            opts=opts,
        )
        for grant in access
    ]


def assigned_name(scope: Input[str], principal_id: Input[str], role_guid: Input[str]) -> pulumi.Output[str]:
    """`assignment_name` of ids that may not be known yet."""
    ids = pulumi.Output.all(scope, principal_id, role_guid)
    return ids.apply(lambda known: assignment_name(str(known[0]), str(known[1]), str(known[2])))
