"""Hours of a service: it has replicas in them, and fewer or none outside of them."""

from typing import Any

import pytest

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.workloads.serving.service import hours_warning, upgrade_warning
from workloads.serving.test_service import METRICS, given, made

OFFICE: dict[str, Any] = {
    "replicas": 2,
    "from_time": "06:30",
    "to_time": "19:00",
    "days": ["Monday", "Wednesday", "Sunday"],
    "time_zone": "Europe/Berlin",
}


def scale(**changes: Any) -> dict[str, Any]:
    return {"mode": "queue", "min_replicas": 0, "max_replicas": 4, "serving_hours": OFFICE} | changes


def test_a_service_goes_to_zero_outside_of_its_hours() -> None:
    """What KEDA's page says of it: no replica at least, and a trigger that wants some in the hours."""
    spec = made(scaling=scale(), metrics_source=METRICS)["autoscaler"]["spec"]
    assert (spec["minReplicaCount"], spec["maxReplicaCount"]) == (0, 4)
    assert [one["type"] for one in spec["triggers"]] == ["prometheus", "prometheus", "cron"]
    assert spec["triggers"][2]["metadata"] == {
        "timezone": "Europe/Berlin",
        "start": "30 6 * * 0,1,3",
        "end": "0 19 * * 0,1,3",
        "desiredReplicas": "2",
    }


def test_its_deployment_says_no_number() -> None:
    """Whatever it said, each deployment would undo what the hour is."""
    assert "replicas" not in made(scaling=scale(), metrics_source=METRICS)["server"]["spec"]


def test_what_it_has_in_its_hours_is_what_upgrades_find() -> None:
    one = given(scaling=scale(serving_hours=OFFICE | {"replicas": 1}), metrics_source=METRICS)
    assert upgrade_warning(one) is not None
    assert upgrade_warning(given(scaling=scale(), metrics_source=METRICS)) is None


@pytest.mark.parametrize(
    ("min_nodes", "changes", "says"),
    [
        (0, {}, None),
        (1, {"min_replicas": 1}, None),
        (
            1,
            {},
            "chat has no replica outside of its hours, and t4 keeps nodes all the same: they go too with "
            "`min_nodes` 0",
        ),
    ],
)
def test_nodes_that_stay_are_told(min_nodes: int, changes: dict[str, Any], says: str | None) -> None:
    pool = GpuPool(name="t4", size="Standard_NC4as_T4_v3", min_nodes=min_nodes, max_nodes=4)
    assert hours_warning(given(pool, scaling=scale(**changes), metrics_source=METRICS)) == says


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (
            {"serving_hours": None},
            "scaling.min_replicas: 0 takes `serving_hours`: without a replica nothing reports a queue, and "
            "nothing brings one",
        ),
        (
            {"min_replicas": 2},
            "scaling.serving_hours.replicas: must be more than `min_replicas`, 2, and at most "
            "`max_replicas`, 4, got 2",
        ),
        (
            {"serving_hours": OFFICE | {"replicas": 7}},
            "scaling.serving_hours.replicas: must be more than `min_replicas`, 0, and at most "
            "`max_replicas`, 4, got 7",
        ),
        (
            {"serving_hours": OFFICE | {"to_time": "06:30"}},
            "scaling.serving_hours.to_time: must be later on the day than `from_time`, 06:30, got 06:30",
        ),
        (
            {"serving_hours": OFFICE | {"days": ["Monday", "Monday"]}},
            "scaling.serving_hours.days[1]: Monday is [0] already",
        ),
        (
            {"serving_hours": OFFICE | {"time_zone": "W. Europe Standard Time"}},
            "scaling.serving_hours.time_zone: must be a time zone such as Europe/Berlin, or UTC, got 'W. "
            "Europe Standard Time'",
        ),
        (
            {"mode": "cpu", "serving_hours": None},
            "scaling.min_replicas: must be at least 1, got 0",
        ),
    ],
)
def test_what_contradicts_itself_is_refused(changes: dict[str, Any], says: str) -> None:
    told = {name: value for name, value in scale(**changes).items() if value is not None}
    with pytest.raises(SettingsError) as raised:
        given(scaling=told, metrics_source=METRICS)
    assert str(raised.value).split("\n  ")[1:] == [says]
