"""Budgets of a program, held against what it costs."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from azure_ai_landing_zone.cost.estimate import Estimate, total
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View

_MONTHS = {
    "monthly": 1,
    "billingmonth": 1,
    "quarterly": 3,
    "billingquarter": 3,
    "annually": 12,
    "billingannual": 12,
}
"""Source: learn.microsoft.com/rest/api/consumption/budgets/create-or-update, timeGrain, 2026-11-22."""


@dataclass(frozen=True)
class Held:
    """A budget, and what the plan costs of what it is for: by the month, in the estimate's currency."""

    budget: View
    amount: Decimal
    expected: Decimal
    unknown: int
    """How many charges of it have no price: it costs at least `expected`."""
    dearest: tuple[tuple[str, Decimal], ...]
    """The resources that it is for, and what each costs, the dearest first."""

    @property
    def beyond(self) -> bool:
        return self.expected > self.amount


def held(budget: View, found: Estimate) -> Held:
    """A budget of the plan against the plan. Raises CantTell if it is for something that can't be told."""
    months = _MONTHS.get((budget.text("timeGrain") or "Monthly").lower())
    amount = budget.number("amount")
    if months is None or amount is None:
        raise CantTell("amount and timeGrain aren't both given")
    if (budget.text("category") or "Cost") != "Cost":
        raise CantTell(f"category is {budget.text('category')}, which isn't what things cost")
    names = _names(budget)
    lines = [
        line
        for line in found.lines
        if all(line.bill.tags.get(name) in values for name, values in names.items())
    ]
    unknown = sum(line.monthly is None for line in lines)
    costs: dict[str, Decimal] = {}
    for line in lines:
        name = line.bill.name
        costs[name] = costs.get(name, Decimal(0)) + total([line]).expected
    dearest = tuple(sorted(costs.items(), key=lambda each: (-each[1], each[0])))
    return Held(budget, Decimal(amount) / months, total(lines).expected, unknown, dearest)


def _names(budget: View) -> dict[str, list[str]]:
    """The tags that the budget is for; empty: everything. Of a resource group everything is counted, too:
    a zone has one."""
    filters = budget.items("filter.and") or [budget]
    found = {}
    for each in filters:
        tags = "filter.tags" if each is budget else "tags"
        dimensions = "filter.dimensions" if each is budget else "dimensions"
        if name := each.text(f"{tags}.name"):
            found[name] = each.texts(f"{tags}.values") or []
        dimension = each.text(f"{dimensions}.name")
        if dimension not in (None, "ResourceGroupName"):
            raise CantTell(f"it is for {dimension}, which a plan doesn't tell")
    return found


def sentences(stack: Stack, found: Estimate) -> Iterator[str]:
    """A sentence for each budget of the plan."""
    for budget in stack.of("consumption:Budget", "costmanagement:Budget"):
        try:
            each = held(budget, found)
        except CantTell as reason:
            yield f"Budget {budget.resource.name}: can't be held against the plan: {reason}."
            continue
        at_least = "at least " if each.unknown else ""
        verdict = "BEYOND it" if each.beyond else "within it"
        if each.unknown and not each.beyond:
            verdict += ", as far as there are prices"
        yield (
            f"Budget {budget.resource.name}: {at_least}{each.expected:,.0f} of {each.amount:,.0f} a month: "
            f"{verdict}."
        )
