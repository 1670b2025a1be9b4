"""What the stacks cost, as docs/reference/costs.md says it."""

from datetime import date

import pytest

import cost_docs
import recorded
from azure_ai_landing_zone.catalog import service_prices
from azure_ai_landing_zone.cost.estimate import Estimate
from azure_ai_landing_zone_policies.preview.program import deployed, of_state, planned
from azure_ai_landing_zone_policies.preview.read import read_plan
from azure_ai_landing_zone_policies.readers.bills import estimate_of
from policies.plans import document, step

STACKS = recorded.stacks()
SEEN = (recorded.ROOT / "docs" / "before-azure.md").read_text(encoding="utf-8")


def of(name: str) -> Estimate:
    return cost_docs.of_stack(name)


def test_the_page_is_what_make_docs_writes() -> None:
    assert cost_docs.FILE.read_text(encoding="utf-8") == cost_docs.page()


@pytest.mark.parametrize("name", STACKS)
def test_nothing_of_ours_lacks_a_reader(name: str) -> None:
    """What has no price has a reason of its own, never that nobody thought of its type."""
    assert [line.unknown for line in of(name).unpriced if line.unknown.startswith("no price is kept")] == []


@pytest.mark.parametrize("name", STACKS)
def test_most_of_what_costs_something_is_priced(name: str) -> None:
    found = of(name)
    # Of a peering with another stack's network no state says how far it goes.
    costing = [bill for bill in found.costing if bill.type != "network:VirtualNetworkPeering"]
    assert len(found.priced) >= 0.75 * len(costing)


def test_what_the_cluster_costs_is_most_of_it() -> None:
    found = of("training")
    assert [(line.bill.name, line.charge.what) for line in found.lines if line.charge.meter == "machine"] == [
        ("training-slurm-login", "1 × Standard_D4s_v5"),
        ("training-slurm-scheduler", "1 × Standard_D4s_v5"),
        ("training-pretrain-scale-set", "4 × Standard_ND96isr_H100_v5"),
    ]
    assert [line.unknown for line in found.unpriced] == [
        "there is no price for filesPremium Premium_ZRS in eastus",
        "there is no price for bastion Standard in eastus",
        "there is no price for disk P6_LRS in eastus",
    ]
    assert round(found.monthly.expected) == 287759


def test_what_a_stack_only_reads_is_somebody_else_s_bill() -> None:
    registry = "azure-native:containerregistry:Registry"
    there = {"urn": f"urn:pulumi:s::z::{registry}::theirs", "type": registry, "external": True}
    assert estimate_of(of_state([there], date.min)).bills == ()
    plan = read_plan(document(step("read", "containerregistry:Registry", "theirs", old={}, new={})))
    assert estimate_of(planned(plan, date.min)).bills == ()
    assert estimate_of(deployed(plan, date.min)).bills == ()


def test_the_budget_of_models_has_room_for_tokens() -> None:
    """Units are paid used or not. Neither Germany's nor the gateway's price in Sweden is kept: those of
    elsewhere, of which the highest is taken, say enough."""
    inputs = [one.get("inputs", {}) for one in recorded.resources("models")]
    units = sum(
        one["sku"]["capacity"]
        for one in inputs
        if one.get("sku", {}).get("name") == "DataZoneProvisionedManaged"
    )
    kept = service_prices.all_prices().values()
    unit, gateway = (
        max(float(price.price) for price in kept if (price.meter, price.sku) == asked)
        for asked in (
            ("provisionedThroughput", "DataZoneProvisionedManaged"),
            ("apiManagement", "PremiumV2"),
        )
    )
    (budget,) = [one["amount"] for one in inputs if "budgetName" in one]
    assert units == 45
    assert 730 * (units * unit + gateway) < 0.8 * budget


def test_the_smoke_stack_costs_less_than_a_dollar_while_it_stands() -> None:
    """With all that is assumed of its use; nothing of it is without a price."""
    found = of("smoke")
    assert found.unpriced == ()
    hourly, asked = found.monthly.expected / 730, found.monthly.minimum / 730
    assert 4 * hourly < 1
    assert f"says ${hourly:.2f} an hour, of which ${asked:.2f} are asked for" in SEEN
    assert [one["urn"] for one in recorded.resources("smoke") if ":compute:" in one["urn"]] == []
