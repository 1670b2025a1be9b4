"""The hourly price of machines: pay-as-you-go, Linux, without disks, networks, reservations and discounts."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from azure_ai_landing_zone.catalog.prices import hourly_usd


@dataclass(frozen=True, slots=True)
class Machines:
    """Machines of one size that a plan runs. A None isn't known before deployment."""

    name: str
    """Of the resource that declares them."""
    size: str | None
    region: str | None
    count: int | None
    spot: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """What some machines cost together."""

    machines: Machines
    usd: Decimal | None
    """Dollars an hour. None if that can't be told; it never means nothing."""
    unknown: str = ""
    """Why it can't be told."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the machines of a plan cost."""

    lines: tuple[Line, ...]

    @property
    def usd(self) -> Decimal:
        """Dollars an hour of all lines whose price is known: the plan costs at least that."""
        return sum((line.usd for line in self.lines if line.usd is not None), Decimal(0))

    @property
    def unpriced(self) -> tuple[Line, ...]:
        """The lines whose price isn't known."""
        return tuple(line for line in self.lines if line.usd is None)


def estimate(machines: Iterable[Machines]) -> Estimate:
    """The price of machines. None at all cost nothing, of whatever size."""
    return Estimate(tuple(_line(each) for each in machines))


def _line(machines: Machines) -> Line:
    if machines.count == 0:
        return Line(machines, Decimal(0))
    for what, value in (
        ("count", machines.count),
        ("size", machines.size),
        ("region", machines.region),
    ):
        if value is None:
            return Line(machines, None, f"its {what} isn't known")
    if machines.spot:
        return Line(machines, None, "spot prices change by the hour")
    price = hourly_usd(machines.size or "", machines.region or "")
    if price is None:
        return Line(machines, None, f"there is no price for {machines.size} in {machines.region}")
    return Line(machines, price.usd * (machines.count or 0))
