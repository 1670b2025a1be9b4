"""Roles around a Machine Learning workspace: of the workspace itself, of its jobs, and of people."""

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import pulumi

from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.grants import grant_access
from azure_ai_landing_zone.core.model import AccessGrant, Input
from azure_ai_landing_zone.machine_learning.resources import Ground
from azure_ai_landing_zone.stores.storage_account import StorageService

GroundKind = Literal["storage", "key_vault", "container_registry", "application_insights"]
MachineKind = Literal["jobs", "images", "notebooks"]
"""What machines are for: clusters, the image builder, and people's own computers."""
MACHINE_KINDS: tuple[MachineKind, ...] = get_args(MachineKind)
GroundRoles = Mapping[GroundKind, Sequence[BuiltInRole]]

WORKSPACE_ROLES: GroundRoles = {
    "storage": (BuiltInRole.CONTRIBUTOR, BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR),
    "key_vault": (BuiltInRole.CONTRIBUTOR, BuiltInRole.KEY_VAULT_ADMINISTRATOR),
    "container_registry": (BuiltInRole.CONTRIBUTOR,),
    "application_insights": (BuiltInRole.CONTRIBUTOR,),
}
"""Of the identity that a workspace works as, before it is made. Contributor also approves the private
endpoints of its managed network. Source:
learn.microsoft.com/azure/machine-learning/how-to-identity-based-service-authentication (2025-06-10)."""

_MOUNTS = (BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR, BuiltInRole.STORAGE_FILE_DATA_PRIVILEGED_CONTRIBUTOR)

MACHINE_ROLES: Mapping[MachineKind, GroundRoles] = {
    kind: {
        "storage": _MOUNTS,
        "key_vault": (BuiltInRole.KEY_VAULT_SECRETS_USER,),
        "container_registry": (BuiltInRole.ACR_PUSH if kind == "images" else BuiltInRole.ACR_PULL,),
    }
    for kind in MACHINE_KINDS
}
"""Of the identities that machines have: they mount the workspace's storage, read secrets of connections and
pull images, and the image builder alone pushes them."""

PEOPLE_ROLES: GroundRoles = {
    "storage": (
        BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR,
        BuiltInRole.STORAGE_FILE_DATA_PRIVILEGED_CONTRIBUTOR,
    ),
}
"""Of data scientists of the workspace, because its own datastores have no keys.
Source: learn.microsoft.com/azure/machine-learning/how-to-disable-local-auth-storage (2024-08-08)."""


def grant_before_workspace(
    making: Making,
    ground: Ground,
    *,
    principal_id: Input[str],
    machine_principal_ids: Mapping[MachineKind, Input[str]],
    people: Sequence[AccessGrant],
) -> list[pulumi.Output[str]]:
    """Every role on what the workspace stands on; when those were given that the workspace waits for."""
    endpoints, subscription_id = ground.storage_endpoints, making.subscription_id
    read_endpoints(f"{making.name}-storage", endpoints, principal_id, subscription_id, making.child())
    itself = AccessGrant(key="workspace", principal_id=principal_id, role=BuiltInRole.CONTRIBUTOR)
    machines = [
        (MACHINE_ROLES[kind], [AccessGrant(key=kind, principal_id=principal, role=BuiltInRole.READER)])
        for kind, principal in machine_principal_ids.items()
    ]
    scientists = [one for one in people if one.role == BuiltInRole.AZUREML_DATA_SCIENTIST]
    found: list[list[pulumi.Output[str]]] = [
        [
            assignment.created_on
            for kind, wanted in roles.items()
            for assignment in making.grant(
                [_with_role(grant, number, role) for grant in grants for number, role in enumerate(wanted)],
                getattr(ground, kind),
                kind.replace("_", "-"),
            )
        ]
        for roles, grants in ((WORKSPACE_ROLES, [itself]), *machines, (PEOPLE_ROLES, scientists))
    ]
    return found[0]


def read_endpoints(
    name: str,
    endpoints: Mapping[StorageService, Input[str]],
    principal_id: Input[str],
    subscription_id: str,
    opts: pulumi.ResourceOptions,
) -> None:
    """The workspace's identity reads the private endpoints of an account, or studio shows none of its data.

    Source: learn.microsoft.com/azure/machine-learning/how-to-enable-studio-virtual-network, 2021-07-13.
    """
    grant = AccessGrant(key="workspace", principal_id=principal_id, role=BuiltInRole.READER)
    for service, endpoint in endpoints.items():
        grant_access(
            f"{name}-{service}-endpoint",
            [grant],
            scope=endpoint,
            subscription_id=subscription_id,
            opts=opts,
        )


def _with_role(grant: AccessGrant, number: int, role: BuiltInRole) -> AccessGrant:
    """The same principal with another role."""
    key = grant.key if number == 0 else f"{grant.key[:13]}-{number}"
    return grant.model_copy(update={"key": key, "role": role})
