"""Logs and metrics by an assumed volume, alerts, Grafana."""

from collections.abc import Iterator

from azure_ai_landing_zone.cost.charge import Charge, cant_tell, steady
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.charges.billed import (
    Reader,
    by_use,
    charge,
    days_a_month,
    needed,
)

FREE_RETENTION_DAYS = 31
"""Of analytics logs. Source: learn.microsoft.com/azure/azure-monitor/logs/cost-logs, 2026-11-22."""

_FREQUENCIES = ("PT1M", "PT5M", "PT10M", "PT15M")
"""What Azure bills log alerts by; rarer ones cost as much as those of 15 minutes.
Source: azure.microsoft.com/pricing/details/monitor, 2026-11-22."""

_GRAFANA_UNITS = {"X1": 2, "X2": 4}
"""Standard units by size. Source: learn.microsoft.com/azure/managed-grafana/overview, 2026-11-22."""


def _workspace(view: View, stack: Stack) -> Iterator[Charge]:
    sku = view.text("sku.name") or "PerGB2018"
    if sku != "PerGB2018":
        raise CantTell(f"a workspace of {sku} isn't billed by GB")
    yield by_use("logIngestion", "Analytics", view, stack, "logGb")
    kept = (view.number("retentionInDays") or FREE_RETENTION_DAYS) - FREE_RETENTION_DAYS
    if kept > 0:
        factor = steady(days_a_month(kept))
        yield by_use("logRetention", "Analytics", view, stack, "logGb", factor)


def _metrics(view: View, stack: Stack) -> Iterator[Charge]:
    yield by_use("prometheusSamples", "", view, stack, "prometheusSamples")


def _metric_alert(view: View, stack: Stack) -> Iterator[Charge]:
    series = max(len(view.items("criteria.allOf")), 1) * max(len(view.texts("scopes") or []), 1)
    yield charge("metricAlert", "", view, stack, steady(series), f"{series} × metric alert")


def _log_alert(view: View, stack: Stack) -> Iterator[Charge]:
    often = needed(view.text("evaluationFrequency"), "evaluationFrequency")
    yield charge("logAlert", often if often in _FREQUENCIES else "PT15M", view, stack)


def _grafana(view: View, stack: Stack) -> Iterator[Charge]:
    sku, size = view.text("sku.name") or "Standard", view.text("sku.size") or "X1"
    if sku != "Standard":
        raise CantTell(f"Grafana of {sku} has meters that aren't known here")
    units = _GRAFANA_UNITS.get(size)
    if units is None:
        yield cant_tell("grafana", f"a Grafana of size {size} isn't known here")
        return
    yield charge("grafana", sku, view, stack, steady(units), f"{units} units of Grafana")


def _grafana_link(_view: View, _stack: Stack) -> Iterator[Charge]:
    raise CantTell("no page says what Azure asks for Grafana's own endpoints")


READERS: dict[str, Reader] = {
    "dashboard:Grafana": _grafana,
    "dashboard:ManagedPrivateEndpoint": _grafana_link,
    "monitor:AzureMonitorWorkspace": _metrics,
    "monitor:MetricAlert": _metric_alert,
    "monitor:ScheduledQueryRule": _log_alert,
    "operationalinsights:Workspace": _workspace,
}
