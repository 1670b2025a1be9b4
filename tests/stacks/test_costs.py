"""What the stacks cost, as docs/reference/costs.md says it."""

import pytest

import cost_docs
import recorded
import stack
from azure_ai_landing_zone.cost.estimate import Estimate

STACKS = recorded.stacks()


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
        ("training-pretrain-scale-set", "4 × Standard_ND96isr_H100_v5")
    ]
    assert found.unpriced == ()
    assert round(found.monthly.expected) == 287396


def test_make_up_ends_with_what_the_stack_costs() -> None:
    cluster = "azure-ai-landing-zone:index:LandingZone$azure-ai-landing-zone:index:TrainingCluster"
    scale_set = "azure-native:compute:VirtualMachineScaleSet"
    sku = {"name": "Standard_ND96isr_H100_v5", "capacity": 4}
    nodes = {"urn": f"urn:pulumi:s::z::{cluster}${scale_set}::nodes", "type": scale_set}
    budget = {"urn": "urn:pulumi:s::z::azure-native:consumption:Budget::all"}
    assert stack.cost_of(
        [
            {"urn": "urn:pulumi:s::z::pulumi:pulumi:Stack::z-s", "type": "pulumi:pulumi:Stack"},
            nodes | {"inputs": {"location": "eastus", "sku": sku}},
            budget | {"type": "azure-native:consumption:Budget", "inputs": {"amount": 1000}},
        ]
    ) == [
        "All of it costs at least $287,094 a month, $393.28 an hour; $287,094 at minimum scale, $287,094 at "
        "maximum scale.",
        "Priced: 0 of 1 resources that cost something, without nodes.",
        "Budget all: at least 287,094 of 1,000 a month: BEYOND it.",
    ]
