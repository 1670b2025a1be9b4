"""A project's own prices: cost.yaml and cost-prices.csv."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from azure_ai_landing_zone.catalog.cost_assumptions import all_assumptions
from azure_ai_landing_zone.cost.price_list import Discount, PriceList, UnitPrice
from azure_ai_landing_zone_policies.readers.price_settings import (
    PriceSettingsError,
    folder_of,
    price_list,
)

WHOLE = """
currency: EUR
exchangeRate: {perUsd: 0.86, source: ECB, asOf: 2026-11-20}
discounts:
- {percent: 12.5, meter: machine, source: Enterprise Agreement 4711}
prices:
- {meter: spot, sku: Standard_NC8as_T4_v3, region: eastus, price: 0.3, currency: EUR,
   source: portal, asOf: 2026-11-01}
- {meter: grafana, sku: Standard, region: eastus, price: 0.043, source: offer 9, asOf: 2026-11-01}
assumptions:
  logGb: [100, 400.5, 1200]
"""


def project(folder: Path, text: str, read: str = "") -> Path:
    (folder / "Pulumi.yaml").touch()
    if text:
        (folder / "cost.yaml").write_text(text)
    if read:
        (folder / "cost-prices.csv").write_text(read)
    return folder


def test_a_project_without_anything_has_the_catalogue_s_prices(tmp_path: Path) -> None:
    assert price_list(project(tmp_path, "")) == PriceList()
    assert price_list(None) == PriceList()


def test_everything_that_can_be_said(tmp_path: Path) -> None:
    found = price_list(
        project(
            tmp_path,
            WHOLE,
            "meter,sku,region,price,currency,source,as_of\nnatGateway,Standard,global,0.04,EUR,api,2026-11-22\n",
        )
    )
    assert found.currency == "EUR"
    assert found.rate is not None
    assert (found.rate.per_usd, found.rate.as_of) == (Decimal("0.86"), date(2026, 11, 20))
    assert found.discounts == (Discount(Decimal("12.5"), "Enterprise Agreement 4711", "machine"),)
    assert [(key, one.price, one.currency) for key, one in found.agreed.items()] == [
        (("spot", "Standard_NC8as_T4_v3", "eastus"), Decimal("0.3"), "EUR"),
        (("grafana", "Standard", "eastus"), Decimal("0.043"), "USD"),
    ]
    logs = found.assumptions["logGb"]
    assert (logs.minimum, logs.expected, logs.maximum) == (Decimal(100), Decimal("400.5"), Decimal(1200))
    assert found.assumptions["natGb"] == all_assumptions()["natGb"]
    price = found.find("natGateway", "Standard", "eastus")
    assert isinstance(price, UnitPrice)
    assert price.price == Decimal("0.04")


def test_the_folder_is_that_of_the_nearest_program(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "Pulumi.yaml").touch()
    assert folder_of(inner) == tmp_path


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("a: [", ["cost.yaml: not readable as YAML: "]),
        ("- a", ["cost.yaml: got ['a']; must have some of currency, exchangeRate, discounts, prices, "
                 "assumptions as keys"]),
        ("discount: 5", ["cost.yaml, discount: must be one of currency, exchangeRate, discounts, prices, "
                         "assumptions"]),
        ("currency: euro", ["cost.yaml, currency: got 'euro'; must be a currency such as EUR"]),
        (
            "exchangeRate: {perUsd: nothing, asof: 2026-01-01}",
            [
                "cost.yaml, exchangeRate[0].asof: must be one of perUsd, source, asOf",
                "cost.yaml, exchangeRate.perUsd: got 'nothing'; must be a number above 0",
                "cost.yaml, exchangeRate.source: got None; must be text",
                "cost.yaml, exchangeRate.asOf: got None; must be a day such as 2026-09-30",
            ],
        ),
        (
            "discounts: [{percent: 120, meter: machines, source: x}, 5]",
            [
                "cost.yaml, discounts[1]: got 5; must be an object with percent, source, meter, sku",
                "cost.yaml, discounts[0].percent: got 120; must be a number above 0, below 100",
                "cost.yaml, discounts[0].meter: got 'machines'; must be one of apiManagement, ",
            ],
        ),
        ("discounts: {percent: 5}", ["cost.yaml, discounts: got {'percent': 5}; must be a list"]),
        (
            "prices: [{meter: natGateway, sku: Ultra, region: eastus, price: -1, source: x, asOf: soon}]",
            [
                "cost.yaml, prices[0].sku: got 'Ultra'; must be an SKU that natGateway has in "
                "price_meters.csv",
                "cost.yaml, prices[0].price: got -1; must be a number above 0",
                "cost.yaml, prices[0].asOf: got 'soon'; must be a day such as 2026-09-30",
            ],
        ),
        (
            "assumptions: {logGb: [3, 2, 1], beer: [1, 2, 3]}",
            [
                "cost.yaml, assumptions.logGb: got [3, 2, 1]; must be three numbers from 0, the least, the "
                "expected and the most",
                "cost.yaml, assumptions.beer: must be one of blobGbWritten, ",
            ],
        ),
        ("assumptions: 5", ["cost.yaml, assumptions: got 5; must be an object"]),
    ],
)  # fmt: skip
def test_every_problem_is_named(tmp_path: Path, text: str, problems: list[str]) -> None:
    with pytest.raises(PriceSettingsError) as raised:
        price_list(project(tmp_path, text))
    found = str(raised.value).split("\ncost.yaml")
    found = [found[0], *(f"cost.yaml{rest}" for rest in found[1:])]
    assert len(found) == len(problems), found
    assert [one[: len(problem)] for one, problem in zip(found, problems, strict=True)] == problems


def test_prices_that_were_read_have_to_be_whole(tmp_path: Path) -> None:
    with pytest.raises(PriceSettingsError, match=r"^cost-prices\.csv line 1: got columns a; must be meter"):
        price_list(project(tmp_path, "", "a\n"))
