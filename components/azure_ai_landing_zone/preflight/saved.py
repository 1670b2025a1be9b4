"""A subscription as a preflight saw it, as a file that the simulated Azure reads (docs/subscription.md)."""

import contextlib
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from azure_ai_landing_zone.preflight.planning.answers import Item, NoAnswer
from azure_ai_landing_zone.preflight.planning.question import Failure, Question
from azure_ai_landing_zone.preflight.preflight import Preflight

_BUILT_IN = {
    ("*",): "Owner",
    ("*/read",): "Reader",
}
"""Roles that are told by all that they allow, where they take nothing away."""

_PROFILE = "roomy"
"""What a file says nothing of is not refused."""


def saved(found: Preflight) -> dict[str, Any]:
    """Quotas, restrictions, registrations, rights, deleted and existing things, of what was asked.

    Azure tells nobody of capacity, and policies aren't asked: neither is in it. What couldn't be read is left
    out, and then isn't refused."""
    into = _Saved()
    for question, reply in found.answers.items():
        if isinstance(reply, Failure):
            continue
        for value in reply:
            with contextlib.suppress(NoAnswer):
                _take(into, question, Item(question, value))
    content: dict[str, Any] = {"profile": _PROFILE}
    content["quotas"] = [
        {"name": name, "region": region, "limit": left}
        for (name, region), left in sorted(into.quotas.items())
    ]
    content["restrictions"] = into.restrictions
    if into.providers is not None:
        content["providers"] = into.providers
    if into.features is not None:
        content["features"] = into.features
    if into.roles:
        content["roleAssignments"] = into.roles
    content["softDeleted"] = list(into.deleted.values())
    content["existing"] = list(into.existing.values())
    return content


@dataclass
class _Saved:
    quotas: dict[tuple[str, str], int] = field(default_factory=dict)
    restrictions: list[dict[str, Any]] = field(default_factory=list)
    providers: list[str] | None = None
    features: list[str] | None = None
    roles: list[dict[str, str]] = field(default_factory=list)
    deleted: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    existing: dict[str, Mapping[str, Any]] = field(default_factory=dict)


_EXISTING = tuple(
    f"Microsoft.Network/{kind}/read" for kind in ("virtualNetworks", "virtualHubs", "privateDnsZones")
)


def _take(into: _Saved, question: Question, item: Item) -> None:
    kind = question.action
    if kind == "Microsoft.Resources/subscriptions/providers/read":
        into.providers = into.providers or []
        if item.text("registrationState") == "Registered":
            into.providers.append(item.text("namespace"))
    elif kind == "Microsoft.Features/providers/features/read":
        into.features = into.features or []
        if item.text("properties.state") == "Registered":
            into.features.append(item.text("name"))
    elif kind.endswith("/locations/usages/read"):
        if item.number("limit") >= 0:
            # What runs already isn't in the file, so neither is its share of the quota.
            left = max(item.number("limit") - item.number("currentValue"), 0)
            into.quotas[item.text("name.value"), _region(question.path)] = left
    elif kind == "Microsoft.Compute/skus/read":
        into.restrictions += _restrictions(item)
    elif kind in _EXISTING:
        into.existing[item.text("id")] = item.value
    elif "/deleted" in kind:
        into.deleted |= _deleted(item)
    elif kind == "Microsoft.Authorization/permissions/read":
        _hold(into, question.path.partition("/providers/Microsoft.Authorization")[0], item)


def _region(path: str) -> str:
    return path.partition("/locations/")[2].partition("/")[0]


def _restrictions(item: Item) -> Iterator[dict[str, Any]]:
    for one in item.items("restrictions"):
        for region in one.texts("restrictionInfo.locations") or one.texts("values"):
            row: dict[str, Any] = {"sku": item.text("name"), "region": region.lower()}
            zones = one.texts("restrictionInfo.zones")
            yield {**row, "zones": zones} if one.text("type") == "Zone" else row


def _deleted(item: Item) -> dict[str, Mapping[str, Any]]:
    id_ = (
        item.optional_text("properties.vaultId")
        or item.optional_text("properties.serviceId")
        or item.text("id")
    )
    head, here, name = id_.rpartition("/deletedAccounts/")
    if here:
        group = head.rpartition("/resourceGroups/")[2]
        above = f"/subscriptions/{head.split('/')[2]}/resourceGroups/{group}"
        id_ = f"{above}/providers/Microsoft.CognitiveServices/accounts/{name}"
    place = item.optional_text("location") or item.optional_text("properties.location")
    return {id_: {"id": id_, "location": place}} if place else {}


def _hold(into: _Saved, scope: str, item: Item) -> None:
    """A role by its name, where what it allows is that of a built-in one; else one made of what it allows."""
    actions, without = tuple(item.texts("actions")), tuple(item.texts("notActions"))
    if not without and actions in _BUILT_IN:
        into.roles.append({"role": _BUILT_IN[actions], "scope": scope})
        return
    name = str(uuid.uuid5(uuid.NAMESPACE_URL, "|".join((scope, *actions, "-", *without))))
    id_ = f"{scope}/providers/Microsoft.Authorization/roleDefinitions/{name}"
    into.existing[id_] = {
        "id": id_,
        "roleName": f"as seen in {scope}",
        "permissions": [{"actions": list(actions), "notActions": list(without)}],
        "assignableScopes": [scope],
    }
    into.roles.append({"role": id_, "scope": scope})
