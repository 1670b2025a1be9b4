"""The catalogue of Kubernetes versions on AKS."""

from datetime import date

import pytest

from azure_ai_landing_zone.catalog import kubernetes_versions as versions
from azure_ai_landing_zone.catalog.table import CatalogError

HEADER = "version,end_of_support,end_of_long_term_support,source,as_of"


@pytest.mark.parametrize(
    ("version", "ends", "ends_late"),
    [
        ("1.34", date(2026, 11, 30), date(2027, 11, 30)),
        ("1.34.2", date(2026, 11, 30), date(2027, 11, 30)),
        ("1.31", date(2025, 11, 1), date(2026, 11, 30)),
        ("1.37", date(2027, 10, 31), date(2028, 10, 31)),
    ],
)
def test_versions(version: str, ends: date, ends_late: date) -> None:
    found = versions.find(version)
    assert found is not None
    assert (found.last_day(long_term=False), found.last_day(long_term=True)) == (ends, ends_late)


def test_the_last_day_still_counts() -> None:
    assert versions.supported_on(date(2026, 11, 30)) == ["1.34", "1.35", "1.36", "1.37"]
    assert versions.supported_on(date(2026, 12, 1)) == ["1.35", "1.36", "1.37"]


@pytest.mark.parametrize(
    ("version", "older"), [("1.28.9", True), ("1.9", True), ("1.29", False), ("1.40", False), ("next", False)]
)
def test_what_came_before_the_catalogue_is_old_and_what_comes_after_it_unknown(
    version: str, older: bool
) -> None:
    assert versions.is_older_than_all(version) is older
    assert (versions.find(version) is None) is (version != "1.29")


def test_what_can_t_be_vouched_for_is_refused() -> None:
    with pytest.raises(CatalogError) as caught:
        versions.load(f"{HEADER}\n1.40,2028-01-31,2027-01-31,s,2026-08-05\n1.40,x,2029-01-31,s,2026-08-05\n")
    assert caught.value.problems == [
        "kubernetes_versions.csv line 2, column end_of_long_term_support: got '2027-01-31'; must be "
        "after end_of_support",
        "kubernetes_versions.csv line 3, column end_of_support: got 'x'; must be a date such as 2026-09-30",
        "kubernetes_versions.csv line 3, column version: got '1.40'; must be given once",
    ]
