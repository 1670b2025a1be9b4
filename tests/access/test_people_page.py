"""docs/people.md says of people what the model of Azure's roles says of our stacks."""

import re
from collections.abc import Sequence
from functools import cache

import pytest

import recorded
from azure_simulator.access import chains, role_definitions
from azure_simulator.access.estate import Estate, read
from azure_simulator.access.evaluation import Assignment, allowed
from azure_simulator.cloud import arm
from azure_simulator.cloud.answers import principal_id

PAGE = (recorded.ROOT / "docs" / "people.md").read_text(encoding="utf-8")
GROUPS = {
    "administrators": "5a1f5c4e-3c53-4a3b-9d0e-0c7f3a0f1b02",
    "dataScientists": "3b9a1f77-2d84-4c0b-b6f4-9e1d5a7c2d04",
    "auditors": "8e2d7b90-6f0a-4f6b-8a52-41d2c90e7c03",
    "nobody": "00000000-0000-0000-0000-00000000d15a",
    "owner": "00000000-0000-0000-0000-0000000000e0",
}
ROWS = re.findall(
    r"^\| (\w+) \| (yes|no) \| (data: )?`([^`]+)` \| `([^`]+)` \| (\w+) \|$", PAGE, re.MULTILINE
)
BECOMES = re.findall(r"^\| (\w+) \| ([a-z, -]+) \|$", PAGE.partition("can also be |")[2], re.MULTILINE)


@cache
def estate() -> Estate:
    there = read([one for stack in recorded.stacks() for one in recorded.resources(stack)], principal_id)
    owner = role_definitions.find("Owner")
    assert owner is not None
    there.assignments.append(Assignment(GROUPS["owner"], (owner.permissions,), "/"))
    return there


def places(type_: str, stack: str) -> list[str]:
    """Of the stack's resources those of that type; namespaces are where people have roles in a cluster."""
    if type_.endswith("/namespaces"):
        scopes = {one.scope for one in estate().assignments if f"-{stack}-" in one.scope}
        return sorted(scope for scope in scopes if arm.type_of(scope) == type_)
    ids = [one.get("id") or "" for one in recorded.resources(stack) if not one.get("external")]
    if type_.endswith("/resourceGroups"):
        return [id_ for id_ in ids if "/resourceGroups/" in id_ and "/providers/" not in id_]
    return [id_ for id_ in ids if arm.type_of(id_) == type_]


def said(who: str, action: str, scopes: Sequence[str], *, data: bool) -> set[str]:
    held = estate().assignments
    return {"yes" if allowed(held, GROUPS[who], action, scope, data=data) else "no" for scope in scopes}


@pytest.mark.parametrize(("who", "verdict", "data", "action", "type_", "stack"), ROWS, ids=lambda _: "")
def test_every_row_is_what_the_model_says(
    who: str, verdict: str, data: str, action: str, type_: str, stack: str
) -> None:
    scopes = places(type_, stack)
    assert scopes
    assert said(who, action, scopes, data=bool(data)) == {verdict}


def test_whom_they_can_be() -> None:
    found = {}
    for who in ("administrators", "dataScientists", "auditors"):
        reach = chains.reach(estate(), GROUPS[who])
        ids = {estate().identities[one] for one in reach.becomes if one in estate().identities}
        found[who] = sorted({id_.rpartition("/")[2].removeprefix("id-ai-")[:-7] for id_ in ids}) or ["nobody"]
        assert reach.owns() == set()
    assert {who: names.split(", ") for who, names in BECOMES} == found


def test_no_person_has_a_role_but_by_a_group() -> None:
    kinds = {
        one["inputs"]["principalType"]
        for stack in recorded.stacks()
        for one in recorded.resources(stack)
        if ":authorization:RoleAssignment::" in one["urn"]
    }
    assert kinds == {"Group", "ServicePrincipal"}


def test_no_row_is_left_out() -> None:
    assert len(ROWS) == PAGE.count("| yes |") + PAGE.count("| no |") == 26
    assert {who for who, *_ in ROWS} == {*GROUPS}
