"""Every meter has the price list's names, and a unit that is understood."""

from decimal import Decimal

import pytest

from azure_ai_landing_zone.catalog import price_meters, service_prices
from azure_ai_landing_zone.catalog.price_meters import all_meters, find, load, times_a_month
from azure_ai_landing_zone.catalog.table import CatalogError, data_file

HEAD = "meter,sku,service,product,retail_sku,retail_meter,unit,where,source,as_of\n"


@pytest.mark.parametrize(
    ("unit", "times"),
    [
        ("1 Hour", "730"),
        ("1/Hour", "730"),
        ("1 GiB/Hour", "730"),
        ("1/Month", "1"),
        ("1 GB/Month", "1"),
        ("1 GB", "1"),
        ("1", "1"),
        ("1K", "0.001"),
        ("10K", "0.0001"),
        ("10M", "0.0000001"),
    ],
)
def test_what_a_unit_is_in_a_month(unit: str, times: str) -> None:
    assert times_a_month(unit) == Decimal(times)


def test_a_day_is_a_part_of_730_hours() -> None:
    assert times_a_month("1/Day") == Decimal(730) / 24


@pytest.mark.parametrize("unit", ["per unit", "1 Week", "Hour", "", "1 GB/Hour"])
def test_a_unit_that_isn_t_understood_has_no_price(unit: str) -> None:
    with pytest.raises(ValueError, match=f"^{unit}$"):
        times_a_month(unit)


def test_every_size_of_machine_is_a_meter() -> None:
    machine, spot = find("machine", "Standard_X"), find("spot", "Standard_X")
    assert machine is not None
    assert spot is not None
    assert (machine.service, machine.unit, machine.where) == ("Virtual Machines", "1 Hour", "region")
    assert (spot.meter, spot.sku) == ("spot", "Standard_X")
    assert find("natGateway", "Ultra") is None


def test_no_line_is_lost_and_every_price_has_its_meter() -> None:
    assert len(all_meters()) == len(data_file("price_meters.csv").splitlines()) - 1
    assert {key: find(*key) for key in all_meters()} == all_meters()
    prices = service_prices.all_prices()
    assert len(prices) == len(data_file("service_prices.csv").splitlines()) - 1
    wrong = [
        key
        for key, price in prices.items()
        if (meter := all_meters().get(key[:2])) is None
        or (meter.where == "region") == (price.region == "global")
    ]
    assert wrong == []


def test_a_malformed_file_is_refused_with_all_its_problems() -> None:
    text = HEAD + (
        "nat,S,NAT Gateway,NAT Gateway,S,S Gateway,1 Week,Global,s,2026-01-01\n"
        "nat,S,NAT Gateway,NAT Gateway,S,S Gateway,1 Hour,Global,s,2026-01-01\n"
        "nat,S,,NAT Gateway,S,S Gateway,1 Hour,earth,s,soon\n"
    )
    with pytest.raises(CatalogError) as raised:
        load(text)
    where = "price_meters.csv line"
    assert raised.value.problems == [
        f"{where} 2, column unit: got '1 Week'; must be a unit such as 1 Hour, 1/Day, 1 GB/Month or 10K",
        f"{where} 3, column sku: got 'S'; must be given once for nat",
        f"{where} 4, column service: got ''; must be filled in",
        f"{where} 4, column where: got 'earth'; must be one of region, Global, none",
        f"{where} 4, column as_of: got 'soon'; must be a date such as 2026-09-30",
        f"{where} 4, column sku: got 'S'; must be given once for nat",
    ]


def test_the_hours_of_a_month_are_azure_s() -> None:
    assert price_meters.HOURS_A_MONTH == 730
