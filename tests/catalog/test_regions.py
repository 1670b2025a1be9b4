"""Where regions are: every region with a price has a place, but for those that Azure's list lacks."""

import pytest

from azure_ai_landing_zone.catalog import regions
from azure_ai_landing_zone.catalog.table import CatalogError, data_file


def test_every_region_with_a_price_has_a_place() -> None:
    priced = {line.split(",")[1] for line in data_file("prices.csv").splitlines()[1:]}
    assert priced - set(regions.all_regions()) == {"swedensouth"}


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("eastus", "eastus eastus2 westus uksouth westeurope japaneast atlantis lemuria"),
        ("uksouth", "uksouth westeurope eastus2 eastus westus japaneast atlantis lemuria"),
        ("japaneast", "japaneast westus westeurope uksouth eastus eastus2 atlantis lemuria"),
        ("atlantis", "atlantis eastus eastus2 japaneast lemuria uksouth westeurope westus"),
    ],
)
def test_the_nearest_come_first_and_unknown_ones_last(place: str, expected: str) -> None:
    names = {"westeurope", "lemuria", "eastus2", "japaneast", "atlantis", "eastus", "uksouth", "westus"}
    assert regions.by_distance(names, place) == expected.split()


GOOD = "eastus,37.3719,-79.8164,3,a page,2026-03-12"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (GOOD.replace("37.3719", "37 N"), "column latitude: got '37 N'; must be degrees from -180 to 180"),
        (GOOD.replace("-79.8164", "-181"), "column longitude: got '-181'; must be degrees from -180 to 180"),
        (GOOD.replace(",3,", ",,"), "column zones: got ''; must be a whole number from 0"),
        (GOOD.replace("a page", ""), "column source: got ''; must be filled in"),
        (f"{GOOD}\n{GOOD}", "column region: got 'eastus'; must be a name that no other line has"),
    ],
)
def test_a_bad_line_is_refused(line: str, problem: str) -> None:
    header = data_file("regions.csv").splitlines()[0]
    with pytest.raises(CatalogError) as raised:
        regions.load(f"{header}\n{line}\n")
    assert raised.value.problems[-1].partition(", ")[2] == problem
