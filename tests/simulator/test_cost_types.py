"""What Azure refuses of budgets and schedules."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import grpc
import pytest
from pulumi.runtime.proto import provider_pb2

from azure_simulator.cloud.values import to_struct
from simulator.samples import PROVIDERS, SUBSCRIPTION

BUDGET = "azure-native:consumption:Budget"
SCHEDULE = "azure-native:devtestlab:GlobalSchedule"


def month(ahead: int) -> str:
    today = datetime.now(UTC)
    years, months = divmod(today.month - 1 + ahead, 12)
    return f"{today.year + years}-{months + 1:02}-01T00:00:00Z"


def budget(start: str, **changes: Any) -> dict[str, Any]:
    return {
        "budgetName": "b",
        "scope": SUBSCRIPTION,
        "category": "Cost",
        "amount": 10,
        "timeGrain": "Monthly",
        "timePeriod": {"startDate": start},
        "notifications": {"n": notification()},
        **changes,
    }


def notification(**changes: Any) -> dict[str, Any]:
    return {
        "enabled": True,
        "operator": "GreaterThan",
        "threshold": 80,
        "contactEmails": ["a@b.c"],
        **changes,
    }


TAG = {"tags": {"name": "owner", "operator": "In", "values": ["a"]}}


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (
            {"timePeriod": {"startDate": "2026-01-02T00:00:00Z"}},
            "timePeriod.startDate: '2026-01-02T00:00:00Z' isn't the first of a month",
        ),
        (
            {"timePeriod": {"startDate": "2017-05-01T00:00:00Z"}},
            "timePeriod.startDate: '2017-05-01T00:00:00Z' is before 2017-06-01",
        ),
        ({"filter": {"and": [TAG]}}, "filter.and: 'and' needs at least two conditions"),
        (
            {"notifications": {str(number): notification() for number in range(6)}},
            "notifications: at most 5 notifications, got 6",
        ),
        (
            {"notifications": {"n": notification(threshold=1001)}},
            "notifications.n.threshold: 1001 is outside 0 to 1000",
        ),
        (
            {"notifications": {"n": notification(contactEmails=[])}},
            "notifications.n: a notification needs somebody to notify",
        ),
        (
            {
                "scope": "/providers/Microsoft.Management/managementGroups/mg",
                "notifications": {"n": notification(contactGroups=["/g"])},
            },
            "notifications.n.contactGroups: only subscriptions and resource groups know action groups",
        ),
    ],
)
def test_budget_refused_whatever_exists(client: Any, changes: dict[str, Any], text: str) -> None:
    _, failures = client.check(BUDGET, "b", budget(month(0), **changes))
    assert [f"{path}: {reason}" for path, reason in failures] == [text]


@pytest.mark.parametrize(
    ("ahead", "grain", "text"),
    [
        (-1, "Monthly", "Start date for monthly time grain should not be prior to the current period"),
        (-12, "Annually", "Start date for annually time grain should not be prior to the current period"),
        (13, "Monthly", "cannot be more than 1 year into the future"),
    ],
)
def test_a_budget_is_made_in_time(client: Any, ahead: int, grain: str, text: str) -> None:
    with pytest.raises(Exception, match=text):
        client.create(BUDGET, "b", **budget(month(ahead), timeGrain=grain))


def test_the_start_of_a_budget_stays(client: Any) -> None:
    made = client.create(BUDGET, "b", **budget(month(0)))
    assert client.update(made, **budget(month(0), amount=20)).outputs["amount"] == 20
    with pytest.raises(Exception, match="Start date of budgets cannot be updated"):
        client.update(made, **budget(month(1)))


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"dailyRecurrence": {"time": "7pm"}}, "dailyRecurrence.time: '7pm' is no time of the form HHmm"),
        (
            {"notificationSettings": {"status": "Enabled", "timeInMinutes": 5}},
            "notificationSettings.timeInMinutes: 5 is outside 15 to 120",
        ),
    ],
)
def test_schedule_refused_whatever_exists(
    client: Any, group: str, changes: dict[str, Any], text: str
) -> None:
    _, failures = client.check(SCHEDULE, "s", {"resourceGroupName": group, "name": "s", **changes})
    assert [f"{path}: {reason}" for path, reason in failures] == [text]


@pytest.mark.parametrize(("name", "refused"), [("shutdown", True), ("shutdown-computevm-vm", False)])
def test_auto_shutdown_has_one_name(client: Any, group: str, name: str, refused: bool) -> None:
    client.create(
        "azure-native:network:NetworkSecurityGroup",
        "n",
        resourceGroupName=group,
        networkSecurityGroupName="vm",
    )
    given = {
        "name": name,
        "resourceGroupName": group,
        "location": "eastus",
        "taskType": "ComputeVmShutdownTask",
        "dailyRecurrence": {"time": "1900"},
        "targetResourceId": f"{PROVIDERS}/Microsoft.Network/networkSecurityGroups/vm",
    }
    request = provider_pb2.CreateRequest(urn=f"urn:pulumi:d::p::{SCHEDULE}::s", properties=to_struct(given))
    if not refused:
        assert client.stub.Create(request).id.endswith(f"/schedules/{name}")
        return
    with pytest.raises(grpc.RpcError, match=r"InvalidScheduleId.*must be called shutdown-computevm-vm"):
        client.stub.Create(request)
