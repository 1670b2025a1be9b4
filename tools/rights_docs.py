"""Writes docs/reference/rights.md: what the deployer of each stack needs outside of its resource group, and
which roles it gives.

Read from what `make states` recorded: a resource that lies elsewhere has to be written there, and what one
refers to elsewhere may take an action of its own (linked_actions.csv).
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import recorded
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_simulator.access import linked_actions
from azure_simulator.cloud import arm
from azure_simulator.cloud.values import texts

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "reference" / "rights.md"

BY_A_PERSON = ("bootstrap",)
"""Makes the resource groups and the deployers."""

CLUSTER = "Microsoft.ContainerService/managedClusters"
IN_CLUSTER = (f"{CLUSTER}/read", f"{CLUSTER}/listClusterUserCredential/action")
"""What it takes to find the way into a cluster: Azure Kubernetes Service Cluster User Role. Source:
learn.microsoft.com/azure/role-based-access-control/built-in-roles/containers, 2026-07-01."""
DATA_IN_CLUSTER = (f"{CLUSTER}/*",)
"""To make operators and kinds of objects there: Azure Kubernetes Service RBAC Cluster Admin has the same."""

GIVES_ROLES = "Microsoft.Authorization/roleAssignments/*"
"""Under a condition only: `givesRoles`."""

_HEAD = """# What deployers need

A deployer has its rights over one resource group, which `bootstrap` makes
([environments.md](../environments.md)). The rows are those of this repository's stacks; where a stack's
settings differ, `ailz preflight STACK --format role` lists all that it needs. With what stands here each of
them is brought up and changed by its deployer alone, which reaches nothing else by any chain:
`tests/stacks/test_deployers.py` holds it against the model of Azure's roles. What has to be registered before
is in [before-azure.md](../before-azure.md#registered). This page is written by `make docs`.
"""
_LOCKS = """
The deployer of a stack whose `protection` is `locked` has `mayLock: true` beside all that
([day-two.md](../day-two.md#locks)). Here that is {}.
"""
_ELSEWHERE_HEAD = """
## Elsewhere

What its stack writes or joins outside of its resource group: give it under `rightsElsewhere` of `deployers`,
on the scope that stands here.
"""
_ELSEWHERE = ("", "| stack | on | operations | for |", "| --- | --- | --- | --- |")
_ROLES = (
    "",
    "## Roles",
    "",
    "What its stack gives to groups and to identities: name these under `mayAssignToGroups` and",
    "`mayAssignToWorkloads`, and it gives no others. Whoever may give a role to identities can have it",
    "itself, in all of its resource group: it makes an identity that trusts whom it likes.",
    "",
    "| stack | to groups | to identities |",
    "| --- | --- | --- |",
)


def page() -> str:
    """The text of the page."""
    locking = ", ".join(stack for stack in stacks() if locks(stack)) or "nobody"
    return f"{_HEAD}{_LOCKS.format(locking)}{_ELSEWHERE_HEAD}" + "".join(
        f"{row}\n"
        for head, rows in _PARTS
        for row in (*head, *(row for one in stacks() for row in rows(one)))
    )


def stacks() -> list[str]:
    return [stack for stack in recorded.stacks() if stack not in BY_A_PERSON]


def elsewhere(resources: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], list[str]]:
    """By scope and operation the logical names of what takes it there."""
    own = [one["id"].lower() for one in resources if _is_group(one.get("id") or "")]
    found: dict[tuple[str, str], list[str]] = {}
    for one in resources:
        id_ = one.get("id") or ""
        if not arm.is_resource_id(id_):
            continue
        name = one["urn"].rpartition("::")[2]
        for scope, action in _needed(id_, one):
            if not any(f"{scope}/".lower().startswith(f"{group}/") for group in own):
                names = found.setdefault((scope, action), [])
                names += [name] if name not in names else []
    return found


def given(stack: str) -> dict[str, list[BuiltInRole]]:
    """The roles that the stack gives, by the type of principal."""
    by_guid = {role.guid: role for role in BuiltInRole}
    found: dict[str, set[BuiltInRole]] = {"Group": set(), "ServicePrincipal": set()}
    for one in recorded.resources(stack):
        if ":authorization:RoleAssignment::" in one["urn"]:
            inputs = one["inputs"]
            found[inputs["principalType"]].add(by_guid[arm.name_of(inputs["roleDefinitionId"])])
    return {kind: sorted(roles) for kind, roles in found.items()}


def locks(stack: str) -> bool:
    """Whether the stack makes locks."""
    return any(":authorization:ManagementLockByScope::" in one["urn"] for one in recorded.resources(stack))


def _needed(id_: str, resource: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Scopes and operations of one resource, wherever they are."""
    if resource.get("external"):
        yield id_, f"{arm.type_of(id_)}/read"
    elif not _is_group(id_):
        yield arm.parent_of(id_) or "", f"{arm.type_of(id_)}/*"
    for path, text in texts(resource.get("inputs") or {}):
        if arm.is_resource_id(text):
            action = linked_actions.needed(arm.type_of(id_), arm.type_of(text), path)
            if action is not None:
                yield text, action


def _is_group(id_: str) -> bool:
    return "/providers/" not in id_ and arm.group_of(id_) is not None


def _elsewhere_rows(stack: str) -> Iterator[str]:
    by_kind: dict[tuple[str, str], list[str]] = {}
    for (scope, action), names in elsewhere(recorded.resources(stack)).items():
        by_kind.setdefault((_shown(scope), action), []).extend(names)
    for (scope, action), names in sorted(by_kind.items()):
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        shown = "roles: `givesRoles`" if action == GIVES_ROLES else f"`{action}`"
        yield f"| {stack} | {scope} | {shown} | {', '.join(f'`{name}`' for name in names[:3])}{more} |"
    if in_cluster(stack):
        told = [*(f"`{one}`" for one in IN_CLUSTER), *(f"of data: `{one}`" for one in DATA_IN_CLUSTER)]
        for one in told:
            yield f"| {stack} | the cluster that it runs on | {one} | all of it |"


def in_cluster(stack: str) -> bool:
    """Whether it makes anything inside of a cluster."""
    return any("$kubernetes:" in one["urn"] for one in recorded.resources(stack))


def _role_rows(stack: str) -> Iterator[str]:
    roles = given(stack)
    if any(roles.values()):
        cells = (", ".join(roles[kind]) for kind in ("Group", "ServicePrincipal"))
        yield f"| {stack} | {' | '.join(cells)} |"


def _shown(scope: str) -> str:
    """What the scope is, without the names of one deployment."""
    if not arm.is_resource_id(scope):
        return "the subscription"
    if _is_group(scope):
        return f"the resource group `{arm.name_of(scope)}`"
    return f"each `{arm.type_of(scope)}` in `{arm.group_of(scope)}`"


_PARTS = ((_ELSEWHERE, _elsewhere_rows), (_ROLES, _role_rows))


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
