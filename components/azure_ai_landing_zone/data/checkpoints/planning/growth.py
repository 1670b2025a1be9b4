"""Checkpoints of a training job: how large one is, how long it takes to write, and how many there are."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal

from azure_ai_landing_zone.core.problem import Problem

LIFECYCLE_LAG_DAYS = 1
"""A lifecycle rule may take a day to act.
Source: learn.microsoft.com/azure/storage/blobs/lifecycle-management-overview, 2025-06-13."""

ACCOUNT_TB = 5 * 2**50 / 10**12
"""What an account holds before support raises it: 5 PiB.
Source: learn.microsoft.com/azure/storage/common/scalability-targets-standard-account."""

ALERT_MARGIN = 1.1
"""Of the plan: a checkpoint has schedulers, random states and file headers beside its parameters."""

_CURVE_POINTS = 30
_DAY = 24 * 60

Precision = Literal["fp32", "bf16", "fp16"]
OptimizerState = Literal["none", "momentum", "adam"]

_WEIGHT_BYTES: dict[Precision, int] = {"fp32": 4, "bf16": 2, "fp16": 2}
_STATE_BYTES: dict[OptimizerState, int] = {"none": 0, "momentum": 4, "adam": 8}


def bytes_per_parameter(precision: Precision, optimizer_state: OptimizerState) -> int:
    """Weights, and for going on with training the optimizer's state in fp32: one number for momentum, two for
    Adam, and a copy of the weights themselves where they are kept in 16 bits.

    Adam with bf16 weights: 2 + 4 + 4 + 4 = 14. Source: arxiv.org/abs/1910.02054, 3.1 (gradients aren't part
    of a checkpoint).
    """
    weights, state = _WEIGHT_BYTES[precision], _STATE_BYTES[optimizer_state]
    return weights + state + (4 if state and weights == 2 else 0)


@dataclass(frozen=True, slots=True)
class CheckpointJob:
    """What a training job writes, and what is kept of it."""

    parameters: int
    bytes_per_parameter: int
    interval_minutes: int
    retention_days: int
    """Of those that were let go."""
    soft_delete_days: int
    keep_last: int
    keep_best: int
    run_hours: int | None = None
    """None: it never ends."""
    write_gbps: int = 25

    @property
    def size(self) -> int:
        """Bytes of one checkpoint."""
        return self.parameters * self.bytes_per_parameter

    @property
    def stay_minutes(self) -> int:
        """From writing a checkpoint that isn't kept until it is off the bill."""
        let_go = max(self.retention_days * _DAY, self.keep_last * self.interval_minutes)
        return let_go + (LIFECYCLE_LAG_DAYS + self.soft_delete_days) * _DAY

    def count(self, minutes: int) -> int:
        """Checkpoints that there are so long after the run began.

        Of those written, the ones that have had their time are gone, except the last and the best: at worst
        no checkpoint is both.
        """
        written = self._written(minutes)
        had_their_time = self._written(minutes - self.stay_minutes)
        young = written - had_their_time
        kept = self.keep_best + max(self.keep_last - young, 0)
        return young + min(had_their_time, kept)

    def _written(self, minutes: int) -> int:
        running = minutes if self.run_hours is None else min(minutes, self.run_hours * 60)
        return max(running // self.interval_minutes, 0)


@dataclass(frozen=True, slots=True)
class CheckpointGrowth:
    """What a job comes to. GB and TB are decimal, as Azure bills them."""

    checkpoint_gb: float
    """One checkpoint."""
    tb_per_day: float
    peak_tb: float
    """Kept at the same time at most: retention, the lifecycle's lag, soft delete, and the best."""
    resting_tb: float | None
    """What stays after the run, until someone lets go of it. None: it never ends."""
    write_seconds: float
    """At the rate that all nodes write with together."""

    @property
    def alert_bytes(self) -> float:
        """More than this isn't what was planned."""
        return self.peak_tb * 1e12 * ALERT_MARGIN

    @property
    def alert_bytes_per_day(self) -> float:
        """As above, of what is written."""
        return self.tb_per_day * 1e12 * ALERT_MARGIN


def plan_growth(job: CheckpointJob) -> CheckpointGrowth:
    """Parameters × bytes, every interval, until the lifecycle rule and then soft delete let go of them.

    7B parameters at 4 bytes are 28 GB; every 30 minutes that is 1.344 TB a day and over 4 TB in 72 hours.
    """
    at_once = ceil(Fraction(job.stay_minutes, job.interval_minutes)) + job.keep_best
    resting = None
    if job.run_hours is not None:
        all_of_them = job.run_hours * 60 // job.interval_minutes
        at_once = min(at_once, all_of_them)
        resting = min(job.keep_last + job.keep_best, all_of_them) * job.size / 1e12
    return CheckpointGrowth(
        checkpoint_gb=job.size / 1e9,
        tb_per_day=float(Fraction(_DAY, job.interval_minutes) * job.size / 10**12),
        peak_tb=at_once * job.size / 1e12,
        resting_tb=resting,
        write_seconds=job.size * 8 / (job.write_gbps * 1e9),
    )


def stored_tb(job: CheckpointJob, hours: int) -> float:
    """What there is so long after the run began."""
    return job.count(hours * 60) * job.size / 1e12


def growth_curve(job: CheckpointJob) -> list[tuple[int, float]]:
    """(hours, terabytes) from the start until nothing changes any more, in about 30 steps of whole days."""
    days = ceil(Fraction(job.stay_minutes, _DAY)) + ceil(Fraction(job.run_hours or 0, 24)) + 1
    step = ceil(Fraction(days, _CURVE_POINTS))
    return [(day * 24, stored_tb(job, day * 24)) for day in range(0, days + step, step)]


def size_problems(job: CheckpointJob) -> list[Problem]:
    """What can't be written in time, and what no account holds."""
    growth = plan_growth(job)
    problems = []
    if growth.write_seconds >= job.interval_minutes * 60:
        text = (
            f"{growth.checkpoint_gb:,.0f} GB take {growth.write_seconds / 60:,.1f} minutes to write at "
            f"{job.write_gbps} Gb/s, and the next checkpoint begins after {job.interval_minutes}: write less "
            "often, or raise `write_gbps` if account and nodes take more"
        )
        problems.append(Problem(("interval_minutes",), text))
    if growth.peak_tb > ACCOUNT_TB:
        text = (
            f"{growth.peak_tb:,.0f} TB would be kept at the same time, and an account holds "
            f"{ACCOUNT_TB:,.0f}: keep them for fewer days, or write less often"
        )
        problems.append(Problem(("retention_days",), text))
    return problems
