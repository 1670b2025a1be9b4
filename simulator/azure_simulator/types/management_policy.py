"""Microsoft.Storage/storageAccounts/managementPolicies: lifecycle rules of blobs"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType
from azure_simulator.cloud.values import dig, each, has_unknown, settled

_TIERS = ("tierToHot", "tierToCool", "tierToCold", "tierToArchive")
_CONDITIONS = (
    "daysAfterModificationGreaterThan",
    "daysAfterCreationGreaterThan",
    "daysAfterLastAccessTimeGreaterThan",
)


class ManagementPolicy(ResourceType):
    pulumi_type = "azure-native:storage:ManagementPolicy"
    path = "…/Microsoft.Storage/storageAccounts/{accountName}/managementPolicies/{managementPolicyName}"
    source = "learn.microsoft.com/azure/storage/blobs/lifecycle-management-overview (2025-06-13)"
    name_rule = NameRule("default", "The name should always be 'default'")

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        rules = list(each(props, "policy.rules"))
        if len(rules) > 100:
            yield "policy.rules", f"at most 100 rules, got {len(rules)}"
        names: set[str] = set()
        for path, rule in rules:
            name = str(dig(rule, "name"))
            if name in names:
                yield f"{path}.name", f"another rule is called '{name}'"
            names.add(name)
            yield from _rule_problems(path, rule)

    def create(self, put: Put) -> Mapping[str, Any]:
        account_id = arm.parent_of(put.id) or ""
        account = put.cloud.store.get(account_id)
        sku = str(dig(account.body, "sku.name")) if account else ""
        service = put.cloud.get(f"{account_id}/blobServices/default")
        tracking = bool(dig(service.body, "lastAccessTimeTrackingPolicy.enable")) if service else False
        has_folders = bool(dig(account.body, "isHnsEnabled")) if account else False
        for path, rule in each(put.props, "policy.rules"):
            if has_folders and dig(rule, "definition.filters.blobIndexMatch"):
                where = f"{path}.definition.filters.blobIndexMatch"
                raise _refused(f"{where}: blob index tags are not supported with a hierarchical namespace")
            for scope, action, conditions in _actions(rule):
                where = f"{path}.definition.actions.{scope}.{action}"
                if "Premium" in sku and action in _TIERS:
                    raise _refused(f"{where}: premium accounts have no access tiers")
                if action == "tierToArchive" and "ZRS" in sku:
                    raise _refused(f"{where}: the archive tier is not supported for {sku}")
                if "daysAfterLastAccessTimeGreaterThan" in conditions and not tracking:
                    raise _refused(f"{where}: last access time tracking is not enabled on the account")
        return {"name": "DefaultManagementPolicy"}

    def parent_missing(self, id_: str, parent: str) -> ArmError:  # noqa: ARG002
        return arm.not_found(parent)


def _refused(text: str) -> ArmError:
    """The limits are those of the lifecycle overview."""
    return ArmError(400, "InvalidManagementPolicy", text, seen=OURS)


def _actions(rule: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for scope, actions in (dig(rule, "definition.actions") or {}).items():
        for action, conditions in (actions or {}).items():
            if isinstance(conditions, Mapping):
                yield scope, action, conditions


def _rule_problems(path: str, rule: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    filters = dig(rule, "definition.filters") or {}
    types = {str(kind).lower() for _, kind in each(filters, "blobTypes")}
    if (
        not types
        and settled(rule, "definition.filters.blobTypes")
        and "filters" in (dig(rule, "definition") or {})
    ):
        yield f"{path}.definition.filters.blobTypes", "a filter needs blob types"
    for name in ("prefixMatch", "blobIndexMatch"):
        count = len(dig(filters, name) or [])
        if count > 10:
            yield f"{path}.definition.filters.{name}", f"at most 10 in one rule, got {count}"
    found = list(_actions(rule))
    if not found and not has_unknown(dig(rule, "definition.actions")) and settled(rule, "definition.actions"):
        yield f"{path}.definition.actions", "a rule needs at least one action"
    for scope, action, conditions in found:
        at = f"{path}.definition.actions.{scope}.{action}"
        given = [name for name in _CONDITIONS if conditions.get(name) is not None]
        if len(given) > 1:
            yield at, f"one condition an action, got {', '.join(given)}"
        if action in _TIERS and "appendblob" in types:
            yield at, "append blobs can only be deleted, not tiered"
