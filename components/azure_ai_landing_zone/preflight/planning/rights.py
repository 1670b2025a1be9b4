"""Checks of what who deploys may do, as Azure states it of them."""

import re
from collections.abc import Callable, Iterator, Mapping

from azure_ai_landing_zone.preflight.planning import questions
from azure_ai_landing_zone.preflight.planning.answers import Answers, Item, NoAnswer
from azure_ai_landing_zone.preflight.planning.demand import Demand, PlannedResource
from azure_ai_landing_zone.preflight.planning.networks import foreign_networks, foreign_zones, peered
from azure_ai_landing_zone.preflight.planning.verdicts import Check, Judgement

_ROLES = "Microsoft.Authorization/roleAssignments/write"
_LOCKS = "Microsoft.Authorization/locks/write"
_PURPOSES = {_ROLES: "give roles", _LOCKS: "make locks"}
_ROLE_FOR = {
    _ROLES: "Role Based Access Control Administrator",
    # learn.microsoft.com/azure/azure-resource-manager/management/lock-resources, 2024-03-08
    _LOCKS: "User Access Administrator",
}
_MANY = 4
"""Of missing rights that are written out."""

Needed = dict[tuple[str, str], dict[str, list[str]]]
"""By scope and purpose: actions, with the resources that need each."""


def permission_checks(demand: Demand) -> Iterator[Check]:
    """At each scope: making resources, giving roles, and joining what others have."""
    for (scope, purpose), actions in _needed(demand).items():
        users = tuple(dict.fromkeys(name for names in actions.values() for name in names))
        yield Check("permissions", f"{purpose} in {scope}", _allowed(scope, purpose, tuple(actions)), users)
    elsewhere = tuple(one.name for one in demand.resources if one.arm_type and _place(one) is None)
    if elsewhere:
        yield Check("permissions", "what lies where only other stacks know", _nobody_knows, elsewhere)


def _needed(demand: Demand) -> Needed:
    found: Needed = {}
    for one in demand.resources:
        place = _place(one)
        if place is None or "/" not in one.arm_type:
            continue
        action = f"{one.arm_type}/write"
        purpose = _PURPOSES.get(action, "make resources")
        _add(found, _scope(demand, place), purpose, action, one.name)
    joined: Mapping[str, tuple[str, Mapping[str, tuple[str, ...]]]] = {
        "peer with networks": ("virtualNetworks/peer/action", peered(demand)),
        "join subnets": (
            "virtualNetworks/subnets/join/action",
            {network: users for network, (subnets, users) in foreign_networks(demand).items() if subnets},
        ),
        "join DNS zones": ("privateDnsZones/join/action", foreign_zones(demand)),
    }
    for purpose, (action, ids) in joined.items():
        for id_, users in ids.items():
            for user in users:
                _add(found, _scope(demand, id_), purpose, f"Microsoft.Network/{action}", user)
    return found


def _place(one: PlannedResource) -> str | None:
    """Of many a role assignment only the scope is known, not the name."""
    scope = one.inputs.get("scope")
    return one.id or (scope if isinstance(scope, str) else None)


def _add(found: Needed, scope: str, purpose: str, action: str, user: str) -> None:
    found.setdefault((scope, purpose), {}).setdefault(action, []).append(user)


def _scope(demand: Demand, id_: str) -> str:
    """Its resource group, or the subscription where the stack makes the group."""
    parts = id_.split("/")
    group = "/".join(parts[:5])
    in_group = len(parts) > 5 and parts[3].lower() == "resourcegroups"
    return group if in_group and not demand.makes(group) else "/".join(parts[:3])


def _nobody_knows(_: Answers) -> Judgement:
    raise NoAnswer("only the outputs of other stacks tell where these resources go")


def _allowed(scope: str, purpose: str, actions: tuple[str, ...]) -> Callable[[Answers], Judgement]:
    def judge(answers: Answers) -> Judgement:
        (listed,) = answers.of(questions.permissions(scope))
        plain = [item for item in listed if not item.optional_text("condition")]
        missing = [action for action in actions if not _any_allows(plain, action)]
        if not missing:
            return Judgement("passed", f"who deploys may {purpose} in {scope}")
        if all(_any_allows(listed, action) for action in missing):
            raise NoAnswer(f"who deploys may {purpose} in {scope} on a condition that only Azure can judge")
        shown = ", ".join(sorted(missing)[:_MANY])
        more = f" and {len(missing) - _MANY} more" if len(missing) > _MANY else ""
        role = next((_ROLE_FOR[one] for one in missing if one in _ROLE_FOR), "Contributor")
        return Judgement(
            "failed",
            f"who deploys may not {purpose} in {scope}",
            got=f"{len(actions) - len(missing)} of {len(actions)} rights",
            needed=f"{shown}{more}",
            ask="an owner of the scope",
            request=f'az role assignment create --assignee <who deploys> --role "{role}" --scope {scope}',
        )

    return judge


def _any_allows(items: list[Item], action: str) -> bool:
    """What one role takes away, another may still give: learn.microsoft.com/azure/role-based-access-control/
    role-definitions, 2026-11-22."""
    return any(
        _matches(item.texts("actions"), action) and not _matches(item.texts("notActions"), action)
        for item in items
    )


def _matches(patterns: list[str], action: str) -> bool:
    return any(
        re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), action, re.IGNORECASE) for pattern in patterns
    )
