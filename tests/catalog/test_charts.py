"""The catalogue of Helm charts."""

from datetime import date

import pytest

from azure_ai_landing_zone.catalog import charts
from azure_ai_landing_zone.catalog.table import CatalogError


def test_a_chart_is_found_by_its_name_and_minor_version() -> None:
    found = charts.find("oci://docker.io/envoyproxy/gateway-helm", "v1.8.3")
    assert found is not None
    assert (found.version, found.end_of_support) == ("1.8", date(2026, 11, 8))
    assert charts.find("gateway-helm", "1.8.0") == found
    assert charts.find("kueue", "0.17.8") is None


def test_the_last_day_still_counts() -> None:
    assert charts.supported_on("gateway-helm", date(2026, 11, 8)) == ["1.8", "1.9"]
    assert charts.supported_on("gateway-helm", date(2026, 11, 9)) == ["1.9"]


def test_what_can_t_be_vouched_for_is_refused() -> None:
    header = "chart,version,kubernetes_versions,end_of_support,source,as_of"
    with pytest.raises(CatalogError) as caught:
        charts.load(f"{header}\na,1.0,1.36,2027-01-31,s,2026-08-05\na,1.0,,2027-01-31,s,2026-08-05\n")
    assert caught.value.problems == [
        "charts.csv line 3, column version: got '1.0'; must be given once for a chart",
        "charts.csv line 3, column kubernetes_versions: got ''; must be versions such as 1.35|1.36",
    ]
