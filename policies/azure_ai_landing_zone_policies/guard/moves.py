"""Which subnets a plan gives other addresses, which Azure does only while nothing is in them."""

import json
from collections.abc import Iterator
from datetime import date

from azure_ai_landing_zone_policies.guard.kinds import Kind
from azure_ai_landing_zone_policies.preview.read import Inputs, Step
from azure_ai_landing_zone_policies.program.view import CantTell, Resource, View
from azure_ai_landing_zone_policies.readers.networks import TYPES, prefixes

MOVED_SUBNET = Kind(
    "subnet",
    "the addresses of all that is in it; Azure refuses while anything is (InUsePrefixCannotBeDeleted)",
    "leave it the prefix that it has; for more addresses add a subnet beside it, and move what is in "
    "this one",
)
"""Also a larger prefix around the same addresses: "IpPrefix 10.2.0.0/24 on Subnet default has active
allocations and cannot be deleted."

Sources: learn.microsoft.com/azure/virtual-network/virtual-network-manage-subnet, 2022-06-27;
hashicorp/terraform-provider-azurerm#11211, 2025-06-06.
"""


def moves(step: Step, today: date) -> list[str]:
    """The prefixes that subnets lose which stay, of a Subnet or in a VirtualNetwork, in words."""
    if step.operation != "update" or step.type not in TYPES or step.old is None or step.new is None:
        return []
    old, new = _view(step, step.old, today), _view(step, step.new, today)
    if step.old == step.new:
        return []
    try:
        pairs = [(old, new)] if step.type == "network:Subnet" else list(_in_both(old, new))
    except CantTell:
        return ["subnets from what can't be read"]
    return [text for before, after in pairs if (text := _move(before, after))]


def _view(step: Step, inputs: Inputs, today: date) -> View:
    return View(dict(inputs), Resource(step.type, today, step.name))


def _in_both(old: View, new: View) -> Iterator[tuple[View, View | None]]:
    """The subnets that a network lists, as they are and as they will be; None where that isn't known."""
    try:
        after = {subnet.text("name"): subnet for subnet in new.items("subnets")}
    except CantTell:
        yield from ((subnet, None) for subnet in old.items("subnets"))
        return
    for subnet in old.items("subnets"):
        if subnet.text("name") in after:
            yield subnet, after[subnet.text("name")]


def _move(before: View, after: View | None) -> str | None:
    path = before.path("addressPrefix" if before.given("addressPrefix") else "addressPrefixes")
    try:
        had = prefixes(before)
    except CantTell:
        had = None
    try:
        has = prefixes(after) if after is not None else None
    except CantTell:
        has = None
    if had is not None and all(prefix in (has or ()) for prefix in had):
        return None
    from_ = "what can't be read" if had is None else _shown(had)
    return f"{path} from {from_} to {'what is not known yet' if has is None else _shown(has)}"


def _shown(texts: list[str]) -> str:
    return " and ".join(json.dumps(text) for text in texts) or "nothing"
