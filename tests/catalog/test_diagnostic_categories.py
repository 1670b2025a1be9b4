"""The one table that knows what resources send."""

import pytest

from azure_ai_landing_zone.catalog.diagnostic_categories import (
    ALL_LOGS,
    DIAGNOSTIC_CATEGORIES,
    DiagnosticCategories,
    find,
    load,
)
from azure_ai_landing_zone.catalog.table import CatalogError, columns

HEADER = ",".join(columns(DiagnosticCategories)) + "\n"


def test_storage_has_metrics_on_the_account_and_logs_on_its_services() -> None:
    account, blobs = (
        find("Microsoft.Storage/storageAccounts"),
        find("microsoft.storage/storageaccounts/blobservices"),
    )
    assert account is not None
    assert blobs is not None
    assert (account.logs, account.metrics) == ((), ("Transaction",))
    assert (blobs.logs, blobs.metrics) == ((ALL_LOGS,), ("Transaction",))


def test_aks_leaves_out_what_costs_more_than_it_tells() -> None:
    cluster = find("Microsoft.ContainerService/managedClusters")
    assert cluster is not None
    assert "kube-audit-admin" in cluster.logs
    assert "kube-audit" not in cluster.logs
    assert cluster.dedicated_tables


@pytest.mark.parametrize(
    "resource_type",
    ["Microsoft.Insights/components", "Microsoft.Network/natGateways", "Microsoft.Network/privateEndpoints"],
)
def test_some_types_have_none(resource_type: str) -> None:
    assert find(resource_type) is None


@pytest.mark.parametrize("row", DIAGNOSTIC_CATEGORIES.values(), ids=lambda row: row.resource_type)
def test_every_row_says_where_it_is_from(row: DiagnosticCategories) -> None:
    assert row.source.startswith(("learn.microsoft.com/azure/", "Azure/bicep-registry-modules@"))


def test_rows_are_sorted() -> None:
    types = [row.resource_type for row in DIAGNOSTIC_CATEGORIES.values()]
    assert types == sorted(types)


def test_all_that_is_wrong_is_said_at_once() -> None:
    rows = (
        "Microsoft.A/b,allLogs,AllMetrics,,s,2026-01-01\n"
        "microsoft.a/B,allLogs|X,,,s,2026-01-01\n"
        "Microsoft.A/c,,,,s,2026-01-01\n"
        "Microsoft.A/d,X,,perhaps,s,soon\n"
    )
    with pytest.raises(CatalogError) as raised:
        load(HEADER + rows, "f")
    assert raised.value.problems == [
        "f line 3, column resource_type: got 'microsoft.a/B'; must be a type that no other line has",
        "f line 3, column logs: got 'allLogs|X'; must be allLogs alone, or categories",
        "f line 4, column logs: got ''; must be filled in where there are no metrics",
        "f line 5, column dedicated_tables: got 'perhaps'; must be true, false or empty",
        "f line 5, column as_of: got 'soon'; must be a date such as 2026-09-30",
    ]


def test_a_firewall_says_everything_once() -> None:
    """It has three categories from before it had tables of its own, which the group of all logs holds too."""
    found = find("Microsoft.Network/azureFirewalls")
    assert found is not None
    assert ALL_LOGS not in found.logs
    assert not [name for name in found.logs if name.startswith("AzureFirewall")]
