"""Microsoft.Insights/metricAlerts"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import ResourceType
from azure_simulator.cloud.values import dig

FREQUENCIES = {"PT1M": 1, "PT5M": 5, "PT15M": 15, "PT30M": 30, "PT1H": 60}
WINDOWS = {**FREQUENCIES, "PT6H": 360, "PT12H": 720, "P1D": 1440}
"""In minutes."""


class MetricAlert(ResourceType):
    pulumi_type = "azure-native:monitor:MetricAlert"
    aliases = ("azure-native:insights:MetricAlert",)
    path = "…/Microsoft.Insights/metricAlerts/{ruleName}"
    source = "learn.microsoft.com/azure/azure-monitor/alerts/alerts-create-metric-alert-rule"
    replaces = frozenset({"location"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        yield from timing_problems(props, FREQUENCIES, WINDOWS)
        location = dig(props, "location")
        if isinstance(location, str) and location.lower() != "global":
            yield "location", f"a metric alert is in 'global', not in '{location}'"
        scopes = props.get("scopes")
        if isinstance(scopes, list) and not scopes:
            yield "scopes", "an alert rule needs a scope"


def timing_problems(
    props: Mapping[str, Any], frequencies: Mapping[str, int], windows: Mapping[str, int]
) -> Iterator[tuple[str, str]]:
    """What is wrong with severity, frequency and window of a rule."""
    severity = dig(props, "severity")
    if isinstance(severity, int) and not 0 <= severity <= 4:
        yield "severity", f"{severity} is outside 0 to 4"
    frequency, window = dig(props, "evaluationFrequency"), dig(props, "windowSize")
    if frequency is not None and frequency not in frequencies:
        yield "evaluationFrequency", f"'{frequency}' is none of {', '.join(frequencies)}"
    if window is not None and window not in windows:
        yield "windowSize", f"'{window}' is none of {', '.join(windows)}"
    if frequency in frequencies and window in windows and frequencies[frequency] > windows[window]:
        yield "evaluationFrequency", f"'{frequency}' is longer than the window, '{window}'"
