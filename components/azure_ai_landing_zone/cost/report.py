"""What a change costs, for a terminal and for a pull request."""

from collections import Counter
from collections.abc import Iterable
from decimal import Decimal

from azure_ai_landing_zone.cost.compute import Line
from azure_ai_landing_zone.cost.difference import HOURS_A_MONTH, Change, Difference

_SCOPE = (
    "Machines only: pay-as-you-go, Linux, without disks, networks, reservations and discounts; "
    f"a month is {HOURS_A_MONTH} hours."
)


def text(found: Difference, unpriced: Iterable[tuple[str, str]] = ()) -> str:
    """Lines for a terminal. `unpriced` has what else comes or goes: the type, and `new` or `gone`."""
    lines = [headline(found)]
    lines += [f"  {change.name}: {_before_and_after(change)}: {_hourly(change)}" for change in found.changes]
    return "\n".join([*lines, *_notes(found, unpriced)]) + "\n"


def markdown(found: Difference, unpriced: Iterable[tuple[str, str]] = ()) -> str:
    """A section of the summary of a pull request; `unpriced` as for `text`."""
    lines = [f"### {headline(found)}"]
    if found.changes:
        lines += ["", "| resource | before | after | difference |", "| --- | --- | --- | --- |"]
        lines += [
            f"| `{change.name}` | {_machines(change.before)} | {_machines(change.after)} "
            f"| {_hourly(change)} |"
            for change in found.changes
        ]
    return "\n".join([*lines, "", *_notes(found, unpriced)]) + "\n"


def headline(found: Difference) -> str:
    """The difference in a line."""
    if not found.changes:
        return "Cost: no machine changes"
    unknown = len(found.unpriced)
    if unknown == len(found.changes):
        return "Cost: the difference isn't known"
    monthly = _dollars(found.usd * HOURS_A_MONTH, signed=True, places=0)
    rest = (
        f", and {unknown} {'change' if unknown == 1 else 'changes'} without a known price" if unknown else ""
    )
    return f"Cost: {_dollars(found.usd, signed=True)} an hour ({monthly} a month){rest}"


def _notes(found: Difference, unpriced: Iterable[tuple[str, str]]) -> list[str]:
    total = f"All machines with a known price: {_dollars(found.before.usd)} an hour before, "
    total += f"{_dollars(found.after.usd)} after."
    notes = [total]
    if found.after.unpriced:
        names = ", ".join(f"{line.machines.name} ({line.unknown})" for line in found.after.unpriced)
        notes.append(f"Not in it, because the price isn't known: {names}.")
    for which in ("new", "gone"):
        counts = Counter(kind for kind, each in unpriced if each == which)
        if counts:
            listed = ", ".join(f"{count} × {kind}" for kind, count in sorted(counts.items()))
            notes.append(f"Also {which}, with a price that isn't known here: {listed}.")
    return [*notes, _SCOPE]


def _before_and_after(change: Change) -> str:
    return f"{_machines(change.before)} → {_machines(change.after)}"


def _machines(lines: tuple[Line, ...]) -> str:
    return " + ".join(_described(line) for line in lines) or "none"


def _described(line: Line) -> str:
    count = "?" if line.machines.count is None else line.machines.count
    size = line.machines.size or "a size that isn't known"
    spot = " spot" if line.machines.spot else ""
    region = f" in {line.machines.region}" if line.machines.region else ""
    return f"{count} × {size}{spot}{region}"


def _hourly(change: Change) -> str:
    if change.usd is None:
        return f"isn't known: {', '.join(change.unknown)}"
    return f"{_dollars(change.usd, signed=True)} an hour"


def _dollars(usd: Decimal, *, signed: bool = False, places: int = 2) -> str:
    sign = "-" if usd < 0 else "+" if signed and usd > 0 else ""
    return f"{sign}${abs(usd):,.{places}f}"
