"""Prices of storage have a meter and a day, and what has none stays unknown."""

from datetime import date
from decimal import Decimal

import pytest

from azure_ai_landing_zone.catalog.storage_prices import Meter, load, storage_price
from azure_ai_landing_zone.catalog.table import CatalogError, data_file

HEAD = "meter,sku,region,usd,unit,source,as_of\n"


@pytest.mark.parametrize(
    ("meter", "sku", "region", "usd", "as_of"),
    [
        ("blobHot", "Standard_LRS", "eastus", "0.0208", date(2026, 9, 1)),
        ("blobCool", "Standard_LRS", "East US", "0.0152", date(2026, 9, 1)),
        ("blobCold", "Standard_LRS", "eastus", "0.0036", date(2026, 9, 1)),
        ("blobArchive", "Standard_LRS", "eastus", "0.00099", date(2026, 9, 1)),
        ("blobHot", "Standard_LRS", "eastus2", "0.0184", date(2026, 7, 5)),
        ("disk", "P15", "eastus", "38.012142", date(2026, 9, 20)),
        ("registry", "Premium", "eastus2", "1.6666", date(2026, 10, 1)),
    ],
)
def test_prices(meter: Meter, sku: str, region: str, usd: str, as_of: date) -> None:
    price = storage_price(meter, sku, region)
    assert price is not None
    assert (price.usd, price.as_of) == (Decimal(usd), as_of)
    assert price.source.startswith("Retail Prices API: ")


@pytest.mark.parametrize(
    ("meter", "sku", "region"),
    [
        ("lustre", "AMLFS-Durable-Premium-250", "eastus"),
        ("blobHot", "Standard_ZRS", "eastus"),
        ("blobCool", "Standard_LRS", "eastus2"),
        ("disk", "P30", "eastus"),
        ("registry", "Premium", "eastus"),
    ],
)
def test_what_has_no_source_is_unknown(meter: Meter, sku: str, region: str) -> None:
    assert storage_price(meter, sku, region) is None


def test_no_line_is_lost() -> None:
    assert len(load(data_file("storage_prices.csv"))) == len(data_file("storage_prices.csv").splitlines()) - 1


def test_a_malformed_file_is_refused_with_all_its_problems() -> None:
    text = HEAD + (
        "blobHot,Standard_LRS,East US,0.02,gbMonth,s,2026-01-01\n"
        "blobHot,Standard_LRS,eastus,0,gbMonth,s,2026-01-01\n"
        "disk,P10,eastus,5,gbMonth,s,2026-01-01\n"
        "disk,P10,eastus,5,month,s,2026-01-01\n"
        "tape,X,eastus,five,month,,someday\n"
    )
    with pytest.raises(CatalogError) as raised:
        load(text)
    where = "storage_prices.csv line"
    assert raised.value.problems == [
        f"{where} 2, column region: got 'East US'; must be a region's name, such as eastus, not its display "
        "name",
        f"{where} 3, column usd: got '0'; must be more than nothing: what isn't known has no line",
        f"{where} 4, column unit: got 'gbMonth'; must be month, which disk is billed by",
        f"{where} 5, column region: got 'eastus'; must be given once for disk P10",
        f"{where} 6, column meter: got 'tape'; must be one of blobHot, blobCool, blobCold, blobArchive, "
        "disk, lustre, registry",
        f"{where} 6, column source: got ''; must be filled in",
        f"{where} 6, column usd: got 'five'; must be a number from 0",
        f"{where} 6, column as_of: got 'someday'; must be a date such as 2026-09-30",
    ]
