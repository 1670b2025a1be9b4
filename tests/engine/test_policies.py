"""The policy pack on programs that never heard of our components, in the preview of the real engine."""

from pathlib import Path

import pytest

from helpers.offline import ROOT, Program, program

pytestmark = pytest.mark.engine

_POLICIES = str(ROOT / "policies")

_CODE = """from pulumi_azure_native import compute, resources

group = resources.ResourceGroup("group", location="eastus")
compute.VirtualMachineScaleSet(
    "nodes",
    resource_group_name=group.name,
    sku={{"name": "{size}", "capacity": {nodes}, "tier": "Standard"}},
    orchestration_mode="Uniform",
    single_placement_group=True,
    overprovision=False,
    upgrade_policy={{"mode": "Manual"}},
    tags={{"workload": "training"}},
)
"""


def _program(folder: Path, size: str, nodes: int) -> Program:
    return program(folder, _CODE.format(size=size, nodes=nodes))


@pytest.mark.parametrize(
    ("size", "nodes", "rule"),
    [
        ("Standard_ND24rs", 8, "retired-gpu-size"),
        ("Standard_NC96ads_A100_v4", 4, "multi-node-training-needs-infiniband"),
    ],
)
def test_a_plan_that_wastes_gpus_is_blocked_by_name(tmp_path: Path, size: str, nodes: int, rule: str) -> None:
    preview = _program(tmp_path, size, nodes).pulumi("preview", "--policy-pack", _POLICIES, status=1)
    blocked = [line.split()[4] for line in preview.output.splitlines() if "[mandatory]" in line]
    assert blocked == [rule]


def test_nothing_is_created_when_a_rule_blocks(tmp_path: Path) -> None:
    foreign = _program(tmp_path, "Standard_ND24rs", 8)
    shown = foreign.up("--policy-pack", _POLICIES, status=1)
    assert "Updating (dev)" not in shown
    assert "Traceback" not in shown
    assert foreign.resources() == []


def test_a_sound_plan_passes(tmp_path: Path) -> None:
    foreign = _program(tmp_path, "Standard_ND96isr_H100_v5", 4)
    shown = foreign.pulumi("preview", "--policy-pack", _POLICIES).output
    assert "[mandatory]" not in shown
    assert "azure-ai-landing-zone@v" in shown
