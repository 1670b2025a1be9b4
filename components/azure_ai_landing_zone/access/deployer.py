"""Deployer: the identity that a pipeline deploys a zone as, with exactly the rights for it."""

from typing import Literal

import pulumi
from pulumi_azure_native import authorization
from pydantic import Field, model_validator

from azure_ai_landing_zone.access import identity
from azure_ai_landing_zone.access.deployer_rights import (
    ACTIONS,
    NOT_ACTIONS,
    TO_GROUPS,
    TO_WORKLOADS,
    assignment_condition,
)
from azure_ai_landing_zone.access.identity import (
    ManagedIdentity,
    ManagedIdentityArgs,
    ManagedIdentitySettings,
)
from azure_ai_landing_zone.access.trust import GitHubActionsTrust
from azure_ai_landing_zone.catalog.roles import PRIVILEGED, BuiltInRole
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.grants import assigned_name
from azure_ai_landing_zone.core.model import Input, Key, Model, refuse
from azure_ai_landing_zone.core.problem import Problem

_DEFINITIONS = "/providers/Microsoft.Authorization/roleDefinitions/"


class DeployerRight(Model):
    """A built-in role somewhere else, such as Network Contributor on a hub's network, to peer with it."""

    key: Key
    """For the logical name of the assignment."""
    role: BuiltInRole
    """By the name that the portal shows."""
    scope: Input[str]
    """Full id of the narrowest thing that it is needed on."""


class DeployerSettings(ManagedIdentitySettings):
    """Who deploys, and what that may change."""

    right_to: Literal["deploy", "preview"]
    """`preview` reads only, for pull requests: Pulumi takes no lock and writes no state then."""
    may_assign_to_groups: list[BuiltInRole] = Field(default=list(TO_GROUPS), min_length=1)
    """Roles that it may give to groups within its scope, and take from them."""
    may_assign_to_workloads: list[BuiltInRole] = Field(default=list(TO_WORKLOADS), min_length=1)
    """Roles that it may give to managed identities there, and so have itself: it can make an identity that
    trusts whom it likes."""

    @model_validator(mode="after")
    def _check_plan(self) -> "DeployerSettings":
        problems = []
        for number, trust in enumerate(self.trusts):
            if self.right_to == "deploy" and isinstance(trust, GitHubActionsTrust) and trust.pull_requests:
                text = (
                    "whoever opens a pull request could change the zone: trust pull requests in another "
                    "Deployer, with `right_to: preview`"
                )
                problems.append(Problem(("trusts", number, "pull_requests"), text))
        for setting in ("may_assign_to_groups", "may_assign_to_workloads"):
            for number, role in enumerate(getattr(self, setting)):
                if role in PRIVILEGED:
                    text = f"{role} can give away roles: no deployer may assign it"
                    problems.append(Problem((setting, number), text))
        refuse(DeployerSettings, problems)
        return self


class DeployerArgs(ComponentArgs, DeployerSettings):
    """What a Deployer is made of."""

    deployment_scope: Input[str]
    """Full id of the resource group that the zone goes into, or of the subscription if it makes its own."""
    state_container_resource_id: Input[str]
    """Full id of the blob container with Pulumi's state, the backend azblob://<container>."""
    secrets_key_resource_id: Input[str]
    """Full id of the Key Vault key of the secrets provider, azurekeyvault://<vault>/keys/<key>."""
    further_rights: list[DeployerRight] = Field(default=[])
    """In hubs and other subscriptions."""

    @model_validator(mode="after")
    def _check_rights(self) -> "DeployerArgs":
        problems = []
        taken = {"zone", "roles", "state", "secrets"}
        for number, right in enumerate(self.further_rights):
            path = ("further_rights", number)
            if right.key in taken:
                problems.append(Problem((*path, "key"), f"{right.key} is taken: give each its own"))
            taken.add(right.key)
            if right.role in PRIVILEGED:
                text = f"{right.role} can give away roles: a deployer has it only under a condition"
                problems.append(Problem((*path, "role"), text))
        refuse(DeployerArgs, problems)
        return self


class Deployer(Component):
    """An identity without secrets, a custom role for what zones are made of, the right to assign some roles
    under a condition, and access to the state.

    Within its scope it is as powerful as all the roles that it may give to workloads: what it makes can have
    them, and it can be every identity there. Roles of people go to groups, which it can't make. Whoever
    creates it has to be able to assign roles and define them at these scopes.
    """

    identity_resource_id: pulumi.Output[str]
    principal_id: pulumi.Output[str]
    client_id: pulumi.Output[str]
    """For `client-id` of azure/login, or ARM_CLIENT_ID."""
    rights: pulumi.Output[list[str]]
    """Every role it has, and where, in words."""

    def __init__(self, name: str, args: DeployerArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts, args, identity.azure_names)
        making = Making(self, name, args)
        self._name = name
        self._rights: list[pulumi.Output[str]] = []
        self._identity = ManagedIdentity(
            name,
            ManagedIdentityArgs(**making.common, label=making.label, trusts=args.trusts),
            making.child(),
        )
        if args.right_to == "deploy":
            self._let_deploy(f"{making.label} {making.names.suffix}", args)
        else:
            self._assign("zone", BuiltInRole.READER, args.deployment_scope)
            self._assign("state", BuiltInRole.STORAGE_BLOB_DATA_READER, args.state_container_resource_id)
        self._assign("secrets", BuiltInRole.KEY_VAULT_CRYPTO_USER, args.secrets_key_resource_id)
        for right in args.further_rights:
            self._assign(right.key, right.role, right.scope)

        self.identity_resource_id = self._identity.identity_resource_id
        self.principal_id = self._identity.principal_id
        self.client_id = self._identity.client_id
        self.rights = pulumi.Output.all(*self._rights)
        self._end()

    def _let_deploy(self, unique: str, args: DeployerArgs) -> None:
        scope = args.deployment_scope
        role_name = f"AI landing zone deployer {unique}"
        guid = assigned_name(scope, role_name, "custom role")
        definition = authorization.RoleDefinition(
            f"{self._name}-zone-role",
            role_definition_id=guid,
            role_name=role_name,
            role_type="CustomRole",
            description="Everything that an AI landing zone is made of, but keys and role assignments.",
            scope=scope,
            assignable_scopes=[scope],
            permissions=[
                authorization.PermissionArgs(
                    actions=sorted(ACTIONS),
                    not_actions=sorted(NOT_ACTIONS),
                    data_actions=[],
                    not_data_actions=[],
                )
            ],
            opts=self._child(),
        )
        self._assign_id("zone", role_name, guid, scope, depends_on=[definition])
        self._assign(
            "roles",
            BuiltInRole.ROLE_BASED_ACCESS_CONTROL_ADMINISTRATOR,
            scope,
            condition=self._identity.principal_id.apply(
                lambda own: assignment_condition(args.may_assign_to_groups, args.may_assign_to_workloads, own)
            ),
        )
        self._assign("state", BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR, args.state_container_resource_id)

    def _assign(
        self, key: str, role: BuiltInRole, scope: Input[str], *, condition: pulumi.Output[str] | None = None
    ) -> None:
        self._assign_id(key, role.value, role.guid, scope, condition=condition)

    def _assign_id(
        self,
        key: str,
        role_name: str,
        guid: Input[str],
        scope: Input[str],
        *,
        condition: pulumi.Output[str] | None = None,
        depends_on: list[pulumi.Resource] | None = None,
    ) -> None:
        authorization.RoleAssignment(
            f"{self._name}-{key}-access",
            role_assignment_name=assigned_name(scope, self._identity.principal_id, guid),
            scope=scope,
            principal_id=self._identity.principal_id,
            principal_type="ServicePrincipal",
            role_definition_id=pulumi.Output.all(scope, guid).apply(
                lambda both: f"/subscriptions/{both[0].split('/')[2]}{_DEFINITIONS}{both[1]}"
            ),
            condition=condition,
            condition_version=None if condition is None else "2.0",
            opts=self._child(depends_on=depends_on),
        )
        limited = ", some roles only," if condition is not None else ""
        self._rights.append(pulumi.Output.concat(role_name, limited, " on ", scope))
