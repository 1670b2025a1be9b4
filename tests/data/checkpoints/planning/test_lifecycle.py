"""Lifecycle rules are what the account can do, and act on nothing but what was let go."""

from typing import Any

import pytest

from azure_ai_landing_zone.data.checkpoints.planning.lifecycle import (
    EARLY_DELETION_DAYS,
    LifecycleRequest,
    LifecycleRule,
    lifecycle_problems,
    plan_lifecycle,
)


def request(**changes: Any) -> LifecycleRequest:
    values: dict[str, Any] = {
        "account_sku": "Standard_LRS",
        "retention_days": 14,
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
        {"hierarchical_namespace": True, "marked_by": "prefixes"},
        {"immutable_days": 14},
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
                    "30: leave it out, or let deletion come after 37 days",
                )
            ],
        ),
        (
            {"retention_days": 96, "cold_after_days": 7},
            [
                (
                    "cold_after_days",
                    "7 leaves 89 days in the cold tier before deletion after 96, and Azure bills at least "
                    "90: leave it out, or let deletion come after 97 days",
                )
            ],
        ),
        (
            {"cool_after_days": 20},
            [
                (
                    "cool_after_days",
                    "20 leaves 0 days in the cool tier before deletion after 14, and Azure bills at least "
                    "30: leave it out, or let deletion come after 50 days",
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
        (
            {"hierarchical_namespace": True},
            [
                (
                    "marked_by",
                    "a hierarchical namespace has no blob index tags: take prefixes, which a job changes by "
                    "renaming, or leave `hierarchical_namespace` out",
                )
            ],
        ),
        (
            {"immutable_days": 15},
            [
                (
                    "immutable_days",
                    "must be at most `retention_days`, 14, got 15: a lifecycle rule can't delete what is "
                    "immutable",
                )
            ],
        ),
        (
            {"immutable_days": 1, "marked_by": "prefixes"},
            [
                (
                    "immutable_days",
                    "what is immutable can't be moved to another prefix for that long, so that nothing "
                    "could be let go: mark by tags",
                )
            ],
        ),
    ],
)
def test_refuses_lifecycle(changes: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    problems = lifecycle_problems(request(**changes))
    assert [(".".join(map(str, problem.path)), problem.message) for problem in problems] == expected


def test_what_azure_bills_of_a_tier_at_least() -> None:
    assert EARLY_DELETION_DAYS == {"cool": 30, "cold": 90, "archive": 180}


@pytest.mark.parametrize(
    ("account_sku", "tiers"),
    [
        ("Standard_LRS", ["cool", "cold", "archive"]),
        ("Standard_GRS", ["cool", "cold", "archive"]),
        ("Standard_RAGRS", ["cool", "cold", "archive"]),
        ("Standard_ZRS", ["cool", "cold"]),
        ("Standard_GZRS", ["cool", "cold"]),
        ("Standard_RAGZRS", ["cool", "cold"]),
        ("Premium_LRS", []),
        ("Premium_ZRS", []),
    ],
)
def test_tiers_by_kind_and_redundancy(account_sku: str, tiers: list[str]) -> None:
    legal = [
        tier
        for tier in ("cool", "cold", "archive")
        if not lifecycle_problems(
            request(account_sku=account_sku, retention_days=365, **{f"{tier}_after_days": 1})
        )
    ]
    assert legal == tiers


def test_rules_without_tiers() -> None:
    assert plan_lifecycle(request()) == [
        LifecycleRule("let-go", "checkpoints/", ("checkpoint", "let-go"), {}, 14)
    ]
    assert plan_lifecycle(request(marked_by="prefixes")) == [
        LifecycleRule("let-go", "checkpoints/let-go/", None, {}, 14)
    ]


def test_the_best_get_cheaper_and_are_not_deleted() -> None:
    tiers = {"cool_after_days": 1, "cold_after_days": 31, "retention_days": 200}
    assert plan_lifecycle(request(**tiers)) == [
        LifecycleRule("let-go", "checkpoints/", ("checkpoint", "let-go"), {"cool": 1, "cold": 31}, 200),
        LifecycleRule("best", "checkpoints/", ("checkpoint", "best"), {"cool": 1, "cold": 31}, None),
    ]
