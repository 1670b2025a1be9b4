"""Deployer: the identity that a pipeline deploys a zone as, with exactly the rights for it."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import authorization, resources
from pydantic import Field, StrictBool, TypeAdapter, ValidationError, model_validator

from azure_ai_landing_zone.access import identity
from azure_ai_landing_zone.access.deployer_rights import (
    ACTIONS,
    DATA_ACTIONS,
    DECRYPT,
    LOCK,
    NOT_ACTIONS,
    ROLL,
    TO_GROUPS,
    TO_WORKLOADS,
    assignment_condition,
)
from azure_ai_landing_zone.access.elsewhere import DeployerRight, right_problems, twice_problems
from azure_ai_landing_zone.access.identity import (
    ManagedIdentity,
    ManagedIdentityArgs,
    ManagedIdentitySettings,
)
from azure_ai_landing_zone.access.trust import GitHubActionsTrust
from azure_ai_landing_zone.catalog.roles import PRIVILEGED, BuiltInRole
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.errors import SettingsError
from azure_ai_landing_zone.core.grants import assigned_name
from azure_ai_landing_zone.core.model import Input, Model, Protection, refuse, resource_id_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem

_STATE_IDS = {
    "state_container_resource_id": resource_id_of(
        "Microsoft.Storage/storageAccounts/blobServices/containers"
    ),
    "secrets_key_resource_id": resource_id_of("Microsoft.KeyVault/vaults/keys"),
}


def state_id_problems(settings: Model) -> Iterator[Problem]:
    """What is wrong with the ids of a state's container and key, as far as they are plain."""
    for name, form in _STATE_IDS.items():
        if isinstance(value := getattr(settings, name), str):
            try:
                TypeAdapter(Annotated[str, form]).validate_python(value)
            except ValidationError as error:
                yield Problem((name,), error.errors()[0]["msg"].removeprefix("Value error, "))


class DeployerSettings(ManagedIdentitySettings):
    """Who deploys, and what that may change."""

    right_to: Literal["deploy", "preview"]
    """`preview` reads only: Pulumi takes no lock and writes no state then."""
    may_assign_to_groups: list[BuiltInRole] = Field(default=list(TO_GROUPS), min_length=1)
    """Roles that it may give to groups within its scope, and take from them."""
    may_assign_to_workloads: list[BuiltInRole] = Field(default=list(TO_WORKLOADS), min_length=1)
    """Roles that it may give to managed identities there, and so have itself: it can make an identity that
    trusts whom it likes."""
    may_roll_nodes: StrictBool = False
    """To let Slurm schedulers make nodes anew by a role of the six operations that this takes, which is made
    here. Schedulers name it by `rollRoleDefinitionId`, and `mayAssignToWorkloads` can do without Virtual
    Machine Contributor. Azure deletes it only once nobody has it: take it from the schedulers first."""
    may_lock: StrictBool = False
    """To make locks within its scope, for a zone whose `protection` is `locked`; an owner takes them away."""

    @model_validator(mode="after")
    def _check_plan(self) -> "DeployerSettings":
        problems = []
        for setting in ("may_lock", "may_roll_nodes"):
            if getattr(self, setting) and self.right_to == "preview":
                text = "true, and previews make nothing: leave it out, or give the right to `deploy`"
                problems.append(Problem((setting,), text))
        for number, trust in enumerate(self.trusts):
            if self.right_to == "deploy" and isinstance(trust, GitHubActionsTrust) and trust.branches:
                text = (
                    "nobody agrees before it deploys, and jobs of `pull_request_target` have that subject "
                    "too: give an environment with reviewers instead"
                )
                problems.append(Problem(("trusts", number, "branches"), text))
        for setting in ("may_assign_to_groups", "may_assign_to_workloads"):
            for number, role in enumerate(getattr(self, setting)):
                if role in PRIVILEGED:
                    text = f"{role} can give away roles: no deployer may assign it"
                    problems.append(Problem((setting, number), text))
        refuse(DeployerSettings, problems)
        return self


class DeployerArgs(ComponentArgs, DeployerSettings):
    """What a Deployer is made of."""

    deployment_scope: Input[str] | None = None
    """Full id of the resource group that the zone goes into, or of another subscription, in which it makes
    its own. Left out: a resource group that is made for it. The identity itself may not lie there."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete the group that is made for it."""
    state_container_resource_id: Input[str]
    """Full id of the blob container with Pulumi's state, the backend azblob://<container>."""
    secrets_key_resource_id: Input[str]
    """Full id of the Key Vault key of the secrets provider, azurekeyvault://<vault>/keys/<key>."""
    further_rights: list[DeployerRight] = Field(default=[])
    """In hubs and other subscriptions."""

    @model_validator(mode="after")
    def _check_rights(self) -> "DeployerArgs":
        places = [_plain(right.scope) for right in self.further_rights]
        own = _plain(self.deployment_scope) if self.right_to == "deploy" else None
        problems = [
            *state_id_problems(self),
            *right_problems("further_rights", self.further_rights),
            *twice_problems("further_rights", self.further_rights, places, own),
        ]
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
    deployment_scope: pulumi.Output[str]
    """What it may change, or read."""
    principal_id: pulumi.Output[str]
    client_id: pulumi.Output[str]
    """For `client-id` of azure/login, or ARM_CLIENT_ID."""
    roll_role_definition_id: pulumi.Output[str] | None
    """Of the role for schedulers; None: it was not asked for."""
    rights: pulumi.Output[list[str]]
    """Every role it has, and where, in words."""

    def __init__(self, name: str, args: DeployerArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, protection=args.protection)
        self._name = name
        self._rights: list[pulumi.Output[str]] = []
        self._identity = ManagedIdentity(
            name,
            ManagedIdentityArgs(**making.common, label=making.label, trusts=args.trusts),
            making.child(),
        )
        self._unique = f"{making.label} {making.names.suffix}"
        self.deployment_scope = self._scope(making, args)
        self.roll_role_definition_id = self._roll_role() if args.may_roll_nodes else None
        if args.right_to == "deploy":
            self._let_deploy(args)
        else:
            self._assign("zone", BuiltInRole.READER, self.deployment_scope)
            self._assign("state", BuiltInRole.STORAGE_BLOB_DATA_READER, args.state_container_resource_id)
        self._assign_own(
            "secrets",
            "secrets of",
            "Opens the key that a stack's secrets are encrypted with, and changes nothing of it.",
            args.secrets_key_resource_id,
            data_actions=[DECRYPT],
        )
        for right in args.further_rights:
            if right.actions or right.data_actions:
                self._assign_own(
                    right.key,
                    f"{right.key} for",
                    "What a zone needs outside of its resource group.",
                    right.scope,
                    actions=right.actions,
                    data_actions=right.data_actions,
                )
            if right.gives_roles:
                self._let_give_roles(f"{right.key}-roles", right.scope, args)

        self.identity_resource_id = self._identity.identity_resource_id
        self.principal_id = self._identity.principal_id
        self.client_id = self._identity.client_id
        self.rights = pulumi.Output.all(*self._rights)
        self._end()

    def _scope(self, making: Making, args: DeployerArgs) -> pulumi.Output[str]:
        """Where it deploys to. Whoever may change an identity says who signs in as it, so it isn't there."""
        if args.deployment_scope is None:
            return resources.ResourceGroup(
                f"{self._name}-resource-group",
                resource_group_name=making.azure_name("resourceGroup"),
                location=args.location,
                tags=making.tags,
                opts=making.keeper(),
            ).id

        scope, group = args.deployment_scope, args.resource_group_name
        if isinstance(scope, str) and isinstance(group, str):
            _keep_apart(scope, making.subscription_id, group)
        return pulumi.Output.all(scope, group).apply(
            lambda both: _keep_apart(both[0], making.subscription_id, both[1])
        )

    def _let_deploy(self, args: DeployerArgs) -> None:
        scope = self.deployment_scope
        self._assign_own(
            "zone",
            "deployer",
            "Everything that an AI landing zone is made of, but keys and role assignments.",
            scope,
            actions=sorted([*ACTIONS, *([LOCK] if args.may_lock else [])]),
            not_actions=sorted(NOT_ACTIONS),
            data_actions=sorted(DATA_ACTIONS),
        )
        self._let_give_roles("roles", scope, args, self.roll_role_definition_id)
        self._assign("state", BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR, args.state_container_resource_id)

    def _roll_role(self) -> pulumi.Output[str]:
        """Defined here, since no deployer defines roles, and given to nobody here."""
        name, scope = f"AI landing zone rolls of {self._unique}", self.deployment_scope
        text = "Makes nodes of scale sets anew, as Slurm's schedulers do in a roll, and is root on them."
        guid, definition = self._define("roll", name, text, scope, actions=ROLL)
        made = pulumi.Output.all(scope, guid, definition.id)
        return made.apply(lambda known: _definition_id(known[0], known[1]))

    def _let_give_roles(
        self,
        key: str,
        scope: Input[str],
        args: DeployerArgs,
        roll_role_definition_id: pulumi.Output[str] | None = None,
    ) -> None:
        found = pulumi.Output.all(self._identity.principal_id, roll_role_definition_id)
        groups, workloads = args.may_assign_to_groups, args.may_assign_to_workloads
        self._assign(
            key,
            BuiltInRole.ROLE_BASED_ACCESS_CONTROL_ADMINISTRATOR,
            scope,
            condition=found.apply(lambda both: assignment_condition(groups, workloads, *both)),
        )

    def _assign_own(
        self,
        key: str,
        title: str,
        description: str,
        scope: Input[str],
        *,
        actions: Sequence[str] = (),
        not_actions: Sequence[str] = (),
        data_actions: Sequence[str] = (),
    ) -> None:
        """A role of its own, assigned to nobody else."""
        name = f"AI landing zone {title} {self._unique}"
        guid, definition = self._define(
            key, name, description, scope, actions=actions, not_actions=not_actions, data_actions=data_actions
        )
        self._assign_id(key, name, guid, scope, depends_on=[definition])

    def _define(
        self,
        key: str,
        role_name: str,
        description: str,
        scope: Input[str],
        *,
        actions: Sequence[str],
        not_actions: Sequence[str] = (),
        data_actions: Sequence[str] = (),
    ) -> "tuple[pulumi.Output[str], authorization.RoleDefinition]":
        guid = assigned_name(scope, role_name, "custom role")
        place = pulumi.Output.from_input(scope).apply(_assignable)
        return guid, authorization.RoleDefinition(
            f"{self._name}-{key}-role",
            role_definition_id=guid,
            role_name=role_name,
            role_type="CustomRole",
            description=description,
            scope=place,
            assignable_scopes=[place],
            permissions=[
                authorization.PermissionArgs(
                    actions=list(actions),
                    not_actions=list(not_actions),
                    data_actions=list(data_actions),
                    not_data_actions=[],
                )
            ],
            opts=self._child(),
        )

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
            role_definition_id=pulumi.Output.all(scope, guid).apply(lambda both: _definition_id(*both)),
            condition=condition,
            condition_version=None if condition is None else "2.0",
            opts=self._child(depends_on=depends_on),
        )
        limited = ", some roles only," if condition is not None else ""
        self._rights.append(pulumi.Output.concat(role_name, limited, " on ", scope))


def _definition_id(scope: str, guid: str) -> str:
    """As assignments name it."""
    return f"/subscriptions/{scope.split('/')[2]}/providers/Microsoft.Authorization/roleDefinitions/{guid}"


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a Deployer called so names."""
    return [*identity.azure_names(label), ("resourceGroup", label)]


def _keep_apart(scope: str, subscription_id: str, group: str) -> str:
    """The scope. Raises SettingsError where what is in the group lies in it."""
    own = f"/subscriptions/{subscription_id}/resourceGroups/{group}/"
    if own.lower().startswith(f"{scope.rstrip('/')}/".lower()):
        text = (
            f"{scope} has the deployer's own identity in it, and so it could let anybody sign in as that: "
            "give another resource group or subscription"
        )
        raise SettingsError("a Deployer", [Problem(("deployment_scope",), text)])
    return scope


def _plain(scope: Input[str] | None) -> str | None:
    return scope if isinstance(scope, str) else None


def _assignable(scope: str) -> str:
    """The subscription or resource group that a custom role for that scope lies in: no other place takes one.
    Source: learn.microsoft.com/azure/role-based-access-control/custom-roles, 2026-11-22."""
    parts = scope.split("/")
    in_group = len(parts) > 4 and parts[3].lower() == "resourcegroups"
    return "/".join(parts[: 5 if in_group else 3])
