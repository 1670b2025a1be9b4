"""Which updates in place lose something: data that would be deleted sooner, or can't be brought back."""

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date

from azure_ai_landing_zone_policies.guard.kinds import Kind
from azure_ai_landing_zone_policies.preview.read import Step
from azure_ai_landing_zone_policies.program.view import CantTell, Resource, View
from azure_ai_landing_zone_policies.readers.ai import has_gpus

Value = int | bool | str | None
"""As it is read, or `_UNKNOWN`."""

_UNKNOWN = "what is not known yet"

_LESS: Mapping[str, tuple[str, ...]] = {
    "eventhub:EventHub": ("messageRetentionInDays", "retentionDescription.retentionTimeInHours"),
    "operationalinsights:Table": ("retentionInDays", "totalRetentionInDays"),
    "operationalinsights:Workspace": ("retentionInDays",),
    "storage:BlobContainerImmutabilityPolicy": ("immutabilityPeriodSinceCreationInDays",),
    "storage:BlobServiceProperties": ("deleteRetentionPolicy.days", "containerDeleteRetentionPolicy.days"),
    "storage:FileServiceProperties": ("shareDeleteRetentionPolicy.days",),
}
"""Numbers that data lives by: a smaller one, or none, deletes."""

_OFF: Mapping[str, tuple[str, ...]] = {
    "storage:BlobServiceProperties": (
        "deleteRetentionPolicy.enabled",
        "containerDeleteRetentionPolicy.enabled",
        "isVersioningEnabled",
    ),
    "storage:FileServiceProperties": ("shareDeleteRetentionPolicy.enabled",),
}
"""Flags whose loss is one of what was deleted or overwritten."""

_DELETES = {
    "actions.baseBlob.delete.daysAfterModificationGreaterThan": "blobs {} days after the last change",
    "actions.baseBlob.delete.daysAfterCreationGreaterThan": "blobs {} days after they are made",
    "actions.baseBlob.delete.daysAfterLastAccessTimeGreaterThan": "blobs {} days after the last access",
    "actions.snapshot.delete.daysAfterCreationGreaterThan": "snapshots {} days after they are made",
    "actions.version.delete.daysAfterCreationGreaterThan": "versions {} days after they are made",
}
"""Of a lifecycle rule. Source: learn.microsoft.com/azure/storage/blobs/lifecycle-management-policy-structure,
2026-11."""

LESS_KEPT = Kind(
    "how long data is kept",
    "what is older than the new limit, and what could be brought back until now",
    "leave it as it is, or copy first what must stay",
)
NO_NODES = Kind(
    "cluster",
    "all its machines, and the jobs on them; nobody promises that Azure has the machines again",
    "keep the nodes that are used, or wait until the jobs are done",
)
LESS_SEEN = Kind(
    "record of what happens",
    "what would be written from now on",
    "keep the categories, or have another setting write them first",
)


def changes(step: Step, today: date) -> tuple[Kind, list[str]] | None:
    """What an update loses, in words, and of what kind that is; None where it loses nothing."""
    if step.operation != "update" or step.old is None or step.new is None:
        return None
    old, new = (View(dict(inputs), Resource(step.type, today, step.name)) for inputs in (step.old, step.new))
    for kind, find in _FINDERS:
        if found := list(find(old, new)):
            return kind, found
    return None


def _kept(old: View, new: View) -> Iterator[str]:
    type_ = old.resource.type
    for path in _OFF.get(type_, ()):
        if _value(old.flag, path) is True and (now := _value(new.flag, path)) is not True:
            yield f"{path} from true to {_shown(now)}"
    for path in _LESS.get(type_, ()):
        had, has = _value(old.number, path), _value(new.number, path)
        if isinstance(had, int) and (not isinstance(has, int) or has < had):
            yield f"{path} from {had} to {_shown(has)}"
    if type_ == "storage:ManagementPolicy":
        yield from _lifecycle(old, new)


def _lifecycle(old: View, new: View) -> Iterator[str]:
    """Deletions that a lifecycle gets, or that come sooner."""
    try:
        before = {rule.text("name"): rule for rule in _rules(old)}
        after = _rules(new)
    except CantTell:
        yield f"policy.rules to {_UNKNOWN}"
        return
    for rule in after:
        of_same_name = before.get(rule.text("name")) if rule.known("name") else None
        for path, text in _DELETES.items():
            days = _value(rule.number, f"definition.{path}")
            known = [of_same_name] if of_same_name else list(before.values())
            had = min((found for each in known if isinstance(found := _days(each, path), int)), default=None)
            if days is None or days == had or (had is not None and days != _UNKNOWN and int(days) > had):
                continue
            stay = "which nothing deletes now" if had is None else f"which stay for {had} days now"
            yield f"{rule.path('definition').rpartition('.')[0]} deletes {text.format(days)}, {stay}"


def _rules(policy: View) -> list[View]:
    return [rule for rule in policy.items("policy.rules") if _value(rule.flag, "enabled") is not False]


def _days(rule: View, path: str) -> Value:
    return _value(rule.number, f"definition.{path}")


def _nodes(old: View, new: View) -> Iterator[str]:
    path = {"compute:VirtualMachineScaleSet": "sku.capacity", "containerservice:AgentPool": "count"}
    if (at := path.get(old.resource.type)) and has_gpus(old):
        had, has = _value(old.number, at), _value(new.number, at)
        if has == 0 and had != 0:
            yield f"{at} from {_shown(had)} to 0"


def _seen(old: View, new: View) -> Iterator[str]:
    if old.resource.type != "monitor:DiagnosticSetting":
        return
    try:
        had, has = _categories(old), _categories(new)
    except CantTell:
        return  # what it would see is made from what isn't there yet: no sign of less
    if gone := [category for category in had if category not in has]:
        yield f"logs no longer have {', '.join(gone)}"


def _categories(setting: View) -> list[str]:
    """The categories and groups that it keeps: a group stands for what is in it."""
    logs = [log for log in setting.items("logs") if log.flag("enabled")]
    return [log.text("category") or log.text("categoryGroup") or "" for log in logs]


_FINDERS: tuple[tuple[Kind, Callable[[View, View], Iterator[str]]], ...] = (
    (LESS_KEPT, _kept),
    (NO_NODES, _nodes),
    (LESS_SEEN, _seen),
)


def _value(read: Callable[[str], Value], path: str) -> Value:
    try:
        return read(path)
    except CantTell:
        return _UNKNOWN


def _shown(value: Value) -> str:
    return "nothing" if value is None else value if isinstance(value, str) else json.dumps(value)
