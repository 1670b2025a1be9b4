"""Data costs what dated prices say, and what they don't say is never nothing."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.cost.storage import (
    DISK_TIERS,
    StorageUse,
    blob_use,
    disk_use,
    lustre_use,
    storage_estimate,
)


def test_checkpoints_of_three_days_in_the_hot_tier() -> None:
    """4 032 GB, the 72 hours of a 7B model every half hour, cost 84 dollars a month."""
    (line,) = storage_estimate([blob_use("runs", "blobHot", "Standard_LRS", "eastus", 4_032)]).lines
    assert line.usd == Decimal("83.8656")
    assert line.price is not None
    assert line.price.as_of.isoformat() == "2026-09-01"


def test_a_registry_is_billed_by_the_day() -> None:
    (line,) = storage_estimate([StorageUse("images", "registry", "Premium", "eastus2", Decimal(1))]).lines
    assert line.usd is not None
    assert line.usd.quantize(Decimal("0.01")) == Decimal("50.69")


def test_disks_are_billed_by_the_tier_that_they_fall_into() -> None:
    """Eight nodes with system disks of 256 GiB, the default of a training cluster."""
    (line,) = storage_estimate([disk_use("nodes", 256, "eastus", 8)]).lines
    assert line.usd == Decimal("304.097136")
    assert [disk_use("x", size, "eastus", 1).sku for size in (1, 32, 33, 257, 40_000)] == [
        "P1",
        "P4",
        "P6",
        "P20",
        "P80",
    ]


def test_what_has_no_price_is_unknown_and_counts_as_at_least() -> None:
    estimate = storage_estimate(
        [
            blob_use("runs", "blobHot", "Standard_LRS", "eastus", 1_000),
            lustre_use("data", "AMLFS-Durable-Premium-250", "eastus", 16),
            blob_use("zrs", "blobHot", "Standard_ZRS", "eastus", 1_000),
            disk_use("nodes", 256, "eastus", None),
            blob_use("empty", "blobHot", "Standard_GRS", "eastus", 0),
        ]
    )
    assert estimate.usd == Decimal("20.8000")
    assert [(line.use.name, line.unknown) for line in estimate.unpriced] == [
        ("data", "there is no price for lustre AMLFS-Durable-Premium-250 in eastus"),
        ("zrs", "there is no price for blobHot Standard_ZRS in eastus"),
        ("nodes", "its amount isn't known"),
    ]


@given(st.integers(1, 32_767), st.integers(1, 32_767))
def test_a_larger_disk_is_never_in_a_smaller_tier(one: int, other: int) -> None:
    tiers = [tier for _, tier in DISK_TIERS]
    small, large = sorted((one, other))
    assert tiers.index(disk_use("x", small, "eastus", 1).sku) <= tiers.index(
        disk_use("x", large, "eastus", 1).sku
    )


@pytest.mark.parametrize("gb", [0.1, 1e9])
def test_amounts_are_exact(gb: float) -> None:
    (line,) = storage_estimate([blob_use("runs", "blobCold", "Standard_LRS", "eastus", gb)]).lines
    assert line.usd == Decimal(str(gb)) * Decimal("0.0036")
