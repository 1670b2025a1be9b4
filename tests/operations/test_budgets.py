"""What a zone may cost, and what is off at night."""

from datetime import UTC, datetime
from typing import Any

import pytest
from pulumi_azure_native import compute

from azure_ai_landing_zone import Naming, SettingsError
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.machines.auto_shutdown import AutoShutdown, shut_down_daily
from azure_ai_landing_zone.operations.budgets import (
    Budget,
    BudgetNotification,
    CostGovernance,
    CostGovernanceArgs,
)
from azure_ai_landing_zone.training.scheduled_scaling import ScheduledScaling, ScheduledScalingArgs
from helpers.registered import SUBSCRIPTION, Registered, register

COMMON: dict[str, Any] = {
    "location": "eastus",
    "naming": Naming(suffix="x1"),
    "resource_group_name": "rg-zone",
}
TEAM = "team@example.com"


def governed(*budgets: Budget, **changes: Any) -> Registered:
    values = COMMON | {"budgets": list(budgets), "action_group_resource_ids": ["/people"]} | changes
    return register(lambda: CostGovernance("zone", CostGovernanceArgs(**values)))


def test_a_zones_budget_counts_its_resource_group_and_tells_of_what_comes() -> None:
    made = governed(Budget(key="all", amount=5000))
    assert made.azure == [("consumption:Budget", "zone-all-budget")]
    budget = made.inputs["zone-all-budget"]
    assert budget["scope"] == f"/subscriptions/{SUBSCRIPTION}/resourceGroups/rg-zone"
    assert budget["budgetName"] == "budget-ai-zone-all-x1"
    assert "filter" not in budget
    told = {name: (one["thresholdType"], one["threshold"]) for name, one in budget["notifications"].items()}
    assert told == {
        "actual-50": ("Actual", 50),
        "actual-80": ("Actual", 80),
        "actual-100": ("Actual", 100),
        "forecast-100": ("Forecasted", 100),
    }
    assert budget["notifications"]["forecast-100"]["contactGroups"] == ["/people"]


def test_a_budget_starts_when_it_is_made_unless_told_otherwise() -> None:
    made = governed(Budget(key="a", amount=1), Budget(key="b", amount=1, start_month="2026-03"))
    start = [made.inputs[f"zone-{key}-budget"]["timePeriod"]["startDate"] for key in "ab"]
    assert start == [f"{datetime.now(UTC):%Y-%m}-01T00:00:00Z", "2026-03-01T00:00:00Z"]


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ({"tag_values": {"owner": [TEAM]}}, {"tags": {"name": "owner", "operator": "In", "values": [TEAM]}}),
        (
            {"resource_groups": ["rg-a", "rg-b"]},
            {"dimensions": {"name": "ResourceGroupName", "operator": "In", "values": ["rg-a", "rg-b"]}},
        ),
        (
            {"resource_groups": ["rg-a"], "tag_values": {"owner": [TEAM]}},
            {
                "and": [
                    {"dimensions": {"name": "ResourceGroupName", "operator": "In", "values": ["rg-a"]}},
                    {"tags": {"name": "owner", "operator": "In", "values": [TEAM]}},
                ]
            },
        ),
    ],
)
def test_one_condition_stands_alone_and_several_are_joined(
    conditions: dict[str, Any], expected: dict[str, Any]
) -> None:
    made = governed(Budget(key="team", amount=1, counts="subscription", **conditions))
    assert made.inputs["zone-team-budget"]["filter"] == expected
    assert made.inputs["zone-team-budget"]["scope"] == f"/subscriptions/{SUBSCRIPTION}"


HALF = BudgetNotification(percent=50, of="actual")


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (
            {"start_month": "2026-13"},
            f"start_month: must be a month from 2017-06 on, such as {datetime.now(UTC):%Y-%m}, got '2026-13'",
        ),
        (
            {"start_month": "2017-05"},
            f"start_month: must be a month from 2017-06 on, such as {datetime.now(UTC):%Y-%m}, got '2017-05'",
        ),
        ({"start_month": "2099-01"}, "start_month: must be at most twelve months ahead, got 2099-01"),
        (
            {"start_date": "2026-01-01"},
            "start_date: Azure wants the first of a month and never lets it change: give it as "
            "`start_month`, such as 2026-11",
        ),
        ({"amount": 0}, "amount: must be at least 1, got 0"),
        (
            {"resource_groups": ["rg"]},
            "resource_groups: a resource group's budget counts that group alone: leave it out, or count the "
            "subscription",
        ),
        ({"tag_values": {"owner": []}}, "tag_values.owner: must have at least one value"),
        ({"notifications": [HALF, HALF]}, "notifications[1]: 50 % of actual is [0] already"),
        ({"emails": ["someone"]}, "emails[0]: must be one e-mail address, got 'someone'"),
    ],
)
def test_what_is_wrong_with_a_budget_is_said(values: dict[str, Any], expected: str) -> None:
    with pytest.raises(SettingsError) as raised:
        Budget(**{"key": "zone", "amount": 10, **values})
    assert [line.strip() for line in str(raised.value).splitlines()[1:]] == [expected]


@pytest.mark.parametrize("percent", [0, 1001])
def test_a_notification_is_between_1_and_1000_percent(percent: int) -> None:
    with pytest.raises(SettingsError, match="percent: must be at"):
        BudgetNotification(percent=percent, of="forecast")


def test_six_notifications_are_too_many() -> None:
    six = [BudgetNotification(percent=10 * number, of="actual") for number in range(1, 7)]
    with pytest.raises(SettingsError, match="notifications: list should have at most 5 items"):
        Budget(key="zone", amount=1, notifications=six)


def test_somebody_hears_of_every_budget_and_keys_differ() -> None:
    with pytest.raises(SettingsError) as raised:
        governed(
            Budget(key="a", amount=1, emails=[TEAM]), Budget(key="b", amount=1), action_group_resource_ids=[]
        )
    assert "budgets[1].emails: nobody would hear of this budget" in str(raised.value)
    with pytest.raises(SettingsError) as raised:
        governed(Budget(key="a", amount=1), Budget(key="a", amount=2))
    assert "budgets[1].key: a is the key of [0] already" in str(raised.value)


def shutdown(**values: Any) -> dict[str, Any]:
    def program() -> None:
        place: dict[str, Any] = {"location": "eastus", "resource_group_name": "rg"}
        machine = compute.VirtualMachine("vm-dev", **place)
        making = Making(Component("dev", None), "dev", ComponentArgs(**place))
        shut_down_daily(making, AutoShutdown(**values), machine)

    return register(program).inputs["dev-auto-shutdown"]


def test_a_machine_is_switched_off_by_the_one_name_that_azure_takes() -> None:
    sent = shutdown(time="19:30", time_zone="W. Europe Standard Time", notify_email=TEAM)
    assert sent["name"] == "shutdown-computevm-vm-dev"
    assert sent["dailyRecurrence"] == {"time": "1930"}
    assert sent["timeZoneId"] == "W. Europe Standard Time"
    assert sent["notificationSettings"] == {
        "status": "Enabled",
        "emailRecipient": TEAM,
        "timeInMinutes": 30,
    }
    assert shutdown(time="19:30")["notificationSettings"] == {"status": "Disabled"}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"time": "24:00"}, 'time: must match ^([01]\\d|2[0-3]):[0-5]\\d$, got "24:00"'),
        (
            {"time_zone": "Europe/Berlin"},
            "time_zone: must be a time zone as Windows calls it, such as UTC or W. Europe Standard Time, got "
            "'Europe/Berlin'",
        ),
        ({"webhook_url": "x"}, "webhook_url: such an address carries a secret: give `notify_email`"),
    ],
)
def test_what_is_wrong_with_a_shutdown_is_said(values: dict[str, Any], expected: str) -> None:
    with pytest.raises(SettingsError) as raised:
        AutoShutdown(**{"time": "19:00", **values})
    assert str(raised.value).splitlines()[1].strip().startswith(expected)


def scaling(**changes: Any) -> Registered:
    values = COMMON | {"scale_set_resource_id": "/vmss", "node_count": 4} | changes
    return register(lambda: ScheduledScaling("train", ScheduledScalingArgs(**values)))


def test_a_scale_set_has_nodes_in_working_hours_and_none_outside() -> None:
    profiles = scaling(from_time="06:45", days=["Monday", "Tuesday"]).inputs["train-autoscale"]["profiles"]
    assert [(profile["name"], profile["capacity"]["default"]) for profile in profiles] == [
        ("no-nodes", "0"),
        ("working-hours", "4"),
        ('{"name":"no-nodes","for":"working-hours"}', "0"),
    ]
    assert "recurrence" not in profiles[0]
    assert profiles[1]["recurrence"] == {
        "frequency": "Week",
        "schedule": {"timeZone": "UTC", "days": ["Monday", "Tuesday"], "hours": [6], "minutes": [45]},
    }
    assert profiles[2]["recurrence"]["schedule"]["hours"] == [19]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"from_time": "20:00"},
            "to_time: must be later on the day than `from_time`, 20:00, got 19:00",
        ),
        ({"days": ["Monday", "Monday"]}, "days[1]: Monday is [0] already"),
        ({"node_count": 0}, "node_count: must be at least 1, got 0"),
    ],
)
def test_what_is_wrong_with_working_hours_is_said(changes: dict[str, Any], expected: str) -> None:
    with pytest.raises(SettingsError) as raised:
        scaling(**changes)
    assert [line.strip() for line in str(raised.value).splitlines()[1:]] == [expected]
