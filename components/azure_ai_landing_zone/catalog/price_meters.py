"""What Azure bills by, and how its price list names that.

Rows are in price_meters.csv. `meter` and `sku` are this library's words: a meter's own, and of the SKU the
name that a resource has. The other columns are those of the Retail Prices API
(learn.microsoft.com/rest/api/cost-management/retail-prices/azure-retail-prices, 2023-01-01-preview).
Machines have no row: their SKU is the size, which the price list has as armSkuName.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Literal

from azure_ai_landing_zone.catalog.table import OrEmpty, data_file, part, records

HOURS_A_MONTH = 730
"""As in Azure's own pricing calculator."""

MACHINE, SPOT = "machine", "spot"
"""Meters of machines by size: pay-as-you-go Linux, and the same where Azure may take them away."""

Where = Literal["region", "Global", "none"]
"""What the price list has as a meter's region: the resource's, the word Global, or nothing."""

_UNIT = re.compile(r"(\d+)([KM]?)\s*/?\s*(.*)")
_TIMES = {"K": 1_000, "M": 1_000_000, "": 1}
_PERIODS = {
    "Hour": Decimal(HOURS_A_MONTH),
    "GiB/Hour": Decimal(HOURS_A_MONTH),
    "Day": Decimal(HOURS_A_MONTH) / 24,
    "Month": Decimal(1),
    "GB": Decimal(1),
    "GB/Month": Decimal(1),
    "": Decimal(1),
}


@dataclass(frozen=True, slots=True)
class PriceMeter:
    """One meter of one SKU."""

    meter: str
    sku: OrEmpty
    """Empty where there is only one."""
    service: str
    product: str
    retail_sku: str
    retail_meter: str
    unit: str
    """unitOfMeasure."""
    where: Where
    source: str
    as_of: date

    def region(self, region: str) -> str:
        """Where the meter of a resource in that region has its price: there, or `global`."""
        return region if self.where == "region" else "global"


PriceMeters = Mapping[tuple[str, str], PriceMeter]


def times_a_month(unit: str) -> Decimal:
    """How often a unit is billed in a month for one of what is counted: a resource, a GB, an operation.

    Raises ValueError for a unit that isn't understood.
    """
    match = _UNIT.fullmatch(unit)
    if match is None or match[3] not in _PERIODS:
        raise ValueError(unit)
    return _PERIODS[match[3]] / (int(match[1]) * _TIMES[match[2]])


def load(text: str, file: str = "price_meters.csv") -> PriceMeters:
    """Meters by name and SKU. Raises CatalogError with every problem in the file."""
    meters: dict[tuple[str, str], PriceMeter] = {}
    for row, one in records(PriceMeter, file, text):
        try:
            times_a_month(one.unit)
        except ValueError:
            row.problem("unit", "a unit such as 1 Hour, 1/Day, 1 GB/Month or 10K")
        if (one.meter, one.sku) in meters:
            row.problem("sku", f"given once for {one.meter}")
        meters[one.meter, one.sku] = one
    return meters


@cache
def all_meters() -> PriceMeters:
    """Every meter by name and SKU."""
    return load(data_file("price_meters.csv"))


@cache
def find(meter: str, sku: str) -> PriceMeter | None:
    """The row of a meter, or the one that any size of machine has; None if the table has none."""
    if meter in (MACHINE, SPOT):
        return PriceMeter(
            meter, sku, "Virtual Machines", "", "", "", "1 Hour", "region", "prices.csv", date.min
        )
    return load(part("price_meters.csv", meter, sku)).get((meter, sku))
