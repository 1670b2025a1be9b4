"""Pay-as-you-go prices of what data lies on: blobs by tier, Lustre, disks, registries.

Rows are in storage_prices.csv: the meter of Azure's price list (prices.azure.com/api/retail/prices), and the
day on which public repositories recorded it. There are few, and what has no row has no price here, such as
Lustre: nothing is taken from another region or another redundancy.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Literal, get_args

from azure_ai_landing_zone.catalog.table import CatalogError, data_file, rows

Meter = Literal["blobHot", "blobCool", "blobCold", "blobArchive", "disk", "lustre", "registry"]
"""What is billed. `sku` says which: of blobs the account's redundancy, of disks their tier."""

Unit = Literal["gbMonth", "gibMonth", "month", "day"]
"""GB are 10⁹ bytes, as Azure bills blobs; GiB of Lustre are provisioned ones."""

UNITS: Mapping[Meter, Unit] = {
    "blobHot": "gbMonth",
    "blobCool": "gbMonth",
    "blobCold": "gbMonth",
    "blobArchive": "gbMonth",
    "disk": "month",
    "lustre": "gibMonth",
    "registry": "day",
}


@dataclass(frozen=True, slots=True)
class StoragePrice:
    """What one unit costs in one region."""

    meter: Meter
    sku: str
    region: str
    usd: Decimal
    """Dollars for one unit; of tiers by volume, the first and dearest."""
    unit: Unit
    source: str
    as_of: date


StoragePrices = Mapping[tuple[Meter, str, str], StoragePrice]

COLUMNS = ("meter", "sku", "region", "usd", "unit", "source", "as_of")


def load(text: str, file: str = "storage_prices.csv") -> StoragePrices:
    """Prices by meter, SKU and region. Raises CatalogError with every problem in the file."""
    problems: list[str] = []
    prices: dict[tuple[Meter, str, str], StoragePrice] = {}
    for row in rows(file, text, COLUMNS, problems):
        meter = row.one_of("meter", get_args(Meter))
        unit = row.one_of("unit", get_args(Unit))
        sku, region, source = row.text("sku"), row.text("region"), row.text("source")
        usd, as_of = row.decimal("usd"), row.day("as_of")
        if region != region.lower() or " " in region:
            row.problem("region", "a region's name, such as eastus, not its display name")
        if usd is not None and usd == 0:
            row.problem("usd", "more than nothing: what isn't known has no line")
        if meter is None or unit is None or usd is None or as_of is None:
            continue
        if unit != UNITS[meter]:
            row.problem("unit", f"{UNITS[meter]}, which {meter} is billed by")
        if (meter, sku, region) in prices:
            row.problem("region", f"given once for {meter} {sku}")
        prices[meter, sku, region] = StoragePrice(meter, sku, region, usd, unit, source, as_of)
    if problems:
        raise CatalogError(problems)
    return prices


@cache
def _prices() -> StoragePrices:
    return load(data_file("storage_prices.csv"))


def storage_price(meter: Meter, sku: str, region: str) -> StoragePrice | None:
    """The price of one unit, or None if the data has none; never an estimate from elsewhere."""
    return _prices().get((meter, sku, region.replace(" ", "").lower()))
