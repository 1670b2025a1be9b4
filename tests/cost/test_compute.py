"""What machines cost by the hour."""

from decimal import Decimal

import pytest

from azure_ai_landing_zone.cost.compute import Machines, estimate

H100 = "Standard_ND96isr_H100_v5"


@pytest.mark.parametrize(
    ("machines", "usd"),
    [
        (Machines("a", H100, "eastus", 4), "393.28"),
        (Machines("a", H100.lower(), "East US", 1), "98.32"),
        (Machines("a", "Standard_NC4as_T4_v3", "eastus", 2), "1.052"),
        (Machines("a", None, None, 0), "0"),
        (Machines("a", "Standard_Nowhere", "eastus", 0, spot=True), "0"),
    ],
)
def test_a_known_price(machines: Machines, usd: str) -> None:
    (line,) = estimate([machines]).lines
    assert (line.usd, line.unknown) == (Decimal(usd), "")


@pytest.mark.parametrize(
    ("machines", "unknown"),
    [
        (Machines("a", H100, "eastus", None), "its count isn't known"),
        (Machines("a", None, "eastus", 1), "its size isn't known"),
        (Machines("a", H100, None, 1), "its region isn't known"),
        (Machines("a", H100, "eastus", 1, spot=True), "spot prices change by the hour"),
        (Machines("a", H100, "norwaywest", 1), f"there is no price for {H100} in norwaywest"),
        (
            Machines("a", "Standard_E8s_v5", "eastus", 1),
            "there is no price for Standard_E8s_v5 in eastus",
        ),
    ],
)
def test_what_has_no_price_is_unknown_and_never_free(machines: Machines, unknown: str) -> None:
    (line,) = estimate([machines]).lines
    assert (line.usd, line.unknown) == (None, unknown)


def test_the_sum_leaves_out_what_is_unknown_and_names_it() -> None:
    found = estimate([Machines("a", H100, "eastus", 2), Machines("b", H100, None, 1)])
    assert found.usd == Decimal("196.64")
    assert [line.machines.name for line in found.unpriced] == ["b"]


def test_nothing_costs_nothing() -> None:
    assert estimate([]).usd == 0
