"""Who may do what in every stack, by what `make states` has written down of them."""

from typing import Any

import recorded
from azure_ai_landing_zone.catalog.roles import BuiltInRole

Resource = dict[str, Any]


NO_IDENTITIES = (
    "Microsoft.Consumption/budgets/",
    "Microsoft.Insights/diagnosticSettings/",
    "Microsoft.Network/networkWatchers/flowLogs/",
)
"""Operations on a subscription that let nobody be somebody else."""


def of_type(stack: str, type_: str) -> list[Resource]:
    return [one for one in recorded.resources(stack) if f"{type_}::" in one["urn"]]


def assigned(stack: str, owner: str) -> dict[str, Resource]:
    """The inputs of role assignments that a component made, by what their names end in."""
    found = of_type(stack, "authorization:RoleAssignment")
    names = {one["urn"].rpartition("::")[2]: one["inputs"] for one in found}
    prefix = f"{stack}-{owner}-"
    return {
        name.removeprefix(prefix).removesuffix("-access"): inputs
        for name, inputs in names.items()
        if name.startswith(prefix)
    }


def test_no_deployer_reaches_where_identities_state_and_keys_are() -> None:
    """It could say who signs in as it, or as any other, and go on without a reviewer."""
    identities = [one["id"] for one in of_type("bootstrap", "managedidentity:UserAssignedIdentity")]
    narrow = {
        one["inputs"]["roleDefinitionId"]
        for one in of_type("bootstrap", "authorization:RoleDefinition")
        for part in one["inputs"]["permissions"]
        if all(action.startswith(NO_IDENTITIES) for action in part["actions"])
    }
    within = [
        one["urn"].rpartition("::")[2]
        for one in of_type("bootstrap", "authorization:RoleAssignment")
        if one["inputs"]["principalType"] == "ServicePrincipal"
        if one["inputs"]["roleDefinitionId"].rpartition("/")[2] not in narrow
        if any(id_.startswith(f"{one['inputs']['scope']}/") for id_ in identities)
    ]
    assert within == []


ADMINISTRATORS, SCIENTISTS = "5a1f5c4e-3c53-4a3b-9d0e-0c7f3a0f1b02", "3b9a1f77-2d84-4c0b-b6f4-9e1d5a7c2d04"


def roles_of(stack: str, group: str, of: str) -> list[str]:
    """Names of the roles that a group has on resources of that type, with the last part of the scope."""
    names = {role.guid: role.value for role in BuiltInRole}
    found = [one["inputs"] for one in of_type(stack, "authorization:RoleAssignment")]
    return sorted(
        f"{names[one['roleDefinitionId'].rpartition('/')[2]]}: {one['scope'].rpartition('/')[2]}"
        for one in found
        if one["principalId"] == group and f"/{of}/" in one["scope"]
    )


def test_people_ask_models_by_their_gateway_alone() -> None:
    """On the accounts they would pass its limits and its audit by, and change filters by hand."""
    accounts = "Microsoft.CognitiveServices/accounts"
    assert roles_of("models", SCIENTISTS, accounts) == []
    assert roles_of("models", ADMINISTRATORS, accounts) == [
        "Reader: aif-ai-germany-259edf",
        "Reader: aif-ai-sweden-259edf",
        "Reader: cs-ai-shields-259edf",
    ]


def test_scientists_query_no_workspace_that_keeps_what_was_asked() -> None:
    """A role on a workspace shows all of it: the audit's table, and prompts where they are logged."""
    workspaces = "Microsoft.OperationalInsights/workspaces"
    assert roles_of("models", SCIENTISTS, workspaces) == []
    assert roles_of("prod", SCIENTISTS, workspaces) == ["Log Analytics Reader: log-ai-prod-d1d920"]


def test_pull_requests_wait_for_a_reviewer_before_their_code_has_a_token() -> None:
    subjects = [
        one["inputs"]["subject"]
        for one in of_type("bootstrap", "managedidentity:FederatedIdentityCredential")
        if one["inputs"]["subject"].startswith("repo:")
    ]
    assert [subject for subject in subjects if ":environment:" not in subject] == []


def test_pipelines_reach_the_states_of_their_environment_alone() -> None:
    """Not the one of bootstrap, where who may do what is decided."""
    pipelines = {
        one["inputs"]["scope"].rpartition("/")[2]
        for one in of_type("bootstrap", "authorization:RoleAssignment")
        if one["inputs"]["principalType"] == "ServicePrincipal"
    }
    assert {"pulumi", "pulumi-state"} & pipelines == set()
