"""Microsoft.Authorization/roleAssignments"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig

_DEFINITIONS = "/providers/Microsoft.Authorization/roleDefinitions/"
_ROLE = r"(/subscriptions/[^/]+|/providers/Microsoft\.Management/managementGroups/[^/]+)?" + _DEFINITIONS


class RoleAssignment(ResourceType):
    pulumi_type = "azure-native:authorization:RoleAssignment"
    path = "/{scope}/providers/Microsoft.Authorization/roleAssignments/{roleAssignmentName}"
    source = "learn.microsoft.com/azure/role-based-access-control/troubleshooting"
    replaces = frozenset({"principalId"})
    fixed = ("principalType",)
    auto_name = "uuid"
    name_rule = NameRule(arm.GUID, "The role assignment ID must be a GUID.")
    defaults = given({"principalType": "User"})
    ignored_references = frozenset({"roleDefinitionId", "scope"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        role = dig(props, "roleDefinitionId")
        if role is not None and not re.fullmatch(_ROLE + arm.GUID, role, re.IGNORECASE):
            yield "roleDefinitionId", f"'{role}' is no id of a role definition (…/roleDefinitions/<guid>)"
        scope = dig(props, "scope")
        if scope is not None and not scope.strip("/").lower().startswith(("subscriptions/", "providers/")):
            yield (
                "scope",
                f"'{scope}' is neither a subscription, a management group, nor the id of a resource",
            )

        condition, version = dig(props, "condition"), dig(props, "conditionVersion")
        if ("condition" in props) != ("conditionVersion" in props):
            yield "conditionVersion", "condition and conditionVersion come together"
        if version not in (None, "2.0"):
            yield "conditionVersion", f"'{version}' is no version of conditions: 2.0"
        if condition is not None and condition.count("(") != condition.count(")"):
            yield "condition", "parentheses don't match"

    def create(self, put: Put) -> Mapping[str, Any]:
        principal, role = str(put.props["principalId"]), arm.name_of(str(put.props["roleDefinitionId"]))
        given = put.props.get("principalType")
        deployer = principal == arm.DEPLOYER_OBJECT_ID  # who may be a user
        identity = given != "ServicePrincipal" and not deployer and _is_identity(put.cloud, principal)
        if "principalType" not in put.props and not (deployer or identity):
            raise ArmError(
                400,
                "PrincipalNotFound",
                f"Principal {principal.replace('-', '')} does not exist in the directory {arm.TENANT_ID}. "
                "Check that you have the correct principal ID. If you are creating this principal and then "
                "immediately assigning a role, this error might be related to a replication delay. In this "
                "case, set the role assignment principalType property to a value, such as ServicePrincipal, "
                "User, or Group.  See https://aka.ms/docs-principaltype",
                seen=LOGS,
            )
        if given is not None and identity:
            raise ArmError(
                400,
                "UnmatchedPrincipalType",
                f"The PrincipalId '{principal.replace('-', '')}' has type 'ServicePrincipal' , which is "
                f"different from specified PrinciaplType '{given}'.",
                seen=LOGS,
            )
        if put.old is not None and arm.name_of(str(put.old.body["roleDefinitionId"])).lower() != role.lower():
            raise self.change_refused(put.id, "roleDefinitionId", put.old.body["roleDefinitionId"], role)
        self._check_twin(put, principal, role)
        subscription = arm.subscription_of(put.id) or put.cloud.id
        return {
            "roleDefinitionId": f"/subscriptions/{subscription}{_DEFINITIONS}{role}",
            "principalType": put.props.get("principalType", "ServicePrincipal"),
            "scope": "/" + str(put.props["scope"]).strip("/"),
            "createdBy": arm.DEPLOYER_OBJECT_ID,
            "updatedBy": arm.DEPLOYER_OBJECT_ID,
        }

    def _check_twin(self, put: Put, principal: str, role: str) -> None:
        for other in put.cloud.store.below(put.id.rpartition("/")[0]):
            twin = (
                other.inputs["principalId"] == principal
                and arm.name_of(other.inputs["roleDefinitionId"]).lower() == role.lower()
            )
            if twin and not arm.same_id(other.id, put.id):
                raise ArmError(
                    409,
                    "RoleAssignmentExists",
                    "The role assignment already exists. The ID of the conflicting role assignment is "
                    f"{arm.name_of(other.id).replace('-', '')}.",
                    seen=LOGS,
                )

    def change_refused(self, id_: str, path: str, before: Any, after: Any) -> ArmError:  # noqa: ARG002
        return ArmError(
            400,
            "RoleAssignmentUpdateNotPermitted",
            "Tenant ID, application ID, principal ID, and scope are not allowed to be updated.",
            seen=f"{LOGS}, and learn.microsoft.com/azure/role-based-access-control/troubleshooting",
        )

    def parent_missing(self, id_: str, parent: str) -> ArmError:  # noqa: ARG002
        return arm.not_found(parent)


def _is_identity(cloud: Cloud, principal: str) -> bool:
    """Whether something that exists has this object ID in the directory."""
    return any(
        principal in (dig(resource.body, "principalId"), dig(resource.body, "identity.principalId"))
        for resource in cloud.store.telling(principal)
        if "/roleAssignments/" not in resource.id
    )
