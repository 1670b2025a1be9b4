"""What charges cost by the month, at three scales; and what has no price is never free."""

from decimal import Decimal

import pytest

from azure_ai_landing_zone.cost.charge import NOTHING, Bill, Charge, Range, cant_tell, steady
from azure_ai_landing_zone.cost.estimate import estimate
from cost.bills import H100, T4, machines, one


@pytest.mark.parametrize(
    ("bill", "usd"),
    [
        (machines(4), 4 * Decimal("98.32") * 730),
        (machines(1, H100.lower(), region="East US"), Decimal("98.32") * 730),
        (machines(2, T4), 2 * Decimal("0.526") * 730),
        (machines(0, "Standard_Nowhere", region=None, spot=True), Decimal(0)),
        (one("firewall", "Standard"), Decimal("912.50")),
        (one("natGateway", "Standard"), Decimal("32.850")),
        (one("privateEndpoint", amount=8), Decimal("58.40")),
        (one("privateZone", amount=14), Decimal("7.0")),
        (one("blobHot", "Standard_LRS", 4_032), Decimal("83.8656")),
        (one("disk", "P15_LRS", 8), Decimal("304.097136")),
        (one("registry", "Premium", region="eastus2"), Decimal("1.6666") * 730 / 24),
        (
            one("lustre", "AMLFS-Durable-Premium-250", 16 * 1024, "swedencentral"),
            Decimal("0.000373") * 16384 * 730,
        ),
        (one("keyVaultOperations", "standard", 1_000_000), Decimal("3.00")),
    ],
)
def test_a_known_price(bill: Bill, usd: Decimal) -> None:
    (line,) = estimate([bill]).lines
    assert line.monthly == steady(usd)
    assert line.unknown == ""


@pytest.mark.parametrize(
    ("bill", "unknown"),
    [
        (machines(None), "its amount isn't known"),
        (machines(1, region=None), "its region isn't known"),
        (
            machines(1, spot=True),
            f"spot prices change by the hour, and none of {H100} in eastus is given",
        ),
        (machines(1, region="norwaywest"), f"there is no price for {H100} in norwaywest"),
        (one("grafana", "Standard"), "there is no price for grafana Standard in eastus"),
        (one("natGateway", "Ultra"), "no price list of ours has natGateway Ultra"),
        (Bill("it", "x:Y", (cant_tell("it", "nobody knows"),)), "nobody knows"),
    ],
)
def test_what_has_no_price_is_unknown_and_never_free(bill: Bill, unknown: str) -> None:
    (line,) = estimate([bill]).lines
    assert (line.monthly, line.unknown) == (None, unknown)


def test_three_scales() -> None:
    pool = Range(Decimal(0), Decimal(1), Decimal(4))
    assert estimate([machines(pool, T4)]).monthly == Range(
        Decimal(0), Decimal("383.980"), Decimal("1535.920")
    )


def test_what_only_use_tells_is_assumed() -> None:
    bill = Bill("it", "x:Y", (Charge("natGatewayData", "Standard", "eastus", steady(1), "data", "natGb"),))
    assert estimate([bill]).monthly == Range(Decimal(0), Decimal("4.500"), Decimal("225.000"))


def test_the_sum_leaves_out_what_is_unknown_and_counts_it() -> None:
    half = Bill(
        "half", "x:Y", (Charge("natGateway", "Standard", "eastus", steady(1), "a"), cant_tell("b", "no"))
    )
    found = estimate([machines(2), half, machines(1, name="spot", spot=True), Bill("free", "x:Z", ())])
    assert found.monthly.expected == 2 * Decimal("98.32") * 730 + Decimal("32.85")
    assert [line.bill.name for line in found.unpriced] == ["half", "spot"]
    assert [bill.name for bill in found.costing] == ["nodes", "half", "spot"]
    assert [bill.name for bill in found.priced] == ["nodes"]
    assert [line.bill.name for line in found.of("machine", "spot")] == ["nodes", "spot"]


def test_nothing_costs_nothing() -> None:
    assert estimate([]).monthly == NOTHING
