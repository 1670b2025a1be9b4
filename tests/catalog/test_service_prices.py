"""Prices have a source and a day, and what has none stays unknown."""

from datetime import date
from decimal import Decimal

import pytest

from azure_ai_landing_zone.catalog.service_prices import (
    ServicePrice,
    all_prices,
    find,
    load,
    written,
)
from azure_ai_landing_zone.catalog.table import CatalogError

HEAD = "meter,sku,region,price,currency,source,as_of\n"


@pytest.mark.parametrize(
    ("meter", "sku", "region", "price", "as_of"),
    [
        ("blobHot", "Standard_LRS", "eastus", "0.0208", date(2026, 9, 1)),
        ("blobHot", "Standard_LRS", "eastus2", "0.0184", date(2026, 8, 15)),
        ("lustre", "AMLFS-Durable-Premium-250", "eastus2", "0.000287", date(2026, 8, 15)),
        ("lustre", "AMLFS-Durable-Premium-250", "swedencentral", "0.000373", date(2026, 8, 15)),
        ("firewall", "Standard", "eastus", "1.25", date(2024, 7, 1)),
        ("provisionedThroughput", "DataZoneProvisionedManaged", "swedencentral", "1.1", date(2026, 8, 15)),
        ("provisionedThroughput", "DataZoneProvisionedManaged", "japaneast", "1.2", date(2026, 8, 15)),
        ("privateEndpoint", "", "global", "0.01", date(2026, 9, 17)),
        ("registry", "Premium", "eastus2", "1.6666", date(2026, 10, 1)),
    ],
)
def test_prices(meter: str, sku: str, region: str, price: str, as_of: date) -> None:
    found = all_prices()[meter, sku, region]
    assert (found.price, found.currency, found.as_of) == (Decimal(price), "USD", as_of)
    assert found.source


@pytest.mark.parametrize(
    ("meter", "sku", "region"),
    [
        ("lustre", "AMLFS-Durable-Premium-250", "eastus"),
        ("registry", "Premium", "eastus"),
        ("grafana", "Standard", "swedencentral"),
        ("privateEndpoint", "", "eastus"),
    ],
)
def test_what_has_no_source_is_unknown(meter: str, sku: str, region: str) -> None:
    assert (meter, sku, region) not in all_prices()


def test_what_is_asked_for_is_read_alone_and_as_in_the_whole_file() -> None:
    assert {key: find(*key) for key in all_prices()} == all_prices()
    assert find("lustre", "AMLFS-Durable-Premium-250", "eastus") is None
    assert find("lustre", "another", "eastus") is None


def test_what_was_written_is_read_again() -> None:
    price = ServicePrice(
        "disk", "P10_LRS", "eastus", Decimal("19.71"), "EUR", 'a "list", of it', date(2026, 1, 2)
    )
    assert list(load(written([price])).values()) == [
        ServicePrice(
            "disk", "P10_LRS", "eastus", Decimal("19.71"), "EUR", "a 'list', of it", date(2026, 1, 2)
        )
    ]


def test_a_malformed_file_is_refused_with_all_its_problems() -> None:
    text = HEAD + (
        "disk,P10_LRS,East US,5,USD,s,2026-01-01\n"
        "disk,P10_LRS,eastus,0,USD,s,2026-01-01\n"
        "disk,P10_LRS,eastus,5,dollar,s,2026-01-01\n"
        "disk,P10_LRS,eastus,five,USD,,someday\n"
    )
    with pytest.raises(CatalogError) as raised:
        load(text)
    where = "service_prices.csv line"
    assert raised.value.problems == [
        f"{where} 2, column region: got 'East US'; must be a region's name, such as eastus, not its display "
        "name; or global",
        f"{where} 3, column price: got '0'; must be more than nothing: what isn't known has no line",
        f"{where} 4, column currency: got 'dollar'; must be a code such as USD",
        f"{where} 4, column region: got 'eastus'; must be given once for disk P10_LRS",
        f"{where} 5, column price: got 'five'; must be a number from 0",
        f"{where} 5, column source: got ''; must be filled in",
        f"{where} 5, column as_of: got 'someday'; must be a date such as 2026-09-30",
        f"{where} 5, column region: got 'eastus'; must be given once for disk P10_LRS",
    ]
