"""Dashboards: they ask for what is measured, in PromQL that Prometheus understands."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone.operations.prometheus import RecordingRule, prometheus_rules
from azure_ai_landing_zone.workloads.gpu_daemons import COUNTERS
from helpers.offline import ROOT
from helpers.promtool_command import promtool

Json = dict[str, Any]

DASHBOARDS: dict[str, Json] = {
    file.stem: json.loads(file.read_text(encoding="utf-8"))
    for file in sorted(ROOT.glob("components/azure_ai_landing_zone/operations/dashboards/*.json"))
}

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


def expressions(dashboard: Json) -> list[str]:
    return [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]


def test_the_dashboards() -> None:
    assert {name: board["title"] for name, board in DASHBOARDS.items()} == {
        "gpus": "GPUs",
        "inference-latency": "Inference latency",
        "tokens": "Tokens",
    }


@pytest.mark.parametrize("name", list(DASHBOARDS))
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
    every = [expression for board in DASHBOARDS.values() for expression in expressions(board)]
    rules = [
        {"record": f"query:{number}", "expr": re.sub(r"\$\w+", "x", expression)}
        for number, expression in enumerate(every)
    ]
    checked = promtool(tmp_path, "check", rules={"groups": [{"name": "queries", "rules": rules}]})
    assert checked.returncode == 0, checked.stdout
    assert f"SUCCESS: {len(every)} rules found" in checked.stdout
