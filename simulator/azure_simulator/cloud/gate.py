"""What Azure Resource Manager refuses before a resource provider sees a request: for want of rights, of a
registration, because of a lock or a policy."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from azure_simulator.access import evaluation, linked_actions, role_definitions
from azure_simulator.access.conditions import ConditionError
from azure_simulator.access.evaluation import Assignment, Permissions
from azure_simulator.cloud import arm, policies
from azure_simulator.cloud.arm import ArmError, ProviderError
from azure_simulator.cloud.store import Store
from azure_simulator.cloud.subscription_settings import Lock, LockLevel, SubscriptionSettings
from azure_simulator.cloud.values import dig, texts

Operation = Literal["write", "delete"]

_GROUP = "Microsoft.Resources/subscriptions/resourceGroups"
_ROLE_ASSIGNMENT = "azure-native:authorization:RoleAssignment"
_ROLE_DEFINITION = "azure-native:authorization:RoleDefinition"
_ASSIGNMENTS = "Microsoft.Authorization/roleAssignments"
_ASSIGNMENT_ATTRIBUTES = ("roleDefinitionId", "principalId", "principalType")
_LOCK = "azure-native:authorization:ManagementLockByScope"
_LOCKS = "Microsoft.Authorization/locks"
_POLICY_ASSIGNMENT = "azure-native:authorization:PolicyAssignment"
_POLICY_EXEMPTION = "azure-native:authorization:PolicyExemption"
_IDENTITY = "azure-native:managedidentity:UserAssignedIdentity"


def _client(client_id: str, object_id: str) -> str:
    return f"The client '{client_id}' with object id '{object_id}'"


_DEPLOYER = _client(arm.stable_guid(arm.DEPLOYER_OBJECT_ID, "client"), arm.DEPLOYER_OBJECT_ID)


class Gate:
    """One subscription's; who asks is who deploys, if nobody else is said."""

    def __init__(self, store: Store, settings: SubscriptionSettings) -> None:
        self._store = store
        self._settings = settings

    def check_read(self, id_: str) -> None:
        """Before something is made the provider asks whether it is there. Raises ProviderError."""
        if not self.may(f"{_type_of(id_)}/read", id_):
            refusal = _unauthorized(f"{_type_of(id_)}/read", id_)
            body = json.dumps(
                {"error": {"code": refusal.code, "message": refusal.message}}, separators=(",", ":")
            )
            raise ProviderError(f"cannot check existence of resource '{id_}': status code 403, {body}")

    def check(self, operation: Operation, id_: str, inputs: Mapping[str, Any]) -> None:
        """Raises ArmError."""
        action = f"{_type_of(id_)}/{operation}"
        if not self.may(action, id_, attributes=self._attributes(id_, inputs)):
            raise _unauthorized(action, id_)
        self._check_registered(id_)
        if operation == "write":
            self._check_linked(action, id_, inputs)
        self._check_locks(operation, id_)
        if operation == "write":
            self._check_policies(id_, inputs)

    def may(
        self,
        action: str,
        scope: str,
        who: str = arm.DEPLOYER_OBJECT_ID,
        *,
        attributes: Mapping[str, str] | None = None,
    ) -> bool:
        """Whether somebody may do something, by the id of their principal: who deploys, if none is said.
        `attributes`: what the request says of itself. Raises ProviderError for conditions that can't be
        read."""
        try:
            held, groups = self._held(), self._settings.groups
            return evaluation.allowed(held, who, action, scope, attributes=attributes, groups=groups)
        except ConditionError as problem:
            raise ProviderError(
                f"the simulated Azure can't judge '{action}' at '{scope}': {problem}"
            ) from None

    def unauthorized(self, action: str, scope: str, who: str = arm.DEPLOYER_OBJECT_ID) -> ArmError:
        """Azure's refusal of what they may not do."""
        return _unauthorized(action, scope, self._client(who))

    def _client(self, who: str) -> str:
        """As Azure calls them."""
        for one in self._store.of_token(_IDENTITY):
            if one.body.get("principalId") == who:
                return _client(str(one.body.get("clientId")), who)
        return _client(arm.stable_guid(who, "client"), who)

    def permissions_at(self, scope: str) -> Iterator[Permissions]:
        """What the roles allow that who deploys has there."""
        who = evaluation.memberships(self._settings.groups, [arm.DEPLOYER_OBJECT_ID])
        for held in self._held():
            if held.principal_id.lower() in who and held.holds_at(scope):
                yield from held.permissions

    def _held(self) -> Iterator[Assignment]:
        """From the start, and since then."""
        for held in self._settings.role_assignments:
            yield Assignment(held.principal_id, self._permissions(held.role), held.scope, held.condition)
        for one in self._store.of_token(_ROLE_ASSIGNMENT):
            role = self._permissions(str(one.body.get("roleDefinitionId")))
            principal, scope = str(one.body.get("principalId")), str(one.body.get("scope"))
            yield Assignment(principal, role, scope, one.body.get("condition"))

    def _attributes(self, id_: str, inputs: Mapping[str, Any]) -> dict[str, str]:
        """What conditions may ask about: of role assignments what is asked for, and what is there. Source:
        learn.microsoft.com/azure/role-based-access-control/conditions-authorization-actions-attributes,
        2026-11-22."""
        if _type_of(id_).lower() != _ASSIGNMENTS.lower():
            return {}
        there = self._store.get(id_)
        return {
            f"{source}:{_ASSIGNMENTS.lower()}:{name.lower()}": arm.name_of(value)
            for source, values in (("Request", inputs), ("Resource", there.body if there else {}))
            for name in _ASSIGNMENT_ATTRIBUTES
            if isinstance(value := values.get(name), str)
        }

    def _permissions(self, role: str) -> tuple[Permissions, ...]:
        """Of a built-in role, or of one that was made here."""
        built_in = role_definitions.find(arm.name_of(role))
        if built_in is not None:
            return (built_in.permissions,)
        keys = self._store.named(_ROLE_DEFINITION, arm.name_of(role))
        made = self._store.get(keys[0]) if keys else None
        parts: Sequence[Mapping[str, Any]] = dig(made.body, "permissions") or [] if made else []
        return tuple(map(Permissions.of, parts))

    def _check_registered(self, id_: str) -> None:
        namespace = _type_of(id_).split("/", 1)[0]
        if not self._settings.has_provider(namespace):
            raise ArmError(
                409,
                "MissingSubscriptionRegistration",
                f"The subscription is not registered to use namespace '{namespace}'. See "
                "https://aka.ms/rps-not-found for how to register subscriptions.",
                seen="nforgeio/neonKUBE#1670 (2022-09-02)",
            )

    def _check_linked(self, action: str, id_: str, inputs: Mapping[str, Any]) -> None:
        for path, text in texts(inputs):
            if not arm.is_resource_id(text):
                continue
            wanted = linked_actions.needed(_type_of(id_), arm.type_of(text), path)
            if wanted is not None and not self.may(wanted, text):
                raise ArmError(
                    403,
                    "LinkedAuthorizationFailed",
                    f"{_DEPLOYER} has permission to perform action '{action}' on scope '{id_}'; however, it "
                    f"does not have permission to perform action '{wanted}' on the linked scope(s) '{text}' "
                    "or the linked scope(s) are invalid.",
                    seen="microsoft/planetary-computer-hub#25 (2021-10-21)",
                )

    def _locks(self) -> Iterator[Lock]:
        """From the start, and since then."""
        yield from self._settings.locks
        for one in self._store.of_token(_LOCK):
            if one.body["level"] in get_args(LockLevel):  # what NotSpecified stops no page says
                yield Lock(scope=arm.parent_of(one.id) or "/", level=one.body["level"])

    def _check_locks(self, operation: Operation, id_: str) -> None:
        if _type_of(id_).lower() == _LOCKS.lower():
            return  # a lock itself goes by rights alone
        for lock in self._locks():
            if operation == "write" and lock.level != "ReadOnly":
                continue
            inside = operation == "delete" and _within(lock.scope, id_) and self._store.get(lock.scope)
            if _within(id_, lock.scope) or inside:
                raise ArmError(
                    409,
                    "ScopeLocked",
                    f"The scope '{id_}' cannot perform {operation} operation because following scope(s) are "
                    f"locked: '{lock.scope}'. Please remove the lock and try again.",
                    seen="Azure-Player/azure.datafactory.devops#183 (2025-07-17)",
                )

    def _check_policies(self, id_: str, inputs: Mapping[str, Any]) -> None:
        for name, at, rule in self._denying(id_):
            if policies.denies(rule, id_, inputs):
                scope = at.rstrip("/") or f"/subscriptions/{arm.subscription_of(id_)}"
                named = {
                    kind: {"name": name, "id": f"{scope}/providers/Microsoft.Authorization/{kind}s/{name}"}
                    for kind in ("policyAssignment", "policyDefinition")
                }
                listed = json.dumps([named], separators=(",", ":"))
                raise ArmError(
                    403,
                    "RequestDisallowedByPolicy",
                    f"Resource '{arm.name_of(id_)}' was disallowed by policy. Policy identifiers: "
                    f"'{listed}'.",
                    seen="microsoft/vscode-apimanagement#348 (2024-03-15)",
                )

    def _denying(self, id_: str) -> Iterator[tuple[str, str, policies.Rule]]:
        """Policies that hold there: name, scope, and what they deny. Those of the subscription's settings,
        and those that are assigned in it, but for what is exempt."""
        for one in self._settings.policy_assignments:
            if _within(id_, one.scope):
                yield one.name, one.scope, one.rule
        for assigned in self._store.of_token(_POLICY_ASSIGNMENT):
            definition = arm.name_of(str(assigned.inputs.get("policyDefinitionId")))
            scope, rule = f"/{str(assigned.inputs['scope']).strip('/')}", policies.built_in().get(definition)
            if (
                rule is not None
                and dig(assigned.inputs, "parameters.effect.value") == "Deny"
                and assigned.inputs.get("enforcementMode", "Default") == "Default"
                and _within(id_, scope)
                and not any(_within(id_, out) for out in assigned.inputs.get("notScopes") or ())
                and not self._exempt(id_, assigned.id)
            ):
                yield arm.name_of(assigned.id), scope, rule

    def _exempt(self, id_: str, assignment: str) -> bool:
        now = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
        return any(
            arm.same_id(str(one.inputs["policyAssignmentId"]), assignment)
            and _within(id_, f"/{str(one.inputs['scope']).strip('/')}")
            and now < str(one.inputs.get("expiresOn") or "9999")
            for one in self._store.of_token(_POLICY_EXEMPTION)
        )


def _type_of(id_: str) -> str:
    return arm.type_of(id_) or _GROUP


def _within(id_: str, scope: str) -> bool:
    return evaluation.Assignment("", (), scope).holds_at(id_)


def _unauthorized(action: str, scope: str, client: str = _DEPLOYER) -> ArmError:
    return ArmError(
        403,
        "AuthorizationFailed",
        f"{client} does not have authorization to perform action '{action}' over scope '{scope}' or the "
        "scope is invalid. If access was recently granted, please refresh your credentials.",
        seen="pulumi/pulumi-azure#595 (2020-06-09), pulumi/pulumi-azure-native#1511 (2022-02-15)",
    )
