"""Microsoft.AlertsManagement/prometheusRuleGroups"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig, each

_WORKSPACE = "microsoft.monitor/accounts"
_LIMIT = 20


class PrometheusRuleGroup(ResourceType):
    pulumi_type = "azure-native:alertsmanagement:PrometheusRuleGroup"
    path = "…/Microsoft.AlertsManagement/prometheusRuleGroups/{ruleGroupName}"
    source = "learn.microsoft.com/azure/azure-monitor/metrics/prometheus-rule-groups"
    replaces = frozenset({"location"})
    name_rule = NameRule(
        r"(?![ .])[^:@#{}%&+*<>?/\\|]{1,260}(?<![ .])",
        "1-260 characters, none of : @ # { } % & + * < > ? / \\ |",
    )
    defaults = given({"enabled": True})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        scopes = [scope for scope in dig(props, "scopes") or [] if isinstance(scope, str)]
        complete = len(scopes) == len(dig(props, "scopes") or [])
        if complete and not any(arm.type_of(scope).lower() == _WORKSPACE for scope in scopes):
            yield "scopes", "the first scope is an Azure Monitor workspace"
        rules = list(each(props, "rules"))
        if len(rules) > _LIMIT:
            yield "rules", f"a group has at most {_LIMIT} rules, got {len(rules)}"
        for path, rule in rules:
            if ("record" in rule) == ("alert" in rule):
                yield path, "a rule either records or alerts: give one of record and alert"
            elif "record" in rule and ("severity" in rule or "actions" in rule or "for" in rule):
                yield path, "severity, actions and for are of rules that alert"

    def create(self, put: Put) -> Mapping[str, Any]:
        for scope in put.props.get("scopes") or []:
            workspace = put.cloud.store.get(str(scope))
            if workspace is None or arm.type_of(str(scope)).lower() != _WORKSPACE:
                continue
            if workspace.body.get("location") != arm.location(str(put.props.get("location"))):
                raise self.reference_missing(put.id, "scopes", workspace.id)
        return {}
