"""Budgets: what a zone, a team or a resource group may cost, and who hears when it costs more."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import ClassVar, Literal

import pulumi
from pulumi_azure_native import consumption
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.model import Input, Key, Model, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.operations.action_group import EmailAddress

NOTIFICATIONS = 5
"""The most that a budget has. Source: learn.microsoft.com/rest/api/consumption/budgets/create-or-update
(2024-08-01)."""

FIRST_MONTH = date(2017, 6, 1)
"""The earliest that Azure takes."""


class BudgetNotification(Model):
    """When someone hears of a budget."""

    percent: StrictInt = Field(ge=1, le=1000)
    """Of the amount."""
    of: Literal["actual", "forecast"]
    """What has been spent, or what the period will have cost by its end. Cost data lags by hours."""


class Budget(Model):
    """One budget. It never stops anything: it tells people."""

    refused: ClassVar[dict[str, str]] = {
        "end_date": "a budget without an end starts anew each period: leave it out",
        "start_date": (
            "Azure wants the first of a month and never lets it change: give it as `start_month`, such as "
            "2026-11"
        ),
    }

    key: Key
    """For its names; changing it makes another budget."""
    amount: StrictInt = Field(ge=1)
    """For each period, in the currency of the billing account."""
    period: Literal["Monthly", "Quarterly", "Annually"] = "Monthly"
    """What starts anew. Can't be changed later."""
    start_month: str | None = None
    """Such as 2026-11, and then never changed: when the budget is made it must be in the running period, or
    up to twelve months ahead. Left out: the month in which the budget is made."""
    counts: Literal["resourceGroup", "subscription"] = "resourceGroup"
    """What is counted: the zone's own resource group, or all of the subscription."""
    resource_groups: list[str] = Field(default=[])
    """Of a subscription: the groups that are counted alone. Left out: all."""
    tag_values: dict[str, list[str]] = Field(default={})
    """What is counted alone, such as owner: [team@example.com]; a resource counts from when it has the
    tag."""
    notifications: list[BudgetNotification] = Field(
        default=[
            BudgetNotification(percent=50, of="actual"),
            BudgetNotification(percent=80, of="actual"),
            BudgetNotification(percent=100, of="actual"),
            BudgetNotification(percent=100, of="forecast"),
        ],
        min_length=1,
        max_length=NOTIFICATIONS,
    )
    """When people hear of it."""
    emails: list[EmailAddress] = Field(default=[], max_length=50)
    """Who hears of it, beside the zone's action groups."""

    @model_validator(mode="after")
    def _check(self) -> "Budget":
        refuse(Budget, list(self._problems(datetime.now(UTC).date())))
        return self

    def _problems(self, today: date) -> Iterator[Problem]:
        yield from _start_problems(self.start_month, today)
        if self.resource_groups and self.counts == "resourceGroup":
            text = (
                "a resource group's budget counts that group alone: leave it out, or count the subscription"
            )
            yield Problem(("resource_groups",), text)
        for tag, values in self.tag_values.items():
            if not values:
                yield Problem(("tag_values", tag), "must have at least one value")
        seen: list[BudgetNotification] = []
        for number, notification in enumerate(self.notifications):
            if notification in seen:
                text = (
                    f"{notification.percent} % of {notification.of} is [{seen.index(notification)}] already"
                )
                yield Problem(("notifications", number), text)
            seen.append(notification)

    def filter(self) -> "consumption.BudgetFilterArgs | None":
        """One condition stands alone; Azure takes `and` only with two or more."""
        conditions = [
            consumption.BudgetFilterPropertiesArgs(
                tags=consumption.BudgetComparisonExpressionArgs(name=tag, operator="In", values=values)
            )
            for tag, values in self.tag_values.items()
        ]
        if self.resource_groups:
            groups = consumption.BudgetComparisonExpressionArgs(
                name="ResourceGroupName", operator="In", values=self.resource_groups
            )
            conditions.insert(0, consumption.BudgetFilterPropertiesArgs(dimensions=groups))
        if len(conditions) > 1:
            return consumption.BudgetFilterArgs(and_=conditions)
        for condition in conditions:
            return consumption.BudgetFilterArgs(dimensions=condition.dimensions, tags=condition.tags)
        return None


def _start_problems(start_month: str | None, today: date) -> Iterator[Problem]:
    if start_month is None:
        return
    start = _month(start_month)
    if start is None or start < FIRST_MONTH:
        text = f"must be a month from 2017-06 on, such as {today:%Y-%m}, got {start_month!r}"
        yield Problem(("start_month",), text)
    elif _months_between(today, start) > 12:
        yield Problem(("start_month",), f"must be at most twelve months ahead, got {start_month}")


def _month(text: str) -> date | None:
    found = re.fullmatch(r"(\d{4})-(0[1-9]|1[0-2])", text)
    return date(int(found[1]), int(found[2]), 1) if found else None


def _months_between(earlier: date, later: date) -> int:
    return (later.year - earlier.year) * 12 + later.month - earlier.month


def make_budget(
    name: str,
    budget: Budget,
    *,
    azure_name: str,
    scope: Input[str],
    action_group_resource_ids: list[Input[str]],
    opts: pulumi.ResourceOptions,
) -> "consumption.Budget":
    """The budget at `scope`, the id of a subscription or resource group: only those know action groups."""
    month = budget.start_month or f"{datetime.now(UTC):%Y-%m}"
    if budget.start_month is None:
        # Azure refuses another start later: the month in which it was made stays.
        opts = pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(ignore_changes=["timePeriod"]))
    return consumption.Budget(
        f"{name}-{budget.key}-budget",
        budget_name=azure_name,
        scope=scope,
        category="Cost",
        amount=budget.amount,
        time_grain=budget.period,
        time_period=consumption.BudgetTimePeriodArgs(start_date=f"{month}-01T00:00:00Z"),
        filter=budget.filter(),
        notifications={
            f"{notification.of}-{notification.percent}": consumption.NotificationArgs(
                enabled=True,
                operator="GreaterThanOrEqualTo",
                threshold=notification.percent,
                threshold_type="Actual" if notification.of == "actual" else "Forecasted",
                contact_emails=list(budget.emails),
                contact_groups=action_group_resource_ids or None,
            )
            for notification in budget.notifications
        },
        opts=opts,
    )


class CostGovernanceSettings(Model):
    """A zone's budgets, as far as plain values say."""

    budgets: list[Budget] = Field(min_length=1)
    """One for the zone (its resource group), and as many as there are teams and groups to be told."""

    @model_validator(mode="after")
    def _check_keys(self) -> "CostGovernanceSettings":
        refuse(CostGovernanceSettings, list(self._problems()))
        return self

    def _problems(self) -> Iterator[Problem]:
        keys = [budget.key for budget in self.budgets]
        for number, key in enumerate(keys):
            if key in keys[:number]:
                text = f"{key} is the key of [{keys.index(key)}] already"
                yield Problem(("budgets", number, "key"), text)


class CostGovernanceArgs(ComponentArgs, CostGovernanceSettings):
    """What a CostGovernance is made of."""

    action_group_resource_ids: list[Input[str]] = Field(default=[])
    """Who hears of every budget, beside each budget's own e-mail addresses."""

    @model_validator(mode="after")
    def _check_contacts(self) -> "CostGovernanceArgs":
        if not self.action_group_resource_ids:
            text = "nobody would hear of this budget: give it e-mail addresses, or the zone an action group"
            refuse(
                CostGovernanceArgs,
                [
                    Problem(("budgets", number, "emails"), text)
                    for number, budget in enumerate(self.budgets)
                    if not budget.emails
                ],
            )
        return self


class CostGovernance(Component):
    """The budgets of a zone. Deleting them changes no bill, so nothing here is protected."""

    budget_names: pulumi.Output[list[str]]
    """As Azure's cost management shows them."""

    def __init__(
        self, name: str, args: CostGovernanceArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts, args, lambda label: azure_names(label, args.budgets))
        making = Making(self, name, args)
        subscription = f"/subscriptions/{making.subscription_id}"
        group = pulumi.Output.concat(subscription, "/resourceGroups/", args.resource_group_name)
        made = [
            make_budget(
                name,
                budget,
                azure_name=making.azure_name("budget", budget.key),
                scope=subscription if budget.counts == "subscription" else group,
                action_group_resource_ids=args.action_group_resource_ids,
                opts=making.child(),
            )
            for budget in args.budgets
        ]
        self.budget_names = pulumi.Output.all(*(budget.name for budget in made)).apply(list)
        self._end()


def azure_names(label: str, budgets: list[Budget]) -> list[tuple[Kind, str]]:
    """What a CostGovernance called so names."""
    return [("budget", f"{label}-{budget.key}") for budget in budgets]
