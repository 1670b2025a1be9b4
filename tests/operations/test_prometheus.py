"""Rules for Prometheus: each fires when it should, is silent when all is well, and asks for what is
measured."""

import re
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone.operations.prometheus import (
    AlertingRule,
    RecordingRule,
    as_prometheus,
    prometheus_rules,
    rule_groups,
)
from azure_ai_landing_zone.workloads.gpu_daemons import COUNTERS
from azure_ai_landing_zone.workloads.warm_capacity import WARM_NAMESPACE
from helpers.offline import ROOT
from helpers.promtool_command import promtool

ALERTS = {name: rule for name, rule in prometheus_rules().items() if isinstance(rule, AlertingRule)}

ELSEWHERE = (
    "kube_node_spec_taint",
    "kube_node_status_allocatable",
    "kube_pod_container_resource_requests",
    "kube_pod_status_phase",
    "vllm:e2e_request_latency_seconds_bucket",
    "vllm:generation_tokens_total",
    "vllm:prompt_tokens_total",
    "vllm:request_queue_time_seconds_bucket",
    "vllm:time_to_first_token_seconds_bucket",
)
"""Metrics of kube-state-metrics and vLLM."""


def test_the_alerts() -> None:
    assert list(ALERTS) == [
        "gpu-exporter-missing",
        "gpu-memory-error",
        "gpu-node-without-gpus",
        "gpu-nvlink-error",
        "gpu-pods-pending",
        "gpu-temperature-high",
        "gpu-utilization-low",
        "gpu-xid-error",
        "inference-queue-slow",
    ]


@pytest.mark.parametrize("name", list(ALERTS))
def test_every_alert_is_tried_firing_and_silent(name: str) -> None:
    assert {bool(trial.fires) for trial in ALERTS[name].tests} == {True, False}


@pytest.mark.parametrize("name", list(ALERTS))
def test_a_runbook_says_where_to_look_what_to_do_and_when_it_is_wrong(name: str) -> None:
    page = (ROOT / "docs" / "runbooks" / f"{name}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {name}\n")
    for part in ("**Look first.**", "**What to do**", "**When it is wrong.**"):
        assert part in page
    assert set(re.findall(r"\]\(([\w-]+)\.md\)", page)) <= ALERTS.keys()


@pytest.mark.parametrize(("name", "rule"), prometheus_rules().items())
def test_a_rule_asks_only_for_what_is_measured(name: str, rule: AlertingRule | RecordingRule) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", name)
    assert re.fullmatch(r"[0-9A-Z].*[^.]\.", rule.summary)
    recorded = {other.record for other in prometheus_rules().values() if isinstance(other, RecordingRule)}
    asked = set(re.findall(r"\b(?:DCGM_\w+|(?:gpu|inference|vllm):[\w:]+|kube_\w+)", rule.expression))
    assert asked
    assert asked <= {*COUNTERS, *ELSEWHERE, *recorded}


def test_placeholders_may_wait() -> None:
    assert f'namespace!="{WARM_NAMESPACE}"' in ALERTS["gpu-pods-pending"].expression


def test_a_group_has_no_more_rules_than_azure_takes() -> None:
    """learn.microsoft.com/azure/azure-monitor/metrics/prometheus-rule-groups, limits, 2026-08."""
    assert {group: len(rules) <= 20 for group, rules in rule_groups().items()} == {
        "gpu": True,
        "inference": True,
    }


@pytest.mark.timeout(900)  # the first run on a machine builds promtool
def test_promtool_finds_nothing_wrong(tmp_path: Path) -> None:
    checked = promtool(tmp_path, "check", rules=as_prometheus())
    assert checked.returncode == 0, checked.stdout
    assert "SUCCESS: 19 rules found" in checked.stdout


@pytest.mark.timeout(900)
def test_every_alert_fires_and_stays_silent_as_it_says(tmp_path: Path) -> None:
    trials = [_trial(name, rule, trial) for name, rule in prometheus_rules().items() for trial in rule.tests]
    tests = {"rule_files": ["rules.yaml"], "evaluation_interval": "1m", "tests": trials}
    tested = promtool(tmp_path, "test", rules=as_prometheus(), tests=tests)
    assert tested.returncode == 0, tested.stdout


def _trial(name: str, rule: AlertingRule | RecordingRule, trial: Any) -> dict[str, Any]:
    content: dict[str, Any] = {
        "name": name,
        "interval": "1m",
        "input_series": [{"series": series, "values": values} for series, values in trial.series.items()],
    }
    if isinstance(rule, RecordingRule):
        samples = [{"labels": labels, "value": value} for labels, value in trial.samples.items()]
        content["promql_expr_test"] = [{"expr": rule.record, "eval_time": trial.at, "exp_samples": samples}]
    else:
        expected = {"severity": str(rule.severity)}
        alerts = [
            {"exp_labels": labels | expected, "exp_annotations": {"summary": rule.summary}}
            for labels in trial.fires
        ]
        content["alert_rule_test"] = [{"eval_time": trial.at, "alertname": name, "exp_alerts": alerts}]
    return content
