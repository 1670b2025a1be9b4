"""What is said of a size, whatever is made of it."""

import pytest

from azure_ai_landing_zone.catalog.sizes import VM_SIZES
from azure_ai_landing_zone.core.size_warnings import size_warnings


@pytest.mark.parametrize(
    ("size", "location", "expected"),
    [
        ("Standard_ND96isr_H100_v5", "eastus", []),
        (
            "Standard_HB120rs_v2",
            "eastus",
            [
                "Standard_HB120rs_v2 retires on 2027-05-31; Standard_HB368rs_v5 or Standard_HX176rs or "
                "Standard_HB176rs_v4 or Standard_HB120rs_v3 replaces it"
            ],
        ),
        (
            "Standard_ND96isrf_H200_v5",
            "eastus",
            [
                "Standard_ND96isrf_H200_v5: no price of it is known, so nobody knows here whether Azure "
                "offers it in eastus: ask `az vm list-skus --location eastus --size "
                "Standard_ND96isrf_H200_v5 --all`",
                "Standard_ND96isrf_H200_v5: Azure publishes no page for it; check that your subscription may "
                "use it",
            ],
        ),
        (
            "Standard_ND96asr_v4",
            "eastus2",
            [
                "Standard_ND96asr_v4: the prices of 2026-06-18 have none in eastus2, so nobody knows here "
                "whether Azure offers it there: ask `az vm list-skus --location eastus2 --size "
                "Standard_ND96asr_v4 --all`. The nearest regions with a price are eastus, southcentralus, "
                "westus3, westus2, westeurope"
            ],
        ),
    ],
)
def test_what_is_said_of_a_size(size: str, location: str, expected: list[str]) -> None:
    assert list(size_warnings(VM_SIZES[size], location)) == expected
