"""Where Azure deploys which model."""

import pytest

from azure_ai_landing_zone.catalog import deployment_types, model_regions, models, regions
from azure_ai_landing_zone.catalog.table import CatalogError, data_file

HEADER = data_file("model_regions.csv").splitlines()[0]


def test_what_there_is() -> None:
    known = model_regions.all_models().values()
    assert len(known) == 124
    assert {one.deployment_type for one in known} == set(deployment_types.all_types())
    assert {region for one in known for region in one.regions} - set(regions.all_regions()) == set()
    assert {one.model for one in known if models.find(one.model, one.version) is None} == set()


def test_names_are_known_in_any_casing() -> None:
    assert model_regions.doubt("GPT-5.5", "2026-04-24", "DataZoneStandard", "germanywestcentral") is None


def test_bad_lines_are_refused() -> None:
    line = "gpt-5,2025-08-07,Standard,eastus|westus,a page,2026-04-30"
    with pytest.raises(CatalogError) as raised:
        model_regions.load(f"{HEADER}\n{line}\n{line}\n", "regions.csv")
    assert str(raised.value).splitlines() == [
        "regions.csv line 3, column deployment_type: got 'Standard'; must be given once for gpt-5 2025-08-07"
    ]
