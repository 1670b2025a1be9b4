"""Which price counts: what was agreed, what was read from the price list, what the catalogue has."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from azure_ai_landing_zone.catalog import service_prices
from azure_ai_landing_zone.catalog.cost_assumptions import (
    Assumption,
    AssumptionName,
    all_assumptions,
)
from azure_ai_landing_zone.catalog.price_meters import MACHINE, SPOT, find
from azure_ai_landing_zone.catalog.prices import hourly_usd
from azure_ai_landing_zone.catalog.service_prices import ServicePrice, ServicePrices


@dataclass(frozen=True, slots=True)
class Discount:
    """What was agreed to be taken off list prices."""

    percent: Decimal
    source: str
    """Where that is written: a contract and its date."""
    meter: str = ""
    """Empty: of every meter."""
    sku: str = ""
    """Empty: of every SKU of the meter."""


@dataclass(frozen=True, slots=True)
class ExchangeRate:
    """What prices in dollars are multiplied by where there is none in the currency."""

    per_usd: Decimal
    source: str
    as_of: date


@dataclass(frozen=True, slots=True)
class UnitPrice:
    """What one unit costs."""

    price: Decimal
    """After discounts."""
    unit: str
    source: str
    as_of: date


@dataclass(frozen=True, slots=True)
class PriceList:
    """Prices of one project. Without anything, the catalogue's, in dollars."""

    agreed: ServicePrices = field(default_factory=dict)
    """They have no further discount: reservations, spot prices, prices of a contract."""
    read: ServicePrices = field(default_factory=dict)
    """From the Retail Prices API."""
    discounts: tuple[Discount, ...] = ()
    currency: str = "USD"
    rate: ExchangeRate | None = None
    assumptions: Mapping[AssumptionName, Assumption] = field(default_factory=all_assumptions)

    def find(self, meter: str, sku: str, region: str) -> UnitPrice | str:
        """The price of a unit, or why there is none; never an estimate from elsewhere."""
        row = find(meter, sku)
        if row is None:
            return f"no price list of ours has {meter} {sku}".rstrip()
        at = row.region(region.replace(" ", "").lower())
        agreed = self.agreed.get((meter, sku, at))
        price = agreed or self.read.get((meter, sku, at)) or _listed(meter, sku, at)
        if price is None:
            if meter == SPOT:
                return f"spot prices change by the hour, and none of {sku} in {region} is given"
            named = sku if meter == MACHINE else " ".join(filter(None, (meter, sku)))
            return f"there is no price for {named} in {at}"
        value, source = price.price, price.source
        if price.currency != self.currency:
            if price.currency != "USD" or self.rate is None:
                return f"its price is known in {price.currency} only, not in {self.currency}"
            value *= self.rate.per_usd
            source = f"{source}; {self.rate.per_usd} {self.currency} a dollar: {self.rate.source}"
        if agreed is None and (discount := self._discount(meter, sku)):
            value *= 1 - discount.percent / 100
            source = f"{source}; less {discount.percent} %: {discount.source}"
        return UnitPrice(value, row.unit, source, price.as_of)

    def _discount(self, meter: str, sku: str) -> Discount | None:
        """The most specific one."""
        fitting = [one for one in self.discounts if one.meter in ("", meter) and one.sku in ("", sku)]
        return max(fitting, key=lambda one: (bool(one.meter), bool(one.sku)), default=None)


def _listed(meter: str, sku: str, region: str) -> ServicePrice | None:
    if meter == MACHINE:
        price = hourly_usd(sku, region)
        if price is None:
            return None
        return ServicePrice(meter, sku, region, price.hourly_usd, "USD", price.source, price.as_of)
    return service_prices.find(meter, sku, region)
