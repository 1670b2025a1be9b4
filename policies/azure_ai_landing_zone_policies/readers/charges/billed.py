"""What all readers of charges share."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import TypeVar

from azure_ai_landing_zone.catalog.cost_assumptions import AssumptionName
from azure_ai_landing_zone.cost.charge import Charge, Range, steady
from azure_ai_landing_zone_policies.program import regions
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View

T = TypeVar("T")

Reader = Callable[[View, Stack], Iterable[Charge]]
"""Of a resource of one type. It may raise CantTell: then that is why nothing is known."""

ONE = steady(1)


def known(read: Callable[[], T]) -> T | None:
    """What is read, or None if it can't be told."""
    try:
        return read()
    except CantTell:
        return None


def region(view: View, stack: Stack) -> str | None:
    """Where a resource is billed; None if that isn't known."""
    return known(lambda: regions.region(view, stack))


def charge(
    meter: str,
    sku: str,
    view: View,
    stack: Stack,
    amount: Range = ONE,
    what: str = "",
    assumed: AssumptionName | None = None,
) -> Charge:
    """A charge in the resource's region. Without words, those of the meter."""
    return Charge(meter, sku, region(view, stack), amount, what or f"{meter} {sku}".strip(), assumed)


def by_use(
    meter: str, sku: str, view: View, stack: Stack, assumed: AssumptionName, factor: Range = ONE
) -> Charge:
    """A charge of which only use tells how much."""
    return charge(meter, sku, view, stack, factor, f"{meter} {sku} by use".replace("  ", " "), assumed)


def needed(value: T | None, path: str) -> T:
    """A value without which nothing can be priced. Raises CantTell."""
    if value is None:
        raise CantTell(f"{path} isn't given")
    return value


def days_a_month(days: int) -> Decimal:
    """So many days as a part of a month."""
    return Decimal(days) * 12 / 365
