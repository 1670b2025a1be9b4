"""What needs new roles comes after them, and waits as long as the youngest of them is too young."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pulumi
import pytest

from azure_ai_landing_zone.access import role_wait
from azure_ai_landing_zone.access.role_wait import WAITS_VARIABLE, after_roles, seconds_left

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("assigned_on", "left"),
    [
        (["2026-11-22T12:00:00.0000000Z"], 600.0),
        (["2026-11-22T11:59:00.1234567Z"], 540.123456),
        (["2026-11-22T11:59:00Z", "2026-11-22T11:55:00Z", "2026-11-22T11:57:00Z"], 540.0),
        (["2026-11-22T12:51:00+01:00"], 60.0),
        (["2026-11-22T11:50:00Z"], 0.0),
        (["2024-01-31T11:00:00Z"], 0.0),
        (["2026-11-22T12:00:01Z"], 600.0),
        (["2026-11-23T12:00:00Z"], 600.0),
        (["2026-11-22T11:00:00Z", None], 600.0),
    ],
)
def test_the_youngest_role_counts_and_clocks_that_differ_add_nothing(
    assigned_on: list[str | None], left: float
) -> None:
    assert seconds_left(assigned_on, 600, NOON) == left


@pytest.mark.parametrize(
    ("variable", "assigned_on", "slept"),
    [
        (None, "2026-11-22T11:58:30Z", [510.0]),
        ("on", "2026-11-22T11:58:30Z", [510.0]),
        ("off", "2026-11-22T11:58:30Z", []),
        (None, "2026-11-22T11:48:30Z", []),
    ],
)
def test_it_says_how_long_it_waits(
    monkeypatch: pytest.MonkeyPatch, variable: str | None, assigned_on: str, slept: list[float]
) -> None:
    found: list[float] = []
    said: list[str] = []

    async def sleep(seconds: float) -> None:
        found.append(seconds)

    class Clock(datetime):
        @classmethod
        def now(cls, _zone: Any = None) -> "Clock":
            return cls(2026, 11, 22, 12, tzinfo=UTC)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(role_wait, "datetime", Clock)
    monkeypatch.setattr(pulumi.log, "info", said.append)
    monkeypatch.delenv(WAITS_VARIABLE, raising=False)
    if variable is not None:
        monkeypatch.setenv(WAITS_VARIABLE, variable)

    async def created() -> None:
        options = after_roles([assigned_on], 600)
        await options.depends_on[0].future()  # type: ignore[index,union-attr]
        hooks = options.hooks.before_create if options.hooks else None
        assert hooks is not None
        arguments = pulumi.ResourceHookArgs("urn", "", "data-file-system", "storagecache:AmlFilesystem")
        await hooks[0](arguments)  # type: ignore[misc]

    asyncio.run(created())
    assert found == slept
    assert said == ["data-file-system waits 510 s, until Azure knows its roles everywhere"] * len(slept)
