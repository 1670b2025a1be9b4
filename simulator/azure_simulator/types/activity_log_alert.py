"""Microsoft.Insights/activityLogAlerts"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import ResourceType
from azure_simulator.cloud.values import dig, each


class ActivityLogAlert(ResourceType):
    pulumi_type = "azure-native:monitor:ActivityLogAlert"
    aliases = ("azure-native:insights:ActivityLogAlert",)
    path = "…/Microsoft.Insights/activityLogAlerts/{activityLogAlertName}"
    source = "learn.microsoft.com/azure/azure-monitor/alerts/alerts-create-activity-log-alert-rule"
    replaces = frozenset({"location"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        conditions = list(each(props, "condition.allOf"))
        if not any(dig(condition, "field") == "category" for _, condition in conditions):
            yield "condition.allOf", "one of the conditions must be on the field 'category'"
        for path, condition in conditions:
            if not any(name in condition for name in ("equals", "containsAny", "anyOf")):
                yield path, "a condition needs equals, containsAny or anyOf"
            leaves = list(each(condition, "anyOf"))
            if "anyOf" in condition and len(leaves) < 2:
                yield f"{path}.anyOf", "anyOf needs at least two conditions"
        subscriptions = {
            found[1].lower()
            for _, scope in each(props, "scopes")
            if (found := re.match(r"/subscriptions/([^/]+)", str(scope)))
        }
        if len(subscriptions) > 1:
            yield "scopes", "all scopes of a rule must be in one subscription"
