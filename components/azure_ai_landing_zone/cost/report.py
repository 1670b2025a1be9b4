"""What a plan and its change cost, for a terminal and for a pull request."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from decimal import Decimal

from azure_ai_landing_zone.catalog.cost_assumptions import AssumptionName
from azure_ai_landing_zone.catalog.price_meters import HOURS_A_MONTH
from azure_ai_landing_zone.cost.charge import Bill, Range
from azure_ai_landing_zone.cost.difference import Change, Difference
from azure_ai_landing_zone.cost.estimate import Estimate, Line, total

SCOPE = (
    f"Pay-as-you-go unless agreed otherwise; a month is {HOURS_A_MONTH} hours. Not counted: tokens, "
    "requests, queries, events, users, and traffic between regions and to the internet."
)

_SMALL = 10

OLD = timedelta(days=183)
"""Prices older than that are named as old."""

By = str
"""component, section, or tag:NAME."""


def text(found: Difference, by: By, today: date, budgets: Iterable[str] = ()) -> str:
    """Lines for a terminal."""
    lines = [headline(found)]
    lines += [
        f"  {change.name}: {_before_and_after(change)}: {_more(change, found)}" for change in found.changes
    ]
    lines += ["", *summary(found.after, today), *budgets, "", f"By {by}, a month:"]
    lines += [f"  {name or '–'}: {_scale(sums, found.after)}" for name, sums in grouped(found.after, by)]
    lines += ["", "Prices:", *(f"  {line}" for line in price_lines(found.after, today)), "", SCOPE]
    return "\n".join(lines) + "\n"


def markdown(found: Difference, by: By, today: date, budgets: Iterable[str] = ()) -> str:
    """A section of the summary of a pull request."""
    after = found.after
    lines = [f"### {headline(found)}"]
    if found.changes:
        lines += ["", "| resource | before | after | difference |", "| --- | --- | --- | --- |"]
        lines += [
            f"| `{change.name}` | {_charges(change.before)} | {_charges(change.after)} "
            f"| {_more(change, found)} |"
            for change in found.changes
        ]
    lines += ["", *_paragraphs([*summary(after, today), *budgets])]
    lines += [f"| {by} | at least | expected | at most |", "| --- | ---: | ---: | ---: |"]
    lines += [
        f"| {name or '–'} | {_money(sums.minimum, after)} | {_money(sums.expected, after)} "
        f"| {_money(sums.maximum, after)} |"
        for name, sums in grouped(after, by)
    ]
    lines += ["", "<details><summary>Prices</summary>", ""]
    lines += [f"- {line}" for line in price_lines(after, today)]
    lines += ["", "</details>", "", SCOPE]
    return "\n".join(lines) + "\n"


def headline(found: Difference) -> str:
    """The difference in a line."""
    if not found.changes:
        return "Cost: nothing changes"
    unknown = len(found.unpriced)
    if all(change.monthly is None for change in found.changes):
        return "Cost: the difference isn't known"
    monthly = _money(found.monthly, found.after, signed=True)
    hourly = _money(found.monthly / HOURS_A_MONTH, found.after, signed=True, places=2)
    changes = "1 change" if unknown == 1 else f"{unknown} changes"
    rest = f"; the price of {changes} isn't wholly known" if unknown else ""
    return f"Cost: {monthly} a month ({hourly} an hour){rest}"


def summary(found: Estimate, today: date) -> Iterator[str]:
    """The whole plan in a few sentences: how much, how much of it is known, and on what it stands."""
    sums = found.monthly
    at_least = "at least " if found.unpriced else ""
    hourly = _money(sums.expected / HOURS_A_MONTH, found, places=2)
    yield (
        f"All of it costs {at_least}{_money(sums.expected, found)} a month, {hourly} an hour; "
        f"{_money(sums.minimum, found)} at minimum scale, {_money(sums.maximum, found)} at maximum scale."
    )
    yield f"Priced: {len(found.priced)} of {len(found.costing)} resources that cost something."
    if found.unpriced:
        reasons = Counter((line.bill.name, line.unknown) for line in found.unpriced)
        yield f"Not in it: {'; '.join(f'{name} ({why})' for name, why in reasons)}."
    if assumed := _assumed(found):
        told = (f"{found.prices.assumptions[name].expected:,f} {found.prices.assumptions[name].about}"
                for name in assumed)  # fmt: skip
        yield f"Assumed: {'; '.join(told)}."
    days = [line.price.as_of for line in found.lines if line.price]
    if days:
        old = len({line.price for line in found.lines if line.price and today - line.price.as_of > OLD})
        many = f"; {old} of them are older than half a year" if old else ""
        yield f"Prices are of {min(days)} to {max(days)}{many}."


def short(found: Estimate) -> list[str]:
    """The whole plan in two lines."""
    amount, priced, *_ = summary(found, date.min)
    names = sorted({line.bill.name for line in found.unpriced})
    return [amount, f"{priced.removesuffix('.')}{', without ' + ', '.join(names) if names else ''}."]


def grouped(found: Estimate, by: By) -> list[tuple[str, Range]]:
    """What each group costs a month, the dearest first."""
    key = _key(by)
    groups: dict[str, list[Line]] = {}
    for line in found.lines:
        groups.setdefault(key(line.bill), []).append(line)
    sums = [(name, total(lines)) for name, lines in groups.items()]
    return sorted(sums, key=lambda each: (-each[1].expected, -each[1].maximum, each[0]))


def price_lines(found: Estimate, today: date) -> list[str]:
    """Every price that was used: how much, of what day, from where."""
    lines = {
        (line.charge.meter, line.charge.sku, line.charge.region or ""): line.price
        for line in found.lines
        if line.price
    }
    return [
        f"{' '.join(filter(None, key))}: {price.price.normalize():f} {found.prices.currency} "
        f"per {price.unit}, of {price.as_of}, {(today - price.as_of).days} days old ({price.source})"
        for key, price in sorted(lines.items())
    ]


def _key(by: By) -> Callable[[Bill], str]:
    if by.startswith("tag:"):
        return lambda bill: bill.tags.get(by.removeprefix("tag:"), "")
    return (lambda bill: bill.section) if by == "section" else (lambda bill: bill.component)


def _assumed(found: Estimate) -> list[AssumptionName]:
    return sorted({line.charge.assumed for line in found.lines if line.charge.assumed and line.price})


def _paragraphs(lines: Iterable[str]) -> list[str]:
    return [each for line in lines for each in (line, "")]


def _before_and_after(change: Change) -> str:
    return f"{_charges(change.before)} → {_charges(change.after)}"


def _charges(lines: tuple[Line, ...]) -> str:
    return " + ".join(line.charge.what for line in lines) or "nothing"


def _more(change: Change, found: Difference) -> str:
    if change.monthly is None:
        return f"isn't known: {', '.join(change.unknown)}"
    known = f"{_money(change.monthly.expected, found.after, signed=True)} a month"
    return f"{known}, and what isn't known: {', '.join(change.unknown)}" if change.unknown else known


def _scale(sums: Range, found: Estimate) -> str:
    return f"{_money(sums.expected, found)} ({_money(sums.minimum, found)} to {_money(sums.maximum, found)})"


def _money(amount: Decimal, found: Estimate, *, signed: bool = False, places: int = 0) -> str:
    sign = "-" if amount < 0 else "+" if signed and amount > 0 else ""
    if 0 < abs(amount) < _SMALL:
        places = 2  # what costs little is told from what costs nothing
    shown = f"{abs(amount):,.{places}f}"
    currency = found.prices.currency
    return f"{sign}${shown}" if currency == "USD" else f"{sign}{shown} {currency}"
