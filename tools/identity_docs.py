"""Writes docs/reference/identities.md: every identity and group of every stack, its rights and why.

Read from what `make states` recorded, with the models that `ailz page` has. Why stands in
identity_reasons.csv, a line for each role, on each kind of resource, for people and for identities.
"""

import csv
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import yaml

import recorded
from azure_ai_landing_zone_policies.page.model import Principal, Right
from azure_ai_landing_zone_policies.page.rights import principals
from azure_ai_landing_zone_policies.page.state import read

FILE = recorded.ROOT / "docs" / "reference" / "identities.md"
REASONS = recorded.ROOT / "tools" / "identity_reasons.csv"

_HEAD = """# Who may do what, and why

Every identity that a stack of this repository makes, every group that it gives roles to, and what the model
of Azure's roles says that each can become by them: by a pod in its namespace, a job, a machine, a state.
Groups are called by their names in the stack file's `people`. Who deploys is in `bootstrap`. Of your stacks
`ailz page` has the same ([page.md](../page.md)); across stacks, `tests/stacks/test_chains.py` searches. That
each identity may do what works as it needs it for is held by `tests/stacks/test_identities.py`, against a
table of such needs with their sources (`simulator/azure_simulator/access/needs.csv`).

A right that has no reason here fails a test. This page is written by `make docs`.
"""

Key = tuple[str, str, str]
"""Group or identity, role, and kind of resource."""


def page() -> str:
    """The text of the page."""
    return "\n".join([_HEAD, *(line for stack in stacks() for line in _section(stack))])


def stacks() -> list[str]:
    """Those that give rights."""
    return [stack for stack in recorded.stacks() if of_stack(stack)]


@cache
def of_stack(stack: str) -> tuple[Principal, ...]:
    """Everybody of a stack."""
    text = json.dumps({"deployment": {"resources": recorded.as_state(stack)}})
    return principals(read(text))


@cache
def reasons() -> Mapping[Key, str]:
    """Why, of each right."""
    with REASONS.open(encoding="utf-8", newline="") as file:
        return {(row["who"], row["role"], row["on"]): row["why"] for row in csv.DictReader(file)}


def key_of(who: Principal, right: Right) -> Key:
    """What its reason stands under: a role of our own without what it is for."""
    role = re.sub(r"^(AI landing zone (?:deployer|\S+ (?:for|of))) .*", r"\1", right.role)
    for whole, kind in (("resource group ", "resource group"), ("the whole subscription", "subscription")):
        if right.scope.startswith(whole):
            return _kind(who), role, kind
    return _kind(who), role, right.scope.partition(" ")[0]


def reason(who: Principal, right: Right) -> str:
    """Raises LookupError for a right that nobody has said why of."""
    key = key_of(who, right)
    if key not in reasons():
        raise LookupError(f"{REASONS.name} has no line {','.join(key)}: say why {right.because} is given")
    return reasons()[key]


def _kind(who: Principal) -> str:
    return "group" if who.kind == "Group" else "identity"


def _section(stack: str) -> Iterator[str]:
    yield from (f"## {stack}", "")
    for who in of_stack(stack):
        name = _named(stack).get(who.name, who.name)
        yield from (f"### {_without_suffix(name)}", "")
        kind = "A group." if who.kind == "Group" else "An identity."
        works = f" {', '.join(f'`{one}`' for one in who.works)} can work as it." if who.works else ""
        yield from (f"{kind}{_without_suffix(works)}", "")
        if who.rights:
            yield from ("| role | on | why | given by |", "| --- | --- | --- | --- |")
            for right in who.rights:
                role = f"{right.role}{', by a condition' if right.conditional else ''}"
                cells = (role, right.scope, reason(who, right), f"`{right.because}`")
                yield _without_suffix(f"| {' | '.join(cells)} |")
        else:
            yield "It has no role in this stack."
        yield ""
        if who.becomes:
            yield "By these it can also be:"
            yield ""
            yield from (f"- {_without_suffix(each)}" for each in who.becomes)
            yield ""


@cache
def _named(stack: str) -> dict[str, str]:
    """Names that a stack file has for principals, by their ids."""
    file = recorded.ROOT / "stacks" / f"Pulumi.{stack}.yaml"
    found = {}
    for name, value in _values(yaml.safe_load(file.read_text(encoding="utf-8"))):
        if re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", value):
            found[value] = name
    return found


def _values(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _values(item, str(key))
    elif isinstance(value, list):
        for item in value:
            yield from _values(item, name)
    elif isinstance(value, str):
        yield name, value


def _without_suffix(text: str) -> str:
    """Without what tells two subscriptions' names apart."""
    return re.sub(rf"[- ]?({'|'.join(_suffixes())})\b", "", text)


@cache
def _suffixes() -> list[str]:
    ids = (str(one.get("id", "")) for stack in recorded.stacks() for one in recorded.resources(stack))
    groups = {id_.split("/")[4] for id_ in ids if id_.count("/") >= 4 and "/resourceGroups/" in id_}
    return sorted({group.rpartition("-")[2] for group in groups if re.search(r"-[0-9a-f]{6}$", group)})


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
