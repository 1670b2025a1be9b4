"""Checkpoints grow as the arithmetic says, and are written in time."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.data.checkpoints.planning.growth import (
    CheckpointJob,
    OptimizerState,
    Precision,
    bytes_per_parameter,
    growth_curve,
    plan_growth,
    size_problems,
    stored_tb,
)


def job(**changes: Any) -> CheckpointJob:
    values: dict[str, Any] = {
        "parameters": 7_000_000_000,
        "bytes_per_parameter": 4,
        "interval_minutes": 30,
        "retention_days": 14,
        "soft_delete_days": 1,
        "keep_last": 3,
        "keep_best": 1,
    }
    return CheckpointJob(**(values | changes))


def test_seven_billion_parameters_every_half_hour() -> None:
    """28 GB each, over 4 TB in 72 hours."""
    growth = plan_growth(job())
    assert growth.checkpoint_gb == 28
    assert growth.tb_per_day == 1.344
    assert stored_tb(job(), 72) == 4.032
    assert growth.write_seconds == 8.96  # at 25 Gb/s
    # 48 a day for 14 days, one of the lifecycle's lag and one of soft delete; and the best one
    assert growth.peak_tb == (48 * 16 + 1) * 28 / 1000
    assert growth.resting_tb is None
    assert growth.alert_bytes == pytest.approx(growth.peak_tb * 1.1e12)
    assert growth.alert_bytes_per_day == pytest.approx(1.4784e12)


def test_a_run_of_72_hours() -> None:
    """All of them are there until the first are old enough; then only what is kept stays."""
    run = job(run_hours=72)
    growth = plan_growth(run)
    assert growth.peak_tb == 4.032
    assert growth.resting_tb == pytest.approx(4 * 0.028)
    assert stored_tb(run, 72) == stored_tb(run, 72 + 10 * 24) == 4.032
    assert stored_tb(run, 16 * 24 + 72) == growth.resting_tb == stored_tb(run, 10_000)
    assert growth_curve(run) == [(day * 24, stored_tb(run, day * 24)) for day in range(21)]


@pytest.mark.parametrize(
    ("precision", "optimizer_state", "expected"),
    [
        ("fp32", "none", 4),
        ("bf16", "none", 2),
        ("fp16", "none", 2),
        ("fp32", "momentum", 8),
        ("fp32", "adam", 12),
        ("bf16", "momentum", 10),
        ("bf16", "adam", 14),
    ],
)
def test_bytes_of_a_parameter(precision: Precision, optimizer_state: OptimizerState, expected: int) -> None:
    assert bytes_per_parameter(precision, optimizer_state) == expected


@pytest.mark.parametrize(
    ("parameters", "bytes_each", "checkpoint_gb"),
    [(7_000_000_000, 2, 14), (7_000_000_000, 14, 98), (70_000_000_000, 14, 980), (100_000_000, 4, 0.4)],
)
def test_size_of_one(parameters: int, bytes_each: int, checkpoint_gb: float) -> None:
    growth = plan_growth(job(parameters=parameters, bytes_per_parameter=bytes_each))
    assert growth.checkpoint_gb == checkpoint_gb


def test_the_page_has_the_same_figures() -> None:
    page = (Path(__file__).parents[4] / "docs" / "checkpoints.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (fp32|bf16) \| (none|adam) \| (?:.* = )?(\d+) \| (\d+) GB \|$", page, re.M)
    assert len(rows) == 4
    for precision, state, size, checkpoint_gb in rows:
        assert bytes_per_parameter(precision, state) == int(size)
        assert plan_growth(job(bytes_per_parameter=int(size))).checkpoint_gb == int(checkpoint_gb)


JOBS = st.builds(
    CheckpointJob,
    parameters=st.integers(1, 10**12),
    bytes_per_parameter=st.integers(1, 32),
    interval_minutes=st.integers(1, 10_080),
    retention_days=st.integers(1, 3650),
    soft_delete_days=st.integers(1, 365),
    keep_last=st.integers(1, 1000),
    keep_best=st.integers(0, 1000),
    run_hours=st.none() | st.integers(1, 10_000),
)


@given(JOBS, st.integers(0, 100_000))
def test_the_peak_is_never_passed(one: CheckpointJob, hours: int) -> None:
    assert stored_tb(one, hours) <= plan_growth(one).peak_tb * (1 + 1e-9)


@given(JOBS)
def test_after_the_run_what_is_kept_stays(one: CheckpointJob) -> None:
    growth = plan_growth(one)
    if one.run_hours is not None:
        assert stored_tb(one, one.run_hours + one.stay_minutes // 60 + 24) == growth.resting_tb


@given(JOBS)
def test_the_curve_ends_where_nothing_changes_any_more(one: CheckpointJob) -> None:
    curve = growth_curve(one)
    assert len(curve) <= 32
    assert curve[0] == (0, 0.0)
    if one.run_hours is not None:
        assert curve[-1][1] == plan_growth(one).resting_tb


@given(JOBS)
def test_keeping_longer_never_takes_less(one: CheckpointJob) -> None:
    values = {name: getattr(one, name) for name in CheckpointJob.__slots__}
    peak = plan_growth(one).peak_tb
    for name in ("retention_days", "soft_delete_days", "keep_last", "keep_best"):
        assert plan_growth(CheckpointJob(**(values | {name: values[name] + 1}))).peak_tb >= peak


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        (
            {
                "parameters": 405_000_000_000,
                "bytes_per_parameter": 14,
                "keep_best": 0,
                "interval_minutes": 30,
            },
            [
                (
                    "interval_minutes",
                    "5,670 GB take 30.2 minutes to write at 25 Gb/s, and the next checkpoint begins after "
                    "30: write less often, or raise `write_gbps` if account and nodes take more",
                )
            ],
        ),
        (
            {"parameters": 70_000_000_000, "bytes_per_parameter": 14, "retention_days": 365},
            [
                (
                    "retention_days",
                    "17,265 TB would be kept at the same time, and an account holds 5,629: keep them for "
                    "fewer days, or write less often",
                )
            ],
        ),
    ],
)
def test_what_no_account_takes(changes: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    problems = [(str(problem.path[0]), problem.message) for problem in size_problems(job(**changes))]
    assert problems == expected
