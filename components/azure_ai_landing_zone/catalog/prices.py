"""Pay-as-you-go prices of Linux VMs, without spot and reservations, and the regions that have a price.

Rows are in prices.csv: one consumption meter a size and region, from the Retail Prices API. A region with a
price is likely to offer the size; it doesn't say that there is capacity, nor that a subscription may use it.
Of a region without one nothing is known: it may have opened since, or to some customers only.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache

from azure_ai_landing_zone.catalog.table import part, records


@dataclass(frozen=True, slots=True)
class Price:
    """What one VM costs in one region."""

    size: str
    region: str
    hourly_usd: Decimal
    """Dollars an hour."""
    source: str
    as_of: date


Prices = Mapping[str, Mapping[str, Price]]
"""By size and region, both in lower case."""


def load(text: str, file: str = "prices.csv") -> Prices:
    """Prices by size and region. Raises CatalogError with every problem in the file."""
    prices: dict[str, dict[str, Price]] = {}
    for row, price in records(Price, file, text):
        of_size = prices.setdefault(price.size.lower(), {})
        if price.region != price.region.lower() or " " in price.region:
            row.problem("region", "a region's name, such as eastus, not its display name")
        if price.region in of_size:
            row.problem("region", f"given once for {price.size}")
        of_size[price.region] = price
    return prices


@cache
def _of(size: str) -> Mapping[str, Price]:
    """`size` is in lower case."""
    return load(part("prices.csv", size)).get(size, {})


def _region(name: str) -> str:
    """`East US` and `eastus` are the same region to ARM."""
    return name.replace(" ", "").lower()


def hourly_usd(size: str, region: str) -> Price | None:
    """The price of a VM of that size, or None if the data has none; never an estimate from another region."""
    return _of(size.lower()).get(_region(region))


def regions_with(size: str) -> frozenset[str]:
    """The regions that have a price for the size; empty if the data knows nothing of it."""
    return frozenset(_of(size.lower()))


def last_seen(size: str) -> date | None:
    """The day of the newest price of the size; None if the data knows nothing of it."""
    return max((price.as_of for price in _of(size.lower()).values()), default=None)
