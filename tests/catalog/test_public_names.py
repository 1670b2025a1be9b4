"""Names on the internet, the tags that cover them, and whose they are."""

import pytest

from azure_ai_landing_zone.catalog import public_names
from azure_ai_landing_zone.catalog.table import CatalogError, data_file


def test_a_name_is_in_its_row() -> None:
    row = public_names.find("weights.blob.core.windows.net")
    assert row is not None
    assert (row.service_tags, row.service_endpoint, row.others) == (
        ("Storage",),
        "Microsoft.Storage",
        "storage accounts of every tenant",
    )
    assert row.somebody_s == "another-tenant.blob.core.windows.net"
    assert public_names.find("blob.core.windows.net") is None
    alone = public_names.find("management.azure.com")
    assert alone is not None
    assert (alone.fqdn_tags, alone.others, alone.somebody_s) == (
        ("AzureKubernetesService",),
        None,
        "management.azure.com",
    )


def test_a_name_is_there_once() -> None:
    header = data_file("public_names.csv").splitlines()[0]
    with pytest.raises(CatalogError) as raised:
        public_names.load(f"{header}\n*.a.net,,,,,page,2026-11-22\nb.a.net,,,,,page,2026-11-22\n")
    assert raised.value.problems == [
        "public_names.csv line 3, column name: got 'b.a.net'; must be a name that no line before it holds"
    ]


def test_the_tag_of_a_service_s_management_is_no_way_to_what_others_run_on_it() -> None:
    """ApiManagement holds the control plane alone; who lets it out lets nobody call a gateway."""
    gateways = public_names.find("another-tenant.azure-api.net")
    assert gateways is not None
    assert gateways.service_tags == ()
