"""`ailz cost` on plans."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from azure_ai_landing_zone.cli import application
from cost.price_server import item, price_server
from policies.plans import document, events, step

VMSS = "compute:VirtualMachineScaleSet"
DISK = {"storageProfile": {"osDisk": {"diffDiskSettings": {"option": "Local"}}}}
FOUR = {
    "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4},
    "location": "eastus",
    "virtualMachineProfile": DISK,
}
FIVE = {**FOUR, "sku": {**FOUR["sku"], "capacity": 5}}  # type: ignore[dict-item]
SMALL = {"hardwareProfile": {"vmSize": "Standard_NC4as_T4_v3"}, "location": "eastus", **DISK}


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
    assert cost(plan) == (0, "Cost: +$71,774 a month (+$98.32 an hour)")


def test_a_replacement_counts_once() -> None:
    steps = (
        step("delete-replaced", VMSS, "nodes", old=FOUR),
        step("replace", VMSS, "nodes", old=FOUR, new=FIVE),
        step("create-replacement", VMSS, "nodes", old=FOUR, new=FIVE),
    )
    assert cost(events(*steps)) == (0, "Cost: +$71,774 a month (+$98.32 an hour)")


def told(plan: str, *arguments: str) -> list[str]:
    done = CliRunner().invoke(application(), ["cost", *arguments], input=plan)
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def test_sums_are_by_section_of_the_zone_or_by_component_or_by_tag() -> None:
    zone = "urn:pulumi:prod::zone::azure-ai-landing-zone:index:LandingZone"
    cluster = f"{zone}$azure-ai-landing-zone:index:TrainingCluster"
    nodes = step("create", VMSS, "pretrain-scale-set", new={**FOUR, "tags": {"costCenter": "4711"}})
    nodes["urn"] = f"{cluster}$azure-native:{VMSS}::pretrain-scale-set"
    nodes["newState"] |= {"urn": nodes["urn"], "parent": f"{cluster}::training-pretrain"}
    plan = document(nodes)
    for by, name in (
        ("section", "training-pretrain"),
        ("component", "TrainingCluster"),
        ("tag:costCenter", "4711"),
        ("tag:owner", "–"),
    ):
        lines = told(plan, "--by", by)
        assert lines[lines.index(f"By {by}, a month:") + 1] == f"  {name}: $287,094 ($287,094 to $287,094)"
    assert cost(plan, "--by", "colour") == (
        2,
        "--by must be component, section or tag:NAME, got 'colour'",
    )


def test_a_budget_of_the_plan_is_held_against_it() -> None:
    budget = step("create", "consumption:Budget", "all", new={"amount": 1000, "timeGrain": "Quarterly"})
    assert "Budget all: 287,094 of 333 a month: BEYOND it." in told(
        events(step("create", VMSS, "nodes", new=FOUR), budget)
    )


def test_prices_are_read_anew_and_kept_for_the_next_time(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").touch()
    spot = {**FOUR, "virtualMachineProfile": {**DISK, "priority": "Spot"}}
    plan = events(
        step("create", VMSS, "nodes", new=spot),
        step("create", "network:NatGateway", "nat", new={"sku": {"name": "Standard"}, "location": "eastus"}),
    )
    known = {"serviceName": "Virtual Machines", "armRegionName": "eastus", "armSkuName": FOUR["sku"]["name"]}  # type: ignore[index]
    with price_server() as server:
        server.items = [
            item(**known, productName="NDsr H100 v5 Linux", skuName="ND96isr H100 v5 Spot", retailPrice=30.5)
        ]
        refresh = ("--refresh", "--price-list-url", server.url, "--project", str(tmp_path))
        done = CliRunner().invoke(application(), ["cost", *refresh], input=plan)
    assert done.exit_code == 0
    assert done.stderr.splitlines() == [
        "natGateway Standard in eastus: the price list has no such meter",
        "natGatewayData Standard in eastus: the price list has no such meter",
    ]
    assert done.stdout.startswith("Cost: +$89,097 a month (+$122.05 an hour)\n")
    kept = (tmp_path / "cost-prices.csv").read_text()
    assert kept.startswith(
        "meter,sku,region,price,currency,source,as_of\nspot,Standard_ND96isr_H100_v5,eastus,30.5,USD,"
    )
    assert told(plan, "--project", str(tmp_path))[0] == done.stdout.splitlines()[0]


def test_prices_that_can_t_be_read_are_no_verdict(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").touch()
    plan = events(step("create", VMSS, "nodes", new=FOUR))
    with price_server() as server:
        server.failures = [(403, {}, "")]
        refresh = ("--refresh", "--price-list-url", server.url, "--project", str(tmp_path))
        status, problem = cost(plan, *refresh)
    assert (status, problem.rpartition("answers ")[2]) == (2, "403 Forbidden")
    (tmp_path / "cost.yaml").write_text("currency: dollars")
    assert cost(plan, "--project", str(tmp_path)) == (
        2,
        "cost.yaml, currency: got 'dollars'; must be a currency such as EUR",
    )


def test_a_pull_request_against_its_base(tmp_path: Path) -> None:
    base = tmp_path / "base.jsonl"
    base.write_text(events(step("create", VMSS, "nodes", new=FOUR)))
    plan = events(step("create", VMSS, "nodes", new=FIVE))
    assert cost(plan) == (0, "Cost: +$358,868 a month (+$491.60 an hour)")
    assert cost(plan, "--base", str(base)) == (0, "Cost: +$71,774 a month (+$98.32 an hour)")
    assert cost(plan, "--base", str(base), "--format", "markdown") == (
        0,
        "### Cost: +$71,774 a month (+$98.32 an hour)",
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
