"""Checkpoints of a training job: how they grow, and which lifecycle rules the storage account allows."""

from dataclasses import dataclass
from fractions import Fraction

from azure_ai_landing_zone.planning.problem import Problem

EARLY_DELETION_DAYS = {"cool": 30, "cold": 90, "archive": 180}
"""Days that are billed at least once a blob is in a tier.
Source: learn.microsoft.com/azure/storage/blobs/access-tiers-overview."""

LIFECYCLE_LAG_DAYS = 1
"""A lifecycle rule may take a day to act.
Source: learn.microsoft.com/azure/storage/blobs/lifecycle-management-overview, 2025-06-13."""

_WITHOUT_ARCHIVE = ("Standard_ZRS", "Standard_GZRS", "Standard_RAGZRS")
"""Source: access-tiers-overview, as above."""


@dataclass(frozen=True, slots=True)
class CheckpointJob:
    """What a training job writes, and how long it is kept."""

    parameters: int
    bytes_per_parameter: int
    interval_minutes: int
    retention_days: int
    soft_delete_days: int


@dataclass(frozen=True, slots=True)
class CheckpointGrowth:
    """What a job that never stops comes to. GB and TB are decimal, as Azure bills them."""

    checkpoint_gb: float
    """One checkpoint."""
    tb_per_day: float
    peak_tb: float
    """Kept at the same time at most: retention, the lifecycle's lag and soft delete together."""


def plan_growth(job: CheckpointJob) -> CheckpointGrowth:
    """Parameters × bytes, every interval, until the lifecycle rule and then soft delete let go of them.

    7B parameters at 4 bytes are 28 GB; every 30 minutes that is 1.344 TB a day and over 4 TB in 72 hours.
    """
    size = job.parameters * job.bytes_per_parameter
    per_day = Fraction(24 * 60, job.interval_minutes) * size
    kept_days = job.retention_days + LIFECYCLE_LAG_DAYS + job.soft_delete_days
    return CheckpointGrowth(
        checkpoint_gb=size / 1e9,
        tb_per_day=float(per_day / 10**12),
        peak_tb=float(per_day * kept_days / 10**12),
    )


@dataclass(frozen=True, slots=True)
class LifecycleRequest:
    """When checkpoints change tier and when they go, in days after they were written."""

    account_sku: str
    retention_days: int
    cool_after_days: int | None
    cold_after_days: int | None
    archive_after_days: int | None


def lifecycle_problems(request: LifecycleRequest) -> list[Problem]:
    """Tiers that the account doesn't have, and tiers that cost more than they save."""
    tiers = {
        "cool": request.cool_after_days,
        "cold": request.cold_after_days,
        "archive": request.archive_after_days,
    }
    asked = [(tier, days) for tier, days in tiers.items() if days is not None]
    ends = [*((f"the {tier} tier", days) for tier, days in asked[1:]), ("deletion", request.retention_days)]
    problems: list[Problem] = []
    for (tier, days), (end, end_days) in zip(asked, ends, strict=False):
        path = (f"{tier}_after_days",)
        at_least = EARLY_DELETION_DAYS[tier]
        if request.account_sku.startswith("Premium_"):
            text = "has no access tiers, only deletion: leave it out, or take a Standard_ `account_sku`"
            problems.append(Problem(path, f"{request.account_sku} {text}"))
        elif tier == "archive" and request.account_sku in _WITHOUT_ARCHIVE:
            text = "has no archive tier: leave it out, or take `account_sku` Standard_LRS or Standard_GRS"
            problems.append(Problem(path, f"{request.account_sku} {text}"))
        elif end_days - days < at_least:
            problems.append(
                Problem(
                    path,
                    f"{days} leaves {max(end_days - days, 0)} days in the {tier} tier before {end} after "
                    f"{end_days}, "
                    f"and Azure bills at least {at_least}: leave it out, or let {end} come after "
                    f"{days + at_least} days",
                )
            )
    return problems
