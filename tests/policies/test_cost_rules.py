"""Rules on cost: what tips the verdict."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

from azure_ai_landing_zone.cost.estimate import Estimate
from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.engine.rule import Verdict
from azure_ai_landing_zone_policies.engine.testing import PASSES, fails, judge, judge_program, unsure
from azure_ai_landing_zone_policies.readers.bills import estimate_of
from azure_ai_landing_zone_policies.rules import cost_is_within_the_budget
from helpers.native import native

TODAY = date(2026, 11, 21)


PROGRAM = {"program": {"type": "pulumi:pulumi:Stack"}}


def nodes(capacity: Any, **properties: Any) -> dict[str, Any]:
    sku = {"name": "Standard_ND96isr_H100_v5", "capacity": capacity}
    return native("compute:VirtualMachineScaleSet", sku=sku, **properties)


GROUP = native("resources:ResourceGroup", location="East US")


@pytest.mark.parametrize(
    ("resources", "said"),
    [
        ({"nodes": nodes(5, location="eastus")}, None),
        ({"nodes": nodes(0)}, None),
        (
            {"nodes": nodes(6, location="eastus")},
            fails(
                "its machines cost 589.92 dollars an hour, and 500 are allowed "
                "(nodes 6 × Standard_ND96isr_H100_v5 589.92); take fewer or smaller "
                "ones, or raise maxHourlyUsd"
            ),
        ),
        (
            {
                "group": GROUP,
                "nodes": nodes(6, location="${group.location}", resourceGroupName="${group.name}"),
            },
            fails(
                "its machines cost 589.92 dollars an hour, and 500 are allowed "
                "(nodes 6 × Standard_ND96isr_H100_v5 589.92); take fewer or smaller "
                "ones, or raise maxHourlyUsd"
            ),
        ),
        (
            {"group": GROUP, "nodes": nodes(1, resourceGroupName="${group.name}"), "more": nodes("${x.y}")},
            unsure(
                "its machines cost at least 98.32 dollars an hour, without more: "
                "sku.capacity isn't known before deployment"
            ),
        ),
        (
            {
                "cluster": native("containerservice:ManagedCluster", location="eastus"),
                "gpu": native(
                    "containerservice:AgentPool",
                    resourceName="${cluster.name}",
                    vmSize="Standard_ND96isr_H100_v5",
                    enableAutoScaling=True,
                    minCount=0,
                    maxCount=100,
                ),
                "cpu": native(
                    "containerservice:AgentPool",
                    resourceName="${cluster.name}",
                    vmSize="Standard_E8s_v5",
                    count=3,
                ),
            },
            unsure(
                "its machines cost at least 0.00 dollars an hour, without cpu: "
                "there is no price for Standard_E8s_v5 in eastus"
            ),
        ),
        (
            {"nodes": nodes(1, location="eastus", virtualMachineProfile={"priority": "Spot"})},
            unsure(
                "its machines cost at least 0.00 dollars an hour, without nodes: "
                "spot prices change by the hour, and none of Standard_ND96isr_H100_v5 in eastus is given"
            ),
        ),
    ],
)
def test_the_ceiling(resources: dict[str, Any], said: Verdict | None) -> None:
    rule = "hourly-cost-is-within-the-ceiling"
    found = judge_program(rule, PROGRAM | resources, TODAY, maxHourlyUsd=500)
    assert found == ({"program": said} if said else {})
    assert judge_program(rule, PROGRAM | resources, TODAY) == {}


def budget(**properties: Any) -> dict[str, Any]:
    told = {"forecast": {"enabled": True, "threshold": 80}}
    inputs = {"amount": 1500000, "timeGrain": "Monthly", "category": "Cost", "notifications": told}
    return native("consumption:Budget", **(inputs | properties))


TAGS = {"owner": "o", "costCenter": "4711", "environment": "prod"}
LARGE = nodes(22, location="eastus", tags=TAGS)


def test_a_budget_that_the_plan_itself_breaks_is_a_problem() -> None:
    said = [
        problem
        for rule in all_rules()
        if rule.facts.area == "cost"
        for verdict in judge_program(rule.name, PROGRAM | {"nodes": LARGE, "all": budget()}, TODAY).values()
        for problem in verdict.problems
    ]
    assert said == [
        "1500000 a month are planned, and what it is for costs at least 1579019 as soon as it is deployed "
        "(nodes 1579019); take less of it, or plan more"
    ]


DISKS = {"storageProfile": {"osDisk": {"diffDiskSettings": {"option": "Local"}}}}


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({}, None),
        (
            {"amount": 71000},
            fails(
                "71000 a month are planned, and what it is for costs 71774 as soon as it is deployed "
                "(nodes 71774); take less of it, or plan more"
            ),
        ),
        ({"amount": 216000, "timeGrain": "Quarterly"}, None),
        (
            {"amount": 852000, "timeGrain": "Annually"},
            fails(
                "71000 a month are planned, and what it is for costs 71774 as soon as it is deployed "
                "(nodes 71774); take less of it, or plan more"
            ),
        ),
        ({"amount": 1, "filter": {"tags": {"name": "costCenter", "values": ["4712"]}}}, None),
        (
            {"amount": 1, "filter": {"tags": {"name": "costCenter", "values": ["4711"]}}},
            fails(
                "1 a month are planned, and what it is for costs 71774 as soon as it is deployed "
                "(nodes 71774); take less of it, or plan more"
            ),
        ),
        (
            {"amount": 1, "filter": {"and": [
                {"dimensions": {"name": "ResourceGroupName", "values": ["rg"]}},
                {"tags": {"name": "costCenter", "values": ["4712"]}},
            ]}},
            None,
        ),
        (
            {"amount": 1, "filter": {"dimensions": {"name": "ServiceName", "values": ["x"]}}},
            unsure("it is for ServiceName, which a plan doesn't tell"),
        ),
        ({"amount": 1, "category": "Usage"}, unsure("category is Usage, which isn't what things cost")),
        ({"amount": "${group.x}"}, unsure("amount isn't known before deployment")),
    ],
)  # fmt: skip
def test_the_budget(inputs: dict[str, Any], said: Verdict | None) -> None:
    machines = nodes(1, location="eastus", tags=TAGS, virtualMachineProfile=DISKS)
    program = {"group": GROUP, "nodes": machines, "all": budget(**inputs)}
    found = judge_program("cost-is-within-the-budget", program, TODAY)
    assert found == ({"all": said} if said else {})


def test_what_has_no_price_is_no_reason_to_speak() -> None:
    machines = nodes(1, location="eastus")
    assert judge_program("cost-is-within-the-budget", {"nodes": machines, "all": budget()}, TODAY) == {}
    program = {"nodes": machines, "all": budget(amount=71000)}
    assert judge_program("cost-is-within-the-budget", program, TODAY) == {
        "all": fails(
            "71000 a month are planned, and what it is for costs at least 71774 as soon as it is deployed "
            "(nodes 71774); take less of it, or plan more"
        )
    }


def test_a_project_s_own_prices_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "Pulumi.yaml").touch()
    (tmp_path / "cost.yaml").write_text("discounts: [{percent: 10, meter: machine, source: EA}]")
    program = {
        "nodes": nodes(1, location="eastus", virtualMachineProfile=DISKS),
        "all": budget(amount=71000),
    }
    assert list(judge_program("cost-is-within-the-budget", program, TODAY)) == ["all"]
    monkeypatch.chdir(tmp_path)
    assert judge_program("cost-is-within-the-budget", program, TODAY) == {}
    (tmp_path / "cost.yaml").write_text("discount: 10")
    assert list(judge_program("cost-is-within-the-budget", program, TODAY)["all"].unsure) == [
        "cost.yaml, discount: must be one of currency, exchangeRate, discounts, prices, assumptions"
    ]


@pytest.mark.parametrize(
    ("resources", "said"),
    [
        ({"nodes": nodes(1, location="East US")}, {}),
        (
            {"nodes": nodes(1, location="westus")},
            {"nodes": fails("location is westus; allowed are eastus")},
        ),
        ({"group": GROUP, "nodes": nodes(1, location="${group.location}")}, {}),
        (
            {"nodes": nodes(1, location="${settings.region}")},
            {"nodes": unsure("location isn't known before deployment")},
        ),
        ({"nodes": nodes(1)}, {}),
    ],
)
def test_regions(resources: dict[str, Any], said: dict[str, Verdict]) -> None:
    assert judge_program("region-is-allowed", resources, TODAY, allowed=["eastus"]) == said
    assert judge_program("region-is-allowed", resources, TODAY) == {}


@pytest.mark.parametrize(
    ("inputs", "verdict"),
    [
        ({"sku": {"name": "Standard_D4s_v5"}}, PASSES),
        ({"sku": {"name": "Standard_NC4as_T4_v3"}, "tags": {"Team": UNKNOWN_STRING_VALUE}}, PASSES),
        ({"sku": {"name": "Standard_NC4as_T4_v3"}}, fails("tags has no team; add it")),
        (
            {"sku": {"name": "Standard_NC4as_T4_v3"}, "tags": UNKNOWN_STRING_VALUE},
            unsure("tags isn't known before deployment"),
        ),
    ],
)
def test_tags(inputs: dict[str, Any], verdict: Verdict) -> None:
    type_ = "compute:VirtualMachineScaleSet"
    assert judge("expensive-resources-carry-tags", type_, inputs, TODAY, tags=["team"]) == verdict


def test_a_plan_is_priced_once_for_all_its_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    priced = []

    def count(*given: Any) -> Estimate:
        priced.append(given)
        return estimate_of(*given)

    monkeypatch.setattr(cost_is_within_the_budget, "estimate_of", count)
    program = {"nodes": LARGE, **{f"budget-{number}": budget(amount=71000) for number in range(3)}}
    assert len(judge_program("cost-is-within-the-budget", program, TODAY)) == 3
    assert len(priced) == 1
