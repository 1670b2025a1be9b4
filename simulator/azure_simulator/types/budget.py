"""Microsoft.Consumption/budgets"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType
from azure_simulator.cloud.values import dig, each

_GRAIN_MONTHS = {"Monthly": 1, "Quarterly": 3, "Annually": 12}


class Budget(ResourceType):
    pulumi_type = "azure-native:consumption:Budget"
    path = "/{scope}/providers/Microsoft.Consumption/budgets/{budgetName}"
    source = "learn.microsoft.com/rest/api/consumption/budgets/create-or-update (2024-08-01)"
    fixed = ("timeGrain",)
    auto_name = "random"
    name_rule = NameRule(r"[\w-]{1,63}", "1-63 letters, digits, underscores and hyphens")

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        start = dig(props, "timePeriod.startDate")
        if isinstance(start, str) and not re.match(r"\d{4}-\d\d-01T00:00:00", start):
            yield "timePeriod.startDate", f"'{start}' isn't the first of a month"
        elif isinstance(start, str) and start < "2017-06":
            yield "timePeriod.startDate", f"'{start}' is before 2017-06-01"
        if "and" in (props.get("filter") or {}) and len(list(each(props, "filter.and"))) < 2:
            yield "filter.and", "'and' needs at least two conditions"
        notifications = props.get("notifications")
        if not isinstance(notifications, Mapping):
            return
        if len(notifications) > 5:
            yield "notifications", f"at most 5 notifications, got {len(notifications)}"
        scope = str(props.get("scope"))
        knows_groups = "/providers/" not in scope
        for name, notification in notifications.items():
            path = f"notifications.{name}"
            threshold = dig(notification, "threshold")
            if isinstance(threshold, int | float) and not 0 <= threshold <= 1000:
                yield f"{path}.threshold", f"{threshold} is outside 0 to 1000"
            groups = dig(notification, "contactGroups")
            if groups and not knows_groups:
                yield f"{path}.contactGroups", "only subscriptions and resource groups know action groups"
            if (
                not groups
                and not dig(notification, "contactEmails")
                and not dig(notification, "contactRoles")
            ):
                yield path, "a notification needs somebody to notify"

    def create(self, put: Put) -> Mapping[str, Any]:
        start = str(dig(put.props, "timePeriod.startDate"))
        if put.old is not None:
            if dig(put.old.inputs, "timePeriod.startDate") != start:
                raise ArmError(
                    400,
                    "400",
                    "Start date of budgets cannot be updated. Please delete and create a new budget.",
                    seen="jpsnover/ai-triad-research#1697 (2026-09-01)",
                )
            return {"currentSpend": {"amount": 0, "unit": "USD"}}
        months = _months_from_now(start)
        seen = "after hashicorp/terraform-provider-azurerm#12121 (2021-06-09); the code is ours"
        if months > 12:
            text = "Start date of the budget cannot be more than 1 year into the future."
            raise ArmError(400, "400", text, seen=seen)
        grain = str(put.props.get("timeGrain"))
        if months <= -_GRAIN_MONTHS.get(grain, 12):
            text = f"Start date for {grain.lower()} time grain should not be prior to the current period."
            raise ArmError(400, "400", text, seen=seen)
        return {"currentSpend": {"amount": 0, "unit": "USD"}}


def _months_from_now(start: str) -> int:
    today = datetime.now(UTC)
    year, month = int(start[:4]), int(start[5:7])
    return (year - today.year) * 12 + month - today.month
