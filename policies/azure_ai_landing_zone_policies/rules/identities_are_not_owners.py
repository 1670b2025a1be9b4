"""Rule identities-are-not-owners."""

from collections.abc import Iterator

from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, each


def _program(role: BuiltInRole, scope: str) -> dict[str, object]:
    return {
        "nodes": H100_NODES,
        "access": {
            "type": "azure-native:authorization:RoleAssignment",
            "properties": {
                "scope": scope,
                "roleDefinitionId": role.definition_id(_SUBSCRIPTION),
                "principalId": "11111111-1111-1111-1111-111111111111",
                "principalType": "ServicePrincipal",
            },
        },
    }


_SUBSCRIPTION = "00000000-0000-0000-0000-000000000000"

_WIDE = {
    role.guid: role.value
    for role in (BuiltInRole.OWNER, BuiltInRole.CONTRIBUTOR, BuiltInRole.USER_ACCESS_ADMINISTRATOR)
}

_WIDER = ("management:ManagementGroup", "subscription:Alias", "subscription:Subscription")
"""What holds resource groups. Source: azure-native 3.29.0, modules management and subscription."""


@stack_rule(
    on=("authorization:RoleAssignment", "authorization:RoleDefinition"),
    area="identity",
    severity="critical",
    since="2026.4",
    pillar="Security",
    controls=("PA-1", "PA-7"),
    links=("https://learn.microsoft.com/azure/role-based-access-control/best-practices",),
    only_with_ai=True,
    passes=_program(BuiltInRole.CONTRIBUTOR, f"/subscriptions/{_SUBSCRIPTION}/resourceGroups/ai"),
    fails=_program(BuiltInRole.OWNER, f"/subscriptions/{_SUBSCRIPTION}"),
)
def identities_are_not_owners(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Nobody owns more than a resource group by a program

    Owner, Contributor and User Access Administrator on a subscription or a management group reach every
    zone, every key and every log in it: who takes over one identity has them all. Give a narrower role,
    or the same role on a resource group; a role assignment with a condition is left alone. Custom roles
    name their actions: one that allows * is Owner by another name.
    """
    if props.resource.type == "authorization:RoleDefinition":
        yield from each(props.items("permissions"), _permission)
        return
    role = _WIDE.get((props.text("roleDefinitionId") or "").rpartition("/")[2].lower())
    if role and not props.given("condition") and _is_wide(props, stack):
        yield (
            f"roleDefinitionId is {role}, and scope is {props.text('scope')}, wider than a resource "
            "group; give a "
            "narrower role, or a resource group"
        )


def _permission(permission: View) -> Iterator[str]:
    for name in ("actions", "dataActions"):
        if "*" in (permission.texts(name) or []):
            yield f"{permission.path(name)} has *, which is everything; name the actions"


def _is_wide(props: View, stack: Stack) -> bool:
    """Whether the scope is a subscription, a management group or the root.

    The id of another resource isn't, though not known before deployment.
    """
    holders = stack.made_from(props, "scope")
    if not props.known("scope") and holders and not any(one.resource.type in _WIDER for one in holders):
        return False
    scope = props.text("scope") or ""
    parts = [part.lower() for part in scope.split("/") if part]
    group = parts[:2] == ["providers", "microsoft.management"]
    return scope == "/" or group or (len(parts) == 2 and parts[0] == "subscriptions")
