"""A project's own prices: cost.yaml beside its Pulumi.yaml, and cost-prices.csv of `ailz cost --refresh`.

    currency: EUR
    exchangeRate: {perUsd: 0.86, source: ECB reference rate, asOf: 2026-11-20}
    discounts:
    - {percent: 12, meter: machine, source: Enterprise Agreement 4711}
    prices:
    - {meter: machine, sku: Standard_ND96isr_H100_v5, region: eastus, price: 61.2, currency: USD,
       source: "reservation of three years, order 17", asOf: 2026-10-01}
    assumptions:
      logGb: [100, 400, 1200]

All of it may be left out. Currency is that of every sum.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, get_args

import yaml

from azure_ai_landing_zone.catalog import price_meters, service_prices
from azure_ai_landing_zone.catalog.cost_assumptions import (
    Assumption,
    AssumptionName,
    all_assumptions,
)
from azure_ai_landing_zone.catalog.service_prices import ServicePrice, ServicePrices
from azure_ai_landing_zone.cost.estimate import Estimate
from azure_ai_landing_zone.cost.price_list import Discount, ExchangeRate, PriceList

FILE, READ_FILE = "cost.yaml", "cost-prices.csv"

_KEYS = ("currency", "exchangeRate", "discounts", "prices", "assumptions")


class PriceSettingsError(ValueError):
    """cost.yaml or cost-prices.csv can't be taken. The message lists every problem."""


def folder_of(start: Path) -> Path | None:
    """The folder of the Pulumi project around `start`."""
    return next((folder for folder in (start, *start.parents) if (folder / "Pulumi.yaml").exists()), None)


def price_list(folder: Path | None) -> PriceList:
    """The prices of a project. Raises PriceSettingsError."""
    if folder is None:
        return PriceList()
    read: ServicePrices = {}
    problems: list[str] = []
    if (folder / READ_FILE).exists():
        try:
            read = service_prices.load((folder / READ_FILE).read_text(encoding="utf-8"), READ_FILE)
        except ValueError as error:
            problems.append(str(error))
    text = (folder / FILE).read_text(encoding="utf-8") if (folder / FILE).exists() else ""
    found = load(text, problems, read)
    if problems:
        raise PriceSettingsError("\n".join(problems))
    return found


def load(text: str, problems: list[str], read: ServicePrices) -> PriceList:
    """What the text of a cost.yaml says; what is wrong goes to `problems`."""
    try:
        content = yaml.safe_load(text) or {}
    except yaml.YAMLError as error:
        problems.append(f"{FILE}: not readable as YAML: {error}")
        return PriceList()
    if not isinstance(content, dict):
        problems.append(f"{FILE}: got {content!r}; must have some of {', '.join(_KEYS)} as keys")
        return PriceList()
    reader = _Reader(problems)
    for key in content:
        if key not in _KEYS:
            problems.append(f"{FILE}, {key}: must be one of {', '.join(_KEYS)}")
    currency = reader.code(content, "currency", "USD")
    rate = content.get("exchangeRate")
    return PriceList(
        agreed=reader.prices(content.get("prices") or []),
        read=read,
        discounts=reader.discounts(content.get("discounts") or []),
        currency=currency,
        rate=reader.rate(rate) if rate is not None else None,
        assumptions=reader.assumptions(content.get("assumptions") or {}),
    )


class _Reader:
    """Reads values of cost.yaml, and notes what is wrong with them."""

    def __init__(self, problems: list[str]) -> None:
        self._problems = problems

    def _wrong(self, path: str, got: object, allowed: str) -> None:
        self._problems.append(f"{FILE}, {path}: got {got!r}; must be {allowed}")

    def code(self, holder: Mapping[str, Any], path: str, default: str) -> str:
        value = holder.get(path.rpartition(".")[2], default)
        if isinstance(value, str) and len(value) == 3 and value.isascii() and value.isupper():
            return value
        self._wrong(path, value, "a currency such as EUR")
        return default

    def number(self, value: object, path: str, allowed: str = "a number above 0") -> Decimal:
        if isinstance(value, int | float) and not isinstance(value, bool):
            try:
                number = Decimal(str(value))
            except InvalidOperation:  # pragma: no cover - YAML has no other numbers
                number = Decimal(0)
            if number.is_finite() and number > 0:
                return number
        self._wrong(path, value, allowed)
        return Decimal(1)

    def text(self, holder: Mapping[str, Any], name: str, path: str) -> str:
        value = holder.get(name)
        if isinstance(value, str) and value:
            return value
        self._wrong(f"{path}.{name}", value, "text")
        return ""

    def day(self, holder: Mapping[str, Any], name: str, path: str) -> date:
        value = holder.get(name)
        if type(value) is date:
            return value
        self._wrong(f"{path}.{name}", value, "a day such as 2026-09-30")
        return date.min

    def _maps(self, items: object, path: str, allowed: tuple[str, ...]) -> list[tuple[str, dict[str, Any]]]:
        if not isinstance(items, list):
            self._wrong(path, items, "a list")
            return []
        found = []
        for index, item in enumerate(items):
            at = f"{path}[{index}]"
            if not isinstance(item, dict):
                self._wrong(at, item, f"an object with {', '.join(allowed)}")
                continue
            for name in item:
                if name not in allowed:
                    self._problems.append(f"{FILE}, {at}.{name}: must be one of {', '.join(allowed)}")
            found.append((at, item))
        return found

    def rate(self, value: object) -> ExchangeRate | None:
        for at, item in self._maps([value], "exchangeRate", ("perUsd", "source", "asOf")):
            at = at.removesuffix("[0]")
            return ExchangeRate(
                self.number(item.get("perUsd"), f"{at}.perUsd"),
                self.text(item, "source", at),
                self.day(item, "asOf", at),
            )
        return None

    def discounts(self, items: object) -> tuple[Discount, ...]:
        found = []
        for at, item in self._maps(items, "discounts", ("percent", "source", "meter", "sku")):
            percent = self.number(item.get("percent"), f"{at}.percent", "a number above 0, below 100")
            if percent >= 100:
                self._wrong(f"{at}.percent", item.get("percent"), "a number above 0, below 100")
            meter, sku = str(item.get("meter") or ""), str(item.get("sku") or "")
            if meter and meter not in _meters():
                self._wrong(f"{at}.meter", meter, f"one of {', '.join(_meters())}")
            found.append(Discount(percent, self.text(item, "source", at), meter, sku))
        return tuple(found)

    def prices(self, items: object) -> ServicePrices:
        found: dict[tuple[str, str, str], ServicePrice] = {}
        names = ("meter", "sku", "region", "price", "currency", "source", "asOf")
        for at, item in self._maps(items, "prices", names):
            meter, sku = self.text(item, "meter", at), str(item.get("sku") or "")
            region = self.text(item, "region", at)
            if meter and price_meters.find(meter, sku) is None:
                self._wrong(f"{at}.sku", sku, f"an SKU that {meter} has in price_meters.csv")
            found[meter, sku, region] = ServicePrice(
                meter,
                sku,
                region,
                self.number(item.get("price"), f"{at}.price"),
                self.code(item, f"{at}.currency", "USD"),
                self.text(item, "source", at),
                self.day(item, "asOf", at),
            )
        return found

    def assumptions(self, items: object) -> Mapping[AssumptionName, Assumption]:
        found = dict(all_assumptions())
        if not isinstance(items, dict):
            self._wrong("assumptions", items, "an object")
            return found
        for name, value in items.items():
            path = f"assumptions.{name}"
            if name not in get_args(AssumptionName):
                self._problems.append(f"{FILE}, {path}: must be one of {', '.join(get_args(AssumptionName))}")
                continue
            fine = (
                isinstance(value, list)
                and len(value) == 3
                and all(isinstance(one, int | float) and not isinstance(one, bool) for one in value)
                and 0 <= value[0] <= value[1] <= value[2]
            )
            if not fine:
                self._wrong(path, value, "three numbers from 0, the least, the expected and the most")
                continue
            low, likely, high = (Decimal(str(one)) for one in value)
            found[name] = Assumption(name, low, likely, high, found[name].about)
        return found


def _meters() -> list[str]:
    own = {meter for meter, _ in price_meters.all_meters()}
    return sorted({*own, price_meters.MACHINE, price_meters.SPOT})


def meters_of(found: Estimate) -> list[tuple[price_meters.PriceMeter, str]]:
    """What a plan needs the prices of, each meter once in each region."""
    wanted: dict[tuple[str, str, str], tuple[price_meters.PriceMeter, str]] = {}
    for line in found.lines:
        charge = line.charge
        meter = price_meters.find(charge.meter, charge.sku) if charge.region else None
        if meter and charge.region:
            region = charge.region.replace(" ", "").lower()
            wanted[meter.meter, meter.sku, meter.region(region)] = (meter, region)
    return [each for _, each in sorted(wanted.items())]
