"""`ailz cost` on plans."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from azure_ai_landing_zone.cli import application
from policies.plans import document, events, step

VMSS = "compute:VirtualMachineScaleSet"
FOUR = {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4}, "location": "eastus"}
FIVE = {**FOUR, "sku": {**FOUR["sku"], "capacity": 5}}  # type: ignore[dict-item]
SMALL = {"hardwareProfile": {"vmSize": "Standard_NC4as_T4_v3"}, "location": "eastus"}


def cost(plan: str, *arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(application(), ["cost", *arguments], input=plan)
    return done.exit_code, (done.stdout or done.stderr).splitlines()[0]


@pytest.mark.parametrize("write", [document, events])
def test_a_plan_against_what_is_deployed(write: object) -> None:
    assert callable(write)
    plan = write(
        step("update", VMSS, "nodes", old=FOUR, new=FIVE),
        step("create", "compute:VirtualMachine", "dev", new=SMALL),
        step("delete", "compute:VirtualMachine", "old", old=SMALL),
    )
    assert cost(plan) == (0, "Cost: +$98.32 an hour (+$71,774 a month)")


def test_a_replacement_counts_once() -> None:
    steps = (
        step("delete-replaced", VMSS, "nodes", old=FOUR),
        step("replace", VMSS, "nodes", old=FOUR, new=FIVE),
        step("create-replacement", VMSS, "nodes", old=FOUR, new=FIVE),
    )
    assert cost(events(*steps)) == (0, "Cost: +$98.32 an hour (+$71,774 a month)")


def test_a_pull_request_against_its_base(tmp_path: Path) -> None:
    base = tmp_path / "base.jsonl"
    base.write_text(events(step("create", VMSS, "nodes", new=FOUR)))
    plan = events(step("create", VMSS, "nodes", new=FIVE))
    assert cost(plan) == (0, "Cost: +$491.60 an hour (+$358,868 a month)")
    assert cost(plan, "--base", str(base)) == (0, "Cost: +$98.32 an hour (+$71,774 a month)")
    assert cost(plan, "--base", str(base), "--format", "markdown") == (
        0,
        "### Cost: +$98.32 an hour (+$71,774 a month)",
    )


def test_a_plan_that_isn_t_whole_has_no_cost() -> None:
    for plan, problem in (
        (events(failed="boom"), "the preview failed, so its plan isn't whole: boom"),
        (events(ended=False), "the events end before the preview did; see what pulumi printed"),
        (
            document(left_out=3),
            "the preview leaves out 3 resources that stay the same; give pulumi --show-sames, or "
            "PULUMI_ENABLE_STREAMING_JSON_PREVIEW=1",
        ),
    ):
        assert cost(plan) == (2, problem)
        assert cost(plan, "--format", "markdown") == (2, "### Cost: no verdict")
