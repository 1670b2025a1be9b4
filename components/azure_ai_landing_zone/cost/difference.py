"""What a change of a plan costs by the hour."""

from dataclasses import dataclass
from decimal import Decimal

from azure_ai_landing_zone.cost.compute import Estimate, Line

HOURS_A_MONTH = 730
"""As in Azure's own pricing calculator."""


@dataclass(frozen=True, slots=True)
class Change:
    """The machines of one resource before and after."""

    name: str
    before: tuple[Line, ...]
    after: tuple[Line, ...]

    @property
    def usd(self) -> Decimal | None:
        """Dollars an hour more, or fewer. None if that can't be told; it never means nothing."""
        before, after = _sum(self.before), _sum(self.after)
        return None if before is None or after is None else after - before

    @property
    def unknown(self) -> tuple[str, ...]:
        """Why it can't be told."""
        return tuple(dict.fromkeys(line.unknown for line in (*self.before, *self.after) if line.unknown))


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs between two estimates."""

    before: Estimate
    after: Estimate
    changes: tuple[Change, ...]

    @property
    def usd(self) -> Decimal:
        """Dollars an hour of the changes whose price is known."""
        return sum((change.usd for change in self.changes if change.usd is not None), Decimal(0))

    @property
    def unpriced(self) -> tuple[Change, ...]:
        """The changes whose price isn't known."""
        return tuple(change for change in self.changes if change.usd is None)


def difference(before: Estimate, after: Estimate) -> Difference:
    """The resources whose machines differ, in the order of their names."""
    old, new = _by_name(before), _by_name(after)
    changes = (Change(name, old.get(name, ()), new.get(name, ())) for name in sorted({*old, *new}))
    return Difference(before, after, tuple(change for change in changes if change.before != change.after))


def _by_name(estimate: Estimate) -> dict[str, tuple[Line, ...]]:
    lines: dict[str, tuple[Line, ...]] = {}
    for line in estimate.lines:
        lines[line.machines.name] = (*lines.get(line.machines.name, ()), line)
    return lines


def _sum(lines: tuple[Line, ...]) -> Decimal | None:
    prices = [line.usd for line in lines if line.usd is not None]
    return sum(prices, Decimal(0)) if len(prices) == len(lines) else None
