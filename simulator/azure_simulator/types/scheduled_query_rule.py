"""Microsoft.Insights/scheduledQueryRules: alerts on logs"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import ResourceType
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.metric_alert import timing_problems

FREQUENCIES = {
    "PT1M": 1, "PT5M": 5, "PT10M": 10, "PT15M": 15, "PT30M": 30, "PT45M": 45, "PT1H": 60, "PT2H": 120,
    "PT3H": 180, "PT4H": 240, "PT5H": 300, "PT6H": 360, "P1D": 1440,
}  # fmt: skip
WINDOWS = {**FREQUENCIES, "P2D": 2880}


class ScheduledQueryRule(ResourceType):
    pulumi_type = "azure-native:monitor:ScheduledQueryRule"
    aliases = ("azure-native:insights:ScheduledQueryRule",)
    path = "…/Microsoft.Insights/scheduledQueryRules/{ruleName}"
    source = "learn.microsoft.com/azure/azure-monitor/alerts/alerts-create-log-alert-rule"
    replaces = frozenset({"location", "kind"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        yield from timing_problems(props, FREQUENCIES, WINDOWS)
        if "scopes" not in props:
            yield "scopes", "a rule needs the workspace that it asks"
        for path, condition in each(props, "criteria.allOf"):
            if "query" not in condition:
                yield f"{path}.query", "a condition needs a query"
            total = dig(condition, "timeAggregation")
            if total not in (None, "Count") and "metricMeasureColumn" not in condition:
                yield f"{path}.metricMeasureColumn", f"'{total}' needs the column that it is made of"
