"""Who may do what in every stack, by what `make states` has written down of them."""

from typing import Any

from stacks.test_recorded import recorded

Resource = dict[str, Any]


NO_IDENTITIES = ("Microsoft.Consumption/budgets/", "Microsoft.Insights/diagnosticSettings/")
"""Operations on a subscription that let nobody be somebody else."""


def of_type(stack: str, type_: str) -> list[Resource]:
    return [one for one in recorded()[stack] if f"{type_}::" in one["urn"]]


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
