"""Types of deployments, and tiers of AI Search."""

import pytest

from azure_ai_landing_zone.catalog import deployment_types, search_tiers
from azure_ai_landing_zone.catalog.table import CatalogError, data_file


def test_types_of_deployments() -> None:
    assert {
        name: (one.processing, one.provisioned) for name, one in deployment_types.all_types().items()
    } == {
        "Standard": ("regional", False),
        "GlobalStandard": ("global", False),
        "DataZoneStandard": ("dataZone", False),
        "ProvisionedManaged": ("regional", True),
        "GlobalProvisionedManaged": ("global", True),
        "DataZoneProvisionedManaged": ("dataZone", True),
    }
    assert deployment_types.pay_as_you_go("dataZone") == "DataZoneStandard"
    assert deployment_types.find("GlobalBatch") is None


def test_tiers_of_search() -> None:
    assert {
        name: (one.replicas, one.partitions, one.units, one.links, one.link_groups)
        for name, one in search_tiers.all_tiers().items()
    } == {
        "basic": (3, 3, 9, 30, 4),
        "standard": (12, 12, 36, 100, 7),
        "standard2": (12, 12, 36, 400, 15),
        "standard3": (12, 12, 36, 400, 15),
        "storage_optimized_l1": (12, 12, 36, 20, 4),
        "storage_optimized_l2": (12, 12, 36, 20, 4),
    }


def test_bad_lines_are_refused() -> None:
    header = data_file("deployment_types.csv").splitlines()[0]
    with pytest.raises(CatalogError, match="column provisioned: got 'no'; must be true or false"):
        deployment_types.load(f"{header}\nStandard,regional,no,a page,2026-05-08\n")
    header = data_file("search_tiers.csv").splitlines()[0]
    with pytest.raises(CatalogError, match="column tier: got 'basic'; must be a tier that no other line has"):
        search_tiers.load(f"{header}\n" + "basic,3,3,9,30,4,a page,2025-11-20\n" * 2)
