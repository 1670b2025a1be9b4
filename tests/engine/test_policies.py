"""The policy pack on programs that never heard of our components, in the preview of the real engine."""

from pathlib import Path

import pytest

from offline import ROOT, Offline

pytestmark = pytest.mark.engine

_PROGRAM = """from pulumi_azure_native import compute, resources

group = resources.ResourceGroup("group", location="eastus")
compute.VirtualMachineScaleSet(
    "nodes",
    resource_group_name=group.name,
    sku={{"name": "{size}", "capacity": {nodes}, "tier": "Standard"}},
    orchestration_mode="Uniform",
    single_placement_group=True,
    upgrade_policy={{"mode": "Manual"}},
    tags={{"workload": "training"}},
)
"""


def _offline(folder: Path, size: str, nodes: int) -> Offline:
    (folder / "Pulumi.yaml").write_text("name: foreign\nruntime: python\n", encoding="utf-8")
    (folder / "__main__.py").write_text(_PROGRAM.format(size=size, nodes=nodes), encoding="utf-8")
    offline = Offline(folder, {"VIRTUAL_ENV": ""})
    offline.run("pulumi", "stack", "init", "dev")
    return offline


@pytest.mark.parametrize(
    ("size", "nodes", "rule"),
    [
        ("Standard_ND24rs", 8, "retired-gpu-size"),
        ("Standard_NC96ads_A100_v4", 4, "multi-node-training-needs-infiniband"),
    ],
)
def test_a_plan_that_wastes_gpus_is_blocked_by_name(tmp_path: Path, size: str, nodes: int, rule: str) -> None:
    offline = _offline(tmp_path, size, nodes)
    shown = offline.run(
        "pulumi", "preview", "--stack", "dev", "--policy-pack", str(ROOT / "policies"), status=1
    ).output
    blocked = [line.split()[4] for line in shown.splitlines() if "[mandatory]" in line]
    assert blocked == [rule]


def test_nothing_is_created_when_a_rule_blocks(tmp_path: Path) -> None:
    offline = _offline(tmp_path, "Standard_ND24rs", 8)
    policies = str(ROOT / "policies")
    up = ("pulumi", "up", "--yes", "--stack", "dev", "--non-interactive", "--policy-pack", policies)
    shown = offline.run(*up, status=1).output
    assert "Updating (dev)" not in shown
    assert "Traceback" not in shown
    assert '"resources"' not in offline.run("pulumi", "stack", "export", "--stack", "dev").output


def test_a_sound_plan_passes(tmp_path: Path) -> None:
    offline = _offline(tmp_path, "Standard_ND96isr_H100_v5", 4)
    shown = offline.run("pulumi", "preview", "--stack", "dev", "--policy-pack", str(ROOT / "policies")).output
    assert "[mandatory]" not in shown
    assert "✅ azure-ai-landing-zone" in shown
