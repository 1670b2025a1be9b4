"""Pay-as-you-go prices of what isn't a machine, by meter, SKU and region.

Rows are in service_prices.csv: one meter of price_meters.csv in one region, for one unit of it; of tiers by
volume, the first that costs something. Region `global` is where Azure bills everywhere alike. What has no row
has no price here: nothing is taken from another region or another SKU.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache

from azure_ai_landing_zone.catalog.table import OrEmpty, columns, data_file, part, records


@dataclass(frozen=True, slots=True)
class ServicePrice:
    """What one unit costs in one region."""

    meter: str
    sku: OrEmpty
    region: str
    price: Decimal
    currency: str
    """Such as USD."""
    source: str
    as_of: date


ServicePrices = Mapping[tuple[str, str, str], ServicePrice]
"""By meter, SKU and region."""


def load(text: str, file: str = "service_prices.csv") -> ServicePrices:
    """Prices by meter, SKU and region. Raises CatalogError with every problem in the file."""
    prices: dict[tuple[str, str, str], ServicePrice] = {}
    for row, one in records(ServicePrice, file, text):
        if one.region != one.region.lower() or " " in one.region:
            row.problem("region", "a region's name, such as eastus, not its display name; or global")
        if one.price == 0 and "price" not in row.bad:
            row.problem("price", "more than nothing: what isn't known has no line")
        if not (len(one.currency) == 3 and one.currency.isascii() and one.currency.isupper()):
            row.problem("currency", "a code such as USD")
        if (one.meter, one.sku, one.region) in prices:
            row.problem("region", f"given once for {one.meter} {one.sku}".rstrip())
        prices[one.meter, one.sku, one.region] = one
    return prices


def written(prices: Iterable[ServicePrice]) -> str:
    """A file of prices, in a stable order."""
    lines = [",".join(columns(ServicePrice))]
    for one in sorted(prices, key=lambda one: (one.meter, one.sku, one.region)):
        source = one.source.replace('"', "'")
        lines.append(
            f'{one.meter},{one.sku},{one.region},{one.price:f},{one.currency},"{source}",{one.as_of}'
        )
    return "\n".join(lines) + "\n"


@cache
def find(meter: str, sku: str, region: str) -> ServicePrice | None:
    """The price in the catalogue, if it has one."""
    return load(part("service_prices.csv", meter, sku, region)).get((meter, sku, region))


@cache
def all_prices() -> ServicePrices:
    """Every price of the catalogue."""
    return load(data_file("service_prices.csv"))
