"""What a change costs."""

from decimal import Decimal

import pytest

from azure_ai_landing_zone.cost.compute import Machines, estimate
from azure_ai_landing_zone.cost.difference import difference
from azure_ai_landing_zone.cost.report import markdown, text

H100 = "Standard_ND96isr_H100_v5"
T4 = "Standard_NC4as_T4_v3"


def nodes(count: int | None, size: str = H100, name: str = "nodes", *, spot: bool = False) -> Machines:
    return Machines(name, size, "eastus", count, spot)


@pytest.mark.parametrize(
    ("before", "after", "headline"),
    [
        ([], [], "Cost: no machine changes"),
        ([nodes(4)], [nodes(4)], "Cost: no machine changes"),
        ([nodes(4)], [nodes(5)], "Cost: +$98.32 an hour (+$71,774 a month)"),
        ([nodes(4)], [], "Cost: -$393.28 an hour (-$287,094 a month)"),
        ([nodes(4)], [nodes(4, name="other")], "Cost: $0.00 an hour ($0 a month)"),
        ([nodes(4)], [nodes(None)], "Cost: the difference isn't known"),
        ([nodes(4)], [nodes(4, spot=True)], "Cost: the difference isn't known"),
        (
            [],
            [nodes(1), nodes(1, name="cheap", spot=True)],
            "Cost: +$98.32 an hour (+$71,774 a month), and 1 change without a known price",
        ),
        ([nodes(1), nodes(1, T4)], [nodes(1), nodes(3, T4)], "Cost: +$1.05 an hour (+$768 a month)"),
    ],
)
def test_the_difference_in_a_line(before: list[Machines], after: list[Machines], headline: str) -> None:
    assert text(difference(estimate(before), estimate(after))).splitlines()[0] == headline


def test_what_has_no_price_is_named_and_never_free() -> None:
    found = difference(estimate([nodes(1)]), estimate([nodes(1), nodes(2, name="cheap", spot=True)]))
    assert found.usd == Decimal(0)
    assert [change.name for change in found.unpriced] == ["cheap"]
    assert markdown(found, [("network:AzureFirewall", "new"), ("network:NatGateway", "gone")]) == (
        "### Cost: the difference isn't known\n\n"
        "| resource | before | after | difference |\n| --- | --- | --- | --- |\n"
        "| `cheap` | none | 2 × Standard_ND96isr_H100_v5 spot in eastus | isn't known: spot prices change by "
        "the hour |\n\n"
        "All machines with a known price: $98.32 an hour before, $98.32 after.\n"
        "Not in it, because the price isn't known: cheap (spot prices change by the hour).\n"
        "Also new, with a price that isn't known here: 1 × network:AzureFirewall.\n"
        "Also gone, with a price that isn't known here: 1 × network:NatGateway.\n"
        "Machines only: pay-as-you-go, Linux, without disks, networks, reservations and discounts; a month "
        "is 730 hours.\n"
    )
