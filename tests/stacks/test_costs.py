"""What the stacks cost, as docs/reference/costs.md says it."""

import pytest

import cost_docs
from azure_ai_landing_zone.cost.estimate import Estimate

STACKS = sorted(path.stem for path in cost_docs.RECORDED.glob("*.yaml"))


def of(stack: str) -> Estimate:
    return cost_docs.of_stack(cost_docs.RECORDED / f"{stack}.yaml")


def test_the_page_is_what_make_docs_writes() -> None:
    assert cost_docs.FILE.read_text(encoding="utf-8") == cost_docs.page()


@pytest.mark.parametrize("stack", STACKS)
def test_nothing_of_ours_lacks_a_reader(stack: str) -> None:
    """What has no price has a reason of its own, never that nobody thought of its type."""
    assert [line.unknown for line in of(stack).unpriced if line.unknown.startswith("no price is kept")] == []


@pytest.mark.parametrize("stack", STACKS)
def test_most_of_what_costs_something_is_priced(stack: str) -> None:
    found = of(stack)
    assert len(found.priced) >= 0.75 * len(found.costing)


def test_what_the_cluster_costs_is_most_of_it() -> None:
    found = of("training")
    assert [(line.bill.name, line.charge.what) for line in found.lines if line.charge.meter == "machine"] == [
        ("training-pretrain-scale-set", "4 × Standard_ND96isr_H100_v5")
    ]
    assert found.unpriced == ()
    assert round(found.monthly.expected) == 287396
