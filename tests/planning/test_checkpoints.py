"""Checkpoints grow as the arithmetic says, and lifecycle rules are what the account can do."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.planning.checkpoints import (
    CheckpointJob,
    LifecycleRequest,
    lifecycle_problems,
    plan_growth,
)


def test_seven_billion_parameters_every_half_hour() -> None:
    """28 GB each, over 4 TB in 72 hours."""
    growth = plan_growth(CheckpointJob(7_000_000_000, 4, 30, retention_days=14, soft_delete_days=1))
    assert growth.checkpoint_gb == 28
    assert growth.tb_per_day == 1.344
    assert growth.tb_per_day * 3 == pytest.approx(4.032)
    assert growth.peak_tb == 21.504  # 14 days, one of the lifecycle's lag and one of soft delete


@pytest.mark.parametrize(
    ("parameters", "bytes_per_parameter", "checkpoint_gb"),
    [(7_000_000_000, 2, 14), (7_000_000_000, 14, 98), (70_000_000_000, 14, 980), (100_000_000, 4, 0.4)],
)
def test_size_of_one(parameters: int, bytes_per_parameter: int, checkpoint_gb: float) -> None:
    assert (
        plan_growth(CheckpointJob(parameters, bytes_per_parameter, 30, 14, 1)).checkpoint_gb == checkpoint_gb
    )


@given(
    st.integers(1, 10**12),
    st.integers(1, 32),
    st.integers(1, 1440),
    st.integers(1, 3650),
    st.integers(1, 365),
)
def test_keeping_longer_or_writing_more_often_never_takes_less(
    parameters: int, size: int, interval: int, days: int, soft: int
) -> None:
    peak = plan_growth(CheckpointJob(parameters, size, interval, days, soft)).peak_tb
    assert plan_growth(CheckpointJob(parameters, size, interval, days + 1, soft)).peak_tb >= peak
    assert plan_growth(CheckpointJob(parameters, size, interval + 1, days, soft)).peak_tb <= peak


def request(**changes: Any) -> LifecycleRequest:
    values: dict[str, Any] = {
        "account_sku": "Standard_LRS",
        "retention_days": 14,
        "cool_after_days": None,
        "cold_after_days": None,
        "archive_after_days": None,
    }
    return LifecycleRequest(**(values | changes))


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"account_sku": "Premium_LRS"},
        {"retention_days": 37, "cool_after_days": 7},
        {"retention_days": 97, "cold_after_days": 7},
        {"retention_days": 301, "cool_after_days": 1, "cold_after_days": 31, "archive_after_days": 121},
        {"account_sku": "Standard_ZRS", "retention_days": 200, "cool_after_days": 1, "cold_after_days": 31},
    ],
)
def test_takes_lifecycle(changes: dict[str, Any]) -> None:
    assert lifecycle_problems(request(**changes)) == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"cool_after_days": 7},
            [
                (
                    "cool_after_days",
                    "7 leaves 7 days in the cool tier before deletion after 14, and Azure bills at least "
                    "30: leave it "
                    "out, or let deletion come after 37 days",
                )
            ],
        ),
        (
            {"retention_days": 96, "cold_after_days": 7},
            [
                (
                    "cold_after_days",
                    "7 leaves 89 days in the cold tier before deletion after 96, and Azure bills at least "
                    "90: leave it "
                    "out, or let deletion come after 97 days",
                )
            ],
        ),
        (
            {"cool_after_days": 20},
            [
                (
                    "cool_after_days",
                    "20 leaves 0 days in the cool tier before deletion after 14, and Azure bills at least "
                    "30: leave it "
                    "out, or let deletion come after 50 days",
                )
            ],
        ),
        (
            {"account_sku": "Standard_GZRS", "retention_days": 365, "archive_after_days": 30},
            [
                (
                    "archive_after_days",
                    "Standard_GZRS has no archive tier: leave it out, or take `account_sku` Standard_LRS or "
                    "Standard_GRS",
                )
            ],
        ),
        (
            {"account_sku": "Premium_ZRS", "retention_days": 365, "cool_after_days": 30},
            [
                (
                    "cool_after_days",
                    "Premium_ZRS has no access tiers, only deletion: leave it out, or take a Standard_ "
                    "`account_sku`",
                )
            ],
        ),
        (
            {"retention_days": 365, "cool_after_days": 30, "cold_after_days": 30},
            [
                (
                    "cool_after_days",
                    "30 leaves 0 days in the cool tier before the cold tier after 30, and Azure bills at "
                    "least 30: leave it out, or let the cold tier come after 60 days",
                )
            ],
        ),
    ],
)
def test_refuses_lifecycle(changes: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    problems = lifecycle_problems(request(**changes))
    assert [(".".join(map(str, problem.path)), problem.message) for problem in problems] == expected
