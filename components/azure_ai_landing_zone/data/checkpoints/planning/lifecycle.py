"""Lifecycle rules of a checkpoint store: what they may do in which account, and that they only touch what was
let go.

A rule can tell blobs by age, by prefix and by index tag; it can't count. A rule by age alone would delete the
last checkpoint of a job that has ended. So the job marks what it has let go, and rules act on marks: whatever
nobody has marked stays.
Source: learn.microsoft.com/azure/storage/blobs/lifecycle-management-policy-structure, 2025-06-13.
"""

from dataclasses import dataclass
from typing import Literal

from azure_ai_landing_zone.catalog import single_facts
from azure_ai_landing_zone.core.problem import Problem

MarkedBy = Literal["tags", "prefixes"]

CONTAINER = "checkpoints"
TAG = "checkpoint"
LET_GO = "let-go"
BEST = "best"
LAST = "last"

EARLY_DELETION_DAYS = single_facts.pairs("earlyDeletionDays")
"""Days that are billed at least once a blob is in a tier."""

_WITHOUT_ARCHIVE = ("Standard_ZRS", "Standard_GZRS", "Standard_RAGZRS")
"""Source: learn.microsoft.com/azure/storage/blobs/access-tiers-overview."""


@dataclass(frozen=True, slots=True)
class LifecycleRequest:
    """When checkpoints change tier and when they go, in days after they were written, and in what account."""

    account_sku: str
    retention_days: int
    cool_after_days: int | None = None
    cold_after_days: int | None = None
    archive_after_days: int | None = None
    marked_by: MarkedBy = "tags"
    hierarchical_namespace: bool = False
    immutable_days: int | None = None

    def tiers(self) -> dict[str, int]:
        """Days by tier, as far as tiers are used."""
        days = {
            "cool": self.cool_after_days,
            "cold": self.cold_after_days,
            "archive": self.archive_after_days,
        }
        return {tier: after for tier, after in days.items() if after is not None}


@dataclass(frozen=True, slots=True)
class LifecycleRule:
    """One rule of the account's policy."""

    name: str
    prefix: str
    """Of blob names, beginning with the container's."""
    tag: tuple[str, str] | None
    """Name and value of the index tag that a blob must have."""
    tiers: dict[str, int]
    delete_after_days: int | None


def plan_lifecycle(request: LifecycleRequest) -> list[LifecycleRule]:
    """What was let go gets cheaper and is deleted; the best get cheaper; the last stay where a restart reads
    them at once."""
    rules = [_rule(request, LET_GO, request.retention_days)]
    if request.tiers():
        rules.append(_rule(request, BEST, None))
    return rules


def _rule(request: LifecycleRequest, mark: str, delete_after_days: int | None) -> LifecycleRule:
    by_tag = request.marked_by == "tags"
    return LifecycleRule(
        name=mark,
        prefix=f"{CONTAINER}/" if by_tag else f"{CONTAINER}/{mark}/",
        tag=(TAG, mark) if by_tag else None,
        tiers=request.tiers(),
        delete_after_days=delete_after_days,
    )


def lifecycle_problems(request: LifecycleRequest) -> list[Problem]:
    """Tiers that the account doesn't have, tiers that cost more than they save, and marks that it can't
    take."""
    return [*_tier_problems(request), *_mark_problems(request)]


def _tier_problems(request: LifecycleRequest) -> list[Problem]:
    asked = list(request.tiers().items())
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
            text = (
                f"{days} leaves {max(end_days - days, 0)} days in the {tier} tier before {end} after "
                f"{end_days}, and Azure bills at least {at_least}: leave it out, or let {end} come after "
                f"{days + at_least} days"
            )
            problems.append(Problem(path, text))
    return problems


def _mark_problems(request: LifecycleRequest) -> list[Problem]:
    problems: list[Problem] = []
    if request.hierarchical_namespace and request.marked_by == "tags":
        text = (
            "a hierarchical namespace has no blob index tags: take prefixes, which a job changes by "
            "renaming, or leave `hierarchical_namespace` out"
        )
        problems.append(Problem(("marked_by",), text))
    if request.immutable_days is None:
        return problems
    if request.marked_by == "prefixes":
        text = (
            "what is immutable can't be moved to another prefix for that long, so that nothing could be let "
            "go: mark by tags"
        )
        problems.append(Problem(("immutable_days",), text))
    if request.immutable_days > request.retention_days:
        text = (
            f"must be at most `retention_days`, {request.retention_days}, got {request.immutable_days}: a "
            "lifecycle rule can't delete what is immutable"
        )
        problems.append(Problem(("immutable_days",), text))
    return problems
