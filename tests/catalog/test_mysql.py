"""The catalogue of Azure Database for MySQL."""

from datetime import date

from azure_ai_landing_zone.catalog.mysql_sizes import MYSQL_SIZES
from azure_ai_landing_zone.catalog.mysql_versions import supported_on


def test_the_last_day_still_counts() -> None:
    assert supported_on(date(2026, 5, 31)) == ["8.0.21", "8.4"]
    assert supported_on(date(2026, 6, 1)) == ["8.4"]
    assert supported_on(date(2032, 6, 1)) == []


def test_every_size_has_the_buffer_pool_that_slurm_asks_for() -> None:
    """4 GiB: slurm.schedmd.com/accounting.html, 2026-11-23."""
    assert {one.size: one.buffer_pool_bytes // 2**30 for one in MYSQL_SIZES.values()} == {
        "Standard_D2ads_v5": 5,
        "Standard_D4ads_v5": 12,
        "Standard_D8ads_v5": 24,
        "Standard_D16ads_v5": 48,
    }
