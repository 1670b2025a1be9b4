"""Dashboards: they ask for what is measured, in PromQL that Prometheus understands, or by tables' columns."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from azure_ai_landing_zone.audit.plan import RECORD
from azure_ai_landing_zone.operations.alert_definitions import LogAlert, alerts
from azure_ai_landing_zone.operations.prometheus import RecordingRule, prometheus_rules
from azure_ai_landing_zone.workloads.gpu_daemons import COUNTERS
from helpers.offline import ROOT
from helpers.promtool_command import promtool

Json = dict[str, Any]

DASHBOARDS: dict[str, Json] = {
    file.stem: json.loads(file.read_text(encoding="utf-8"))
    for file in sorted(ROOT.glob("components/azure_ai_landing_zone/operations/dashboards/*.json"))
}

POLICY = ROOT / "components/azure_ai_landing_zone/gateway/policies/models.xml"

ELSEWHERE = {
    "kube_node_status_allocatable",
    "kube_pod_container_resource_requests",
    "kube_pod_status_phase",
    "vllm:generation_tokens_total",
    "vllm:kv_cache_usage_perc",
    "vllm:num_requests_running",
    "vllm:num_requests_waiting",
    "vllm:prompt_tokens_total",
}
"""Metrics of kube-state-metrics and vLLM."""


METRICS = {name: board for name, board in DASHBOARDS.items() if name != "gateway"}
"""The others ask the workspace."""

TABLES = {
    "ApiManagementGatewayLogs": {"ApiId", "BackendTime", "ResponseCode", "TimeGenerated", "TotalTime"},
    "AppMetrics": {"ItemCount", "Name", "Properties", "Sum", "TimeGenerated", "_ResourceId"},
    "AzureMetrics": {"MetricName", "TimeGenerated", "Total", "_ResourceId"},
    "InferenceAudit_CL": set(RECORD),
}
"""Columns. Source: learn.microsoft.com/azure/azure-monitor/reference/tables, 2026-11-22; the audit's own."""


def targets(dashboard: Json) -> list[Json]:
    return [target for panel in dashboard["panels"] for target in panel["targets"]]


def expressions(dashboard: Json) -> list[str]:
    return [target["expr"] for target in targets(dashboard)]


def unknown_columns(query: str) -> set[str]:
    """Capitalised names that are neither tables, nor columns of those that the query asks, nor its own."""
    plain = re.sub(r'"[^"]*"', "", query)
    words = set(re.findall(r"\b_?[A-Z]\w+", plain))
    asked = words & set(TABLES)
    own = set(re.findall(r"\b(\w+) = ", plain))
    assert asked
    return words - asked - own - {column for table in asked for column in TABLES[table]}


def test_the_dashboards() -> None:
    assert {name: board["title"] for name, board in DASHBOARDS.items()} == {
        "gateway": "Gateway",
        "gpus": "GPUs",
        "inference-latency": "Inference latency",
        "tokens": "Tokens",
    }


def test_the_gateway_s_asks_for_columns_that_there_are() -> None:
    queries = [target["azureLogAnalytics"]["query"] for target in targets(DASHBOARDS["gateway"])]
    assert [unknown_columns(query) for query in queries] == [set()] * 8
    assert {table for table in TABLES for query in queries if table in query} == {
        "ApiManagementGatewayLogs",
        "AppMetrics",
        "InferenceAudit_CL",
    }


def test_the_gateway_s_tells_teams_apart_by_what_the_policy_sends() -> None:
    policy = ElementTree.parse(POLICY)  # noqa: S314 (our own)
    sent = {one.get("name") for one in policy.iter("dimension")}
    asked = [target["azureLogAnalytics"]["query"] for target in targets(DASHBOARDS["gateway"])]
    assert set(re.findall(r'Properties\["(\w+)"]', " ".join(asked))) == {"Deployment", "Team"}
    assert sent >= {"Deployment", "Team"}


@pytest.mark.parametrize("name", ["gateway-quota-nearly-used", "inference-audit-silent"])
def test_alerts_ask_for_columns_that_there_are(name: str) -> None:
    alert = alerts()[name]
    assert isinstance(alert, LogAlert)
    assert unknown_columns(alert.query) == set()


@pytest.mark.parametrize("name", list(METRICS))
def test_a_dashboard_asks_only_for_what_is_measured(name: str) -> None:
    recorded = {rule.record for rule in prometheus_rules().values() if isinstance(rule, RecordingRule)}
    asked = {
        metric
        for expression in expressions(DASHBOARDS[name])
        for metric in re.findall(r"\b(?:DCGM_\w+|(?:gpu|inference|vllm):[\w:]+|kube_\w+)", expression)
    }
    assert asked
    assert asked <= {*COUNTERS, *ELSEWHERE, *recorded}


def test_panels_do_not_lie_on_each_other() -> None:
    for board in DASHBOARDS.values():
        taken = [
            (panel["gridPos"]["x"] + x, panel["gridPos"]["y"] + y)
            for panel in board["panels"]
            for x in range(panel["gridPos"]["w"])
            for y in range(panel["gridPos"]["h"])
        ]
        assert len(taken) == len(set(taken))
        assert max(x for x, _ in taken) < 24


@pytest.mark.timeout(900)  # the first run on a machine builds promtool
def test_every_query_is_promql(tmp_path: Path) -> None:
    every = [expression for board in METRICS.values() for expression in expressions(board)]
    rules = [
        {"record": f"query:{number}", "expr": re.sub(r"\$\w+", "x", expression)}
        for number, expression in enumerate(every)
    ]
    checked = promtool(tmp_path, "check", rules={"groups": [{"name": "queries", "rules": rules}]})
    assert checked.returncode == 0, checked.stdout
    assert f"SUCCESS: {len(every)} rules found" in checked.stdout
