"""What a change of a plan costs."""

from dataclasses import dataclass
from decimal import Decimal

from azure_ai_landing_zone.cost.charge import Range
from azure_ai_landing_zone.cost.estimate import Estimate, Line, total


@dataclass(frozen=True, slots=True)
class Change:
    """The charges of one resource before and after."""

    name: str
    before: tuple[Line, ...]
    after: tuple[Line, ...]

    @property
    def monthly(self) -> Range | None:
        """How much more, or less; at least that of what comes or goes as a whole, if some has no price.

        None if it can't be told; it never means nothing.
        """
        gone, new = self._changed
        known = [line for line in (*gone, *new) if line.monthly is not None]
        if self.unknown and ((gone and new) or not known):
            return None
        return total(new) - total(gone)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Why it can't be told, or not wholly."""
        gone, new = self._changed
        return tuple(dict.fromkeys(line.unknown for line in (*gone, *new) if line.unknown))

    @property
    def _changed(self) -> tuple[list[Line], list[Line]]:
        """Without what is charged before and after alike: whatever that costs, it is no difference."""
        before, after = ([line.charge for line in lines] for lines in (self.before, self.after))
        return (
            [line for line in self.before if line.charge not in after],
            [line for line in self.after if line.charge not in before],
        )


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs between two estimates."""

    before: Estimate
    after: Estimate
    changes: tuple[Change, ...]

    @property
    def monthly(self) -> Decimal:
        """What the changes whose price is known are expected to cost."""
        return sum((change.monthly.expected for change in self.changes if change.monthly), Decimal(0))

    @property
    def unpriced(self) -> tuple[Change, ...]:
        """The changes whose price isn't known, or not wholly."""
        return tuple(change for change in self.changes if change.unknown)


def difference(before: Estimate, after: Estimate) -> Difference:
    """The resources whose charges differ, in the order of their names."""
    old, new = _by_name(before), _by_name(after)
    changes = (Change(name, old.get(name, ()), new.get(name, ())) for name in sorted({*old, *new}))
    return Difference(
        before,
        after,
        tuple(change for change in changes if _charged(change.before) != _charged(change.after)),
    )


def _by_name(estimate: Estimate) -> dict[str, tuple[Line, ...]]:
    lines: dict[str, tuple[Line, ...]] = {}
    for line in estimate.lines:
        lines[line.bill.name] = (*lines.get(line.bill.name, ()), line)
    return lines


def _charged(lines: tuple[Line, ...]) -> list[object]:
    return [line.charge for line in lines]
