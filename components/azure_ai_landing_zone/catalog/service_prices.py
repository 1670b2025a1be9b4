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

from azure_ai_landing_zone.catalog.table import CatalogError, data_file, rows


@dataclass(frozen=True, slots=True)
class ServicePrice:
    """What one unit costs in one region."""

    meter: str
    sku: str
    region: str
    price: Decimal
    currency: str
    """Such as USD."""
    source: str
    as_of: date


ServicePrices = Mapping[tuple[str, str, str], ServicePrice]
"""By meter, SKU and region."""

COLUMNS = ("meter", "sku", "region", "price", "currency", "source", "as_of")


def load(text: str, file: str = "service_prices.csv") -> ServicePrices:
    """Prices by meter, SKU and region. Raises CatalogError with every problem in the file."""
    problems: list[str] = []
    prices: dict[tuple[str, str, str], ServicePrice] = {}
    for row in rows(file, text, COLUMNS, problems):
        meter, sku, region = row.text("meter"), row.optional_text("sku") or "", row.text("region")
        price, as_of = row.decimal("price"), row.day("as_of")
        currency, source = row.text("currency"), row.text("source")
        if region != region.lower() or " " in region:
            row.problem("region", "a region's name, such as eastus, not its display name; or global")
        if price is not None and price == 0:
            row.problem("price", "more than nothing: what isn't known has no line")
        if not (len(currency) == 3 and currency.isascii() and currency.isupper()):
            row.problem("currency", "a code such as USD")
        if (meter, sku, region) in prices:
            row.problem("region", f"given once for {meter} {sku}".rstrip())
        if price is not None and as_of is not None:
            prices[meter, sku, region] = ServicePrice(meter, sku, region, price, currency, source, as_of)
    if problems:
        raise CatalogError(problems)
    return prices


def written(prices: Iterable[ServicePrice]) -> str:
    """A file of prices, in a stable order."""
    lines = [",".join(COLUMNS)]
    for one in sorted(prices, key=lambda one: (one.meter, one.sku, one.region)):
        source = one.source.replace('"', "'")
        lines.append(
            f'{one.meter},{one.sku},{one.region},{one.price:f},{one.currency},"{source}",{one.as_of}'
        )
    return "\n".join(lines) + "\n"


@cache
def all_prices() -> ServicePrices:
    """Every price of the catalogue."""
    return load(data_file("service_prices.csv"))
