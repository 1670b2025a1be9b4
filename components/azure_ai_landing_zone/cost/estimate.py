"""What a plan costs by the month: pay-as-you-go, unless something else was agreed."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from azure_ai_landing_zone.catalog.price_meters import times_a_month
from azure_ai_landing_zone.cost.charge import NOTHING, Bill, Charge, Range
from azure_ai_landing_zone.cost.price_list import PriceList, UnitPrice


@dataclass(frozen=True, slots=True)
class Line:
    """What one charge of a resource costs."""

    bill: Bill
    charge: Charge
    monthly: Range | None
    """None if that can't be told; it never means nothing."""
    price: UnitPrice | None = None
    unknown: str = ""
    """Why it can't be told."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What all resources of a plan cost."""

    bills: tuple[Bill, ...]
    lines: tuple[Line, ...]
    prices: PriceList

    @property
    def monthly(self) -> Range:
        """Of all lines whose price is known: the plan costs at least that."""
        return total(self.lines)

    @property
    def unpriced(self) -> tuple[Line, ...]:
        """The lines whose price isn't known."""
        return tuple(line for line in self.lines if line.monthly is None)

    @property
    def costing(self) -> tuple[Bill, ...]:
        """The resources that cost something of themselves."""
        return tuple(bill for bill in self.bills if bill.charges)

    @property
    def priced(self) -> tuple[Bill, ...]:
        """Those of them of which every charge has a price."""
        without = {line.bill.name for line in self.unpriced}
        return tuple(bill for bill in self.costing if bill.name not in without)

    def of(self, *meters: str) -> tuple[Line, ...]:
        """The lines of some meters."""
        return tuple(line for line in self.lines if line.charge.meter in meters)


def total(lines: Iterable[Line]) -> Range:
    """Of those whose price is known."""
    return sum((line.monthly for line in lines if line.monthly), NOTHING)


def estimate(bills: Iterable[Bill], prices: PriceList | None = None) -> Estimate:
    """The price of every charge. None of something costs nothing, whatever it is."""
    prices = prices or PriceList()
    every = tuple(bills)
    lines = tuple(_line(bill, charge, prices) for bill in every for charge in bill.charges)
    return Estimate(every, lines, prices)


def _line(bill: Bill, charge: Charge, prices: PriceList) -> Line:
    amount = charge.amount
    if amount == NOTHING:
        return Line(bill, charge, NOTHING)
    if charge.unknown or amount is None:
        return Line(bill, charge, None, unknown=charge.unknown or "its amount isn't known")
    if charge.region is None:
        return Line(bill, charge, None, unknown="its region isn't known")
    price = prices.find(charge.meter, charge.sku, charge.region)
    if isinstance(price, str):
        return Line(bill, charge, None, unknown=price)
    if charge.assumed:
        assumed = prices.assumptions[charge.assumed]
        amount = Range(
            amount.minimum * assumed.minimum,
            amount.expected * assumed.expected,
            amount.maximum * assumed.maximum,
        )
    return Line(bill, charge, amount.times(_unit(price) * price.price), price)


def _unit(price: UnitPrice) -> Decimal:
    return times_a_month(price.unit)
