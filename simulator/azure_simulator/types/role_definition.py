"""Microsoft.Authorization/roleDefinitions"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each

_ASSIGNMENT = "azure-native:authorization:RoleAssignment"


class RoleDefinition(ResourceType):
    pulumi_type = "azure-native:authorization:RoleDefinition"
    path = "/{scope}/providers/Microsoft.Authorization/roleDefinitions/{roleDefinitionId}"
    source = "learn.microsoft.com/azure/role-based-access-control/custom-roles and troubleshooting"
    auto_name = "uuid"
    name_rule = NameRule(arm.GUID, "The role definition ID must be a GUID.")
    defaults = given({"roleType": "CustomRole", "description": ""})
    ignored_references = frozenset({"scope", "assignableScopes"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if "roleName" not in props:
            yield "roleName", "a custom role needs a name"
        if dig(props, "assignableScopes") == []:
            yield "assignableScopes", "a custom role needs at least one assignable scope"
        for path, scope in each(props, "assignableScopes"):
            if isinstance(scope, str) and scope.strip("/") == "":
                yield path, "only built-in roles are assignable at '/'"
        for path, permission in each(props, "permissions"):
            for kind in ("actions", "notActions", "dataActions", "notDataActions"):
                for place, action in each(permission, kind):
                    if isinstance(action, str) and "/" not in action and action != "*":
                        yield (
                            f"{path}.{place}",
                            f"'{action}' is no operation such as Microsoft.Compute/disks/read",
                        )

    def create(self, put: Put) -> Mapping[str, Any]:
        name = str(put.props["roleName"])
        for other in put.cloud.store.of_token(self.pulumi_type):
            if not arm.same_id(other.id, put.id) and dig(other.body, "roleName") == name:
                raise ArmError(
                    409,
                    "RoleDefinitionWithSameNameExists",
                    "A custom role with the same name already exists in this directory. Use a different name",
                    seen="learn.microsoft.com/azure/role-based-access-control/troubleshooting; the status: "
                    "tests of Azure/azure-sdk-for-net",
                )
        return {"type": "Microsoft.Authorization/roleDefinitions"}

    def delete(self, cloud: Cloud, resource: Resource) -> None:
        guid = arm.name_of(resource.id).lower()
        for assignment in cloud.store.of_token(_ASSIGNMENT):
            if arm.name_of(str(dig(assignment.body, "roleDefinitionId"))).lower() == guid:
                raise ArmError(
                    400,
                    "RoleDefinitionHasAssignments",
                    "There are existing role assignments referencing role (code: "
                    "RoleDefinitionHasAssignments)",
                    seen="learn.microsoft.com/azure/role-based-access-control/custom-roles",
                )

    def parent_missing(self, id_: str, parent: str) -> ArmError:  # noqa: ARG002
        return arm.not_found(parent)
