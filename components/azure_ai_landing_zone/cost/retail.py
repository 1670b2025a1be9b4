"""Prices from Azure's price list, as the Retail Prices API has them; it needs no sign-in.

Source: learn.microsoft.com/rest/api/cost-management/retail-prices/azure-retail-prices, 2026-11-22: a filter
in OData, pages of up to 1000 items with NextPageLink, currencyCode in quotes, and since 2023-01-01-preview
values whose case counts.
"""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from azure_ai_landing_zone.catalog.price_meters import MACHINE, SPOT, PriceMeter
from azure_ai_landing_zone.catalog.service_prices import ServicePrice

URL = "https://prices.azure.com/api/retail/prices"
API_VERSION = "2023-01-01-preview"

_PAGES = 50
_TRIES = 4
_LONGEST_WAIT_S = 60.0
_AGAIN = (429, 500, 502, 503, 504)

Item = Mapping[str, Any]


class RetailError(Exception):
    """The price list can't be read. The message says what was asked and what came."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A meter that the price list has no usable price of."""

    meter: PriceMeter
    region: str
    reason: str


@dataclass(frozen=True, slots=True)
class PriceListReader:
    """Reads meters from one address, in one currency."""

    url: str = URL
    currency: str = "USD"
    timeout_s: float = 30
    today: Callable[[], date] = lambda: datetime.now(UTC).date()
    wait: Callable[[float], None] = time.sleep

    def prices(self, wanted: Iterable[tuple[PriceMeter, str]]) -> tuple[list[ServicePrice], list[Refused]]:
        """Of each meter in its region; and which are refused, and why. Raises RetailError."""
        if not self.url.startswith(("https://", "http://")):
            raise RetailError(f"{self.url} must begin with https:// or, of a mirror, http://")
        found: list[ServicePrice] = []
        refused: list[Refused] = []
        for meter, region in wanted:
            price = self._price(meter, region)
            if isinstance(price, str):
                refused.append(Refused(meter, region, price))
            else:
                found.append(price)
        return found, refused

    def _price(self, meter: PriceMeter, region: str) -> ServicePrice | str:
        items = [item for item in self._items(_filter(meter, region)) if _is(item, meter, region)]
        if not items:
            return "the price list has no such meter"
        if units := sorted({str(item.get("unitOfMeasure")) for item in items} - {meter.unit}):
            return f"the price list bills it by {', '.join(units)}, and this version knows {meter.unit}"
        if currencies := sorted({str(item.get("currencyCode")) for item in items} - {self.currency}):
            return f"the price list answers in {', '.join(currencies)}, not in {self.currency}"
        day = self.today()
        tiers: dict[Decimal, dict[date, set[Decimal]]] = {}
        for item in items:
            start = _day(item)
            if start <= day:
                tier = tiers.setdefault(_number(item, "tierMinimumUnits"), {})
                tier.setdefault(start, set()).add(_number(item, "retailPrice"))
        for _, starts in sorted(tiers.items()):
            newest = starts[max(starts)]
            if len(newest) > 1:
                shown = ", ".join(f"{price:f}" for price in sorted(newest))
                return f"the price list has several prices of it: {shown}"
            if price := newest.pop():
                at = meter.region(region)
                source = f"Retail Prices API, {_described(meter)}"
                return ServicePrice(meter.meter, meter.sku, at, price, self.currency, source, day)
        return "the price list has no price above nothing"

    def _items(self, odata: str) -> Iterator[Item]:
        query = {"api-version": API_VERSION, "currencyCode": f"'{self.currency}'", "$filter": odata}
        address: str | None = f"{self.url}?{urllib.parse.urlencode(query)}"
        for _ in range(_PAGES):
            if not address:
                return
            page = self._page(address)
            items = page.get("Items")
            if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
                raise RetailError(f"{address} answers without a list of Items")
            yield from items
            address = page.get("NextPageLink")
            if address and _origin(address) != _origin(self.url):
                raise RetailError(f"{self.url} has its next page elsewhere: {address}")
        raise RetailError(f"{self.url} has more than {_PAGES} pages of {odata}")

    def _page(self, address: str) -> Mapping[str, Any]:
        for attempt in range(1, _TRIES + 1):
            try:
                with urllib.request.urlopen(address, timeout=self.timeout_s) as answer:  # noqa: S310
                    page = json.loads(answer.read())
            except urllib.error.HTTPError as error:
                if error.code not in _AGAIN or attempt == _TRIES:
                    raise RetailError(f"{address} answers {error.code} {error.reason}") from error
                self.wait(_pause(error, attempt))
            except (OSError, ValueError) as error:
                raise RetailError(f"{address} can't be read: {error}") from error
            else:
                if not isinstance(page, dict):
                    raise RetailError(f"{address} answers no object")
                return page
        raise AssertionError("unreachable")


def _filter(meter: PriceMeter, region: str) -> str:
    parts = {"serviceName": meter.service, "priceType": "Consumption"}
    if meter.meter in (MACHINE, SPOT):
        parts["armSkuName"] = meter.sku
    else:
        parts |= {
            "productName": meter.product,
            "skuName": meter.retail_sku,
            "meterName": meter.retail_meter,
        }
    if meter.where != "none":
        parts["armRegionName"] = region if meter.where == "region" else meter.where
    return " and ".join(f"{name} eq '{_quoted(value)}'" for name, value in parts.items())


def _quoted(value: str) -> str:
    return value.replace("'", "''")


def _is(item: Item, meter: PriceMeter, region: str) -> bool:
    """Whether an answer is the meter that was asked for, whatever the filter let pass."""
    where = {"region": region, "Global": "Global", "none": ""}[meter.where]
    if item.get("type") != "Consumption" or item.get("serviceName") != meter.service:
        return False
    if (item.get("armRegionName") or "") != where:
        return False
    if meter.meter not in (MACHINE, SPOT):
        named = (item.get("productName"), item.get("skuName"), item.get("meterName"))
        return named == (meter.product, meter.retail_sku, meter.retail_meter)
    words = str(item.get("skuName"))
    if item.get("armSkuName") != meter.sku or "Windows" in str(item.get("productName")):
        return False
    return "Low Priority" not in words and words.endswith(" Spot") == (meter.meter == SPOT)


def _number(item: Item, name: str) -> Decimal:
    try:
        value = Decimal(str(item[name]))
    except (KeyError, InvalidOperation) as error:
        raise RetailError(f"an item has no number as {name}: {dict(item)}") from error
    if not value.is_finite() or value < 0:
        raise RetailError(f"an item has {value} as {name}")
    return value


def _day(item: Item) -> date:
    try:
        return date.fromisoformat(str(item["effectiveStartDate"])[:10])
    except (KeyError, ValueError) as error:
        raise RetailError(f"an item has no day as effectiveStartDate: {dict(item)}") from error


def _described(meter: PriceMeter) -> str:
    if meter.meter in (MACHINE, SPOT):
        return f"{meter.service}: {meter.sku}{' Spot' if meter.meter == SPOT else ''}, Linux"
    return f"{meter.product}: {meter.retail_meter}"


def _origin(address: str) -> tuple[str, str | None, int | None]:
    parts = urllib.parse.urlsplit(address)
    return parts.scheme, parts.hostname, parts.port or {"https": 443, "http": 80}.get(parts.scheme)


def _pause(error: urllib.error.HTTPError, attempt: int) -> float:
    """What Azure asks for, or twice as long each time."""
    asked = error.headers.get("Retry-After", "")
    return min(float(asked) if asked.isdecimal() else 2.0**attempt, _LONGEST_WAIT_S)
