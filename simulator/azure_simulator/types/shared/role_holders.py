"""Who has roles, as types ask that act as somebody."""

from __future__ import annotations

from collections.abc import Collection

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import Cloud
from azure_simulator.cloud.values import dig


def has_role(cloud: Cloud, identity_id: str, target: str, roles: Collection[str]) -> bool:
    """Whether an identity has one of the roles on a resource or above it."""
    identity = cloud.store.get(identity_id)
    principal = dig(identity.body, "principalId") if identity else None
    return any(
        f"{target.lower()}/".startswith(f"{str(one.body.get('scope')).lower()}/")
        and one.inputs.get("principalId") == principal
        and arm.name_of(str(one.inputs.get("roleDefinitionId"))).lower() in roles
        for one in cloud.store.of_token("azure-native:authorization:RoleAssignment")
    )
