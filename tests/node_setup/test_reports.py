"""What gates find is told: a row for each check, kept until somebody takes it."""

import json
import urllib.error
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone.node_setup.on_node import azure, checks, fabric_gate, reports
from node_setup.recorded_outputs import H100


def test_a_row_for_each_check() -> None:
    found = [checks.Finding("gpu-ecc", "GPU 3", "bad"), checks.Finding("gpu-ecc", "GPU 4", "bad")]
    rows = fabric_gate.results(H100, found, "train00000A")
    assert [(row.check, row.component, row.passed) for row in rows] == [
        ("gpu-count", "", True),
        ("gpu-ecc", "GPU 3", False),
        ("gpu-ecc", "GPU 4", False),
        ("gpu-fault", "", True),
        ("gpu-link", "", True),
        ("infiniband-count", "", True),
        ("infiniband-link", "", True),
        ("infiniband-rate", "", True),
        ("infiniband-partition", "", True),
        ("nvme-count", "", True),
        ("scratch-mount", "", True),
    ]


def test_rows_wait_until_somebody_takes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = H100 | {
        "clientId": "c-1",
        "reports": {"endpoint": "https://e", "rule": "dcr-1", "stream": "Custom-FabricGate_CL"},
    }
    result = reports.Result("pair", "adapter-bandwidth", "n1", False, "slow", "mlx5_ib0:1", 196.8, 375.0)
    reports.keep(told, [result], tmp_path / "file.json", tmp_path / "waiting")
    sent: list[tuple[Any, ...]] = []

    def token(*wanted: str, **_: Any) -> str:
        sent.append(wanted)
        return "t"

    monkeypatch.setattr(azure, "token", token)

    def refuse(*_: Any, **__: Any) -> None:
        raise urllib.error.URLError("down")

    monkeypatch.setattr(azure, "call", refuse)
    with pytest.raises(urllib.error.URLError):
        reports.send(told, tmp_path / "waiting")
    monkeypatch.setattr(azure, "call", lambda *call, **_: sent.append(call))
    assert reports.send(told, tmp_path / "waiting") == 1
    assert reports.send(told, tmp_path / "waiting") == 0
    method, url, bearer, rows = sent[-1]
    assert sent[-2] == ("https://monitor.azure.com", "c-1")
    assert (method, bearer) == ("POST", "t")
    assert url == ("https://e/dataCollectionRules/dcr-1/streams/Custom-FabricGate_CL?api-version=2023-01-01")
    assert rows == json.loads((tmp_path / "file.json").read_text())
    assert rows[0] | {"TimeGenerated": ""} == {
        "TimeGenerated": "",
        "Node": "n1",
        "Size": "Standard_ND96isr_H100_v5",
        "Test": "pair",
        "Check": "adapter-bandwidth",
        "Passed": False,
        "Component": "mlx5_ib0:1",
        "Message": "slow",
        "Measured": 196.8,
        "Floor": 375.0,
    }


def test_without_a_table_results_stay_in_the_file(tmp_path: Path) -> None:
    reports.keep(H100, [reports.Result("node", "c", "n", True)], tmp_path / "f", tmp_path / "waiting")
    assert not (tmp_path / "waiting").exists()
    assert reports.send(H100, tmp_path / "waiting") == 0
