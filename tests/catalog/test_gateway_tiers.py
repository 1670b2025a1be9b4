"""Tiers of API Management, and where Azure offers them."""

from collections import Counter

import pytest

from azure_ai_landing_zone.catalog import gateway_tiers, regions
from azure_ai_landing_zone.catalog.table import CatalogError, data_file

HEADER = data_file("gateway_tiers.csv").splitlines()[0]


def test_what_there_is() -> None:
    known = gateway_tiers.all_tiers().values()
    assert Counter((one.tier, one.offered) for one in known) == {
        ("PremiumV2", "open"): 8,
        ("PremiumV2", "closed"): 1,
        ("StandardV2", "open"): 29,
        ("StandardV2", "closed"): 1,
    }
    assert {one.region for one in known} - set(regions.all_regions()) == set()


def test_a_tier_that_the_table_has_nothing_of_is_in_no_doubt() -> None:
    assert gateway_tiers.doubt("Developer", "eastus") is None


def test_bad_lines_are_refused() -> None:
    line = "PremiumV2,eastus,open,a page,2026-04-24"
    with pytest.raises(CatalogError) as raised:
        gateway_tiers.load(f"{HEADER}\n{line}\n{line.replace('open', 'soon')}\n", "tiers.csv")
    assert str(raised.value).splitlines() == [
        "tiers.csv line 3, column offered: got 'soon'; must be one of open, closed",
        "tiers.csv line 3, column region: got 'eastus'; must be given once for PremiumV2",
    ]
