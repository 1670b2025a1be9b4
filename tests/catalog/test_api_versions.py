"""The catalogue of API versions that retire."""

import importlib
import re
from datetime import date
from pathlib import Path

import pytest

from azure_ai_landing_zone.catalog import api_versions
from azure_ai_landing_zone.catalog.api_versions import API_RETIREMENTS, ApiRetirement
from azure_ai_landing_zone.catalog.table import CatalogError

HEADER = "provider,before,retires_on,azure_native_module,azure_native_version,source,as_of"
ROWS = pytest.mark.parametrize("row", API_RETIREMENTS.values(), ids=lambda row: row.provider)

OTHERS: dict[str, dict[str, int]] = {
    "apimanagement": {"2021-04-01-preview": 1, "2024-10-01-preview": 2, "2025-03-01-preview": 2},
    "keyvault": {},
}
"""How many types of a module are made with another version than most."""


@pytest.mark.parametrize(
    ("provider", "version", "retires_on"),
    [
        ("Microsoft.KeyVault", "2024-11-01", date(2027, 2, 27)),
        ("microsoft.keyvault", "2025-05-01", date(2027, 2, 27)),
        ("Microsoft.KeyVault", "2024-12-01-preview", date(2027, 2, 27)),
        ("Microsoft.KeyVault", "2026-02-01", None),
        ("Microsoft.KeyVault", "2026-04-01-preview", None),
        ("Microsoft.ApiManagement", "2020-12-01", date(2024, 6, 1)),
        ("Microsoft.ApiManagement", "2021-08-01", None),
        ("Microsoft.Storage", "2015-06-15", None),
    ],
)
def test_what_retires_when(provider: str, version: str, retires_on: date | None) -> None:
    found = api_versions.find(provider, version)
    assert (found and found.retires_on) == retires_on


def test_the_day_itself_is_over() -> None:
    vaults = api_versions.of_module("keyvault")
    assert vaults is not None
    assert [vaults.over_on(date(2027, 2, day)) for day in (26, 27, 28)] == [False, True, True]
    assert api_versions.of_module("storage") is None


@ROWS
def test_a_module_s_version_is_the_sdk_s(row: ApiRetirement) -> None:
    module = importlib.import_module(f"pulumi_azure_native.{row.azure_native_module}")
    folder = Path(str(module.__file__)).parent
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("[!_]*.py")]
    versions = [
        found[1]
        for text in texts
        if "(pulumi.CustomResource)" in text
        and (found := re.search(r"Uses Azure REST API version ([\w-]+)", text))
    ]
    counts = {version: versions.count(version) for version in versions}
    assert counts.pop(row.azure_native_version) > max([0, *counts.values()])
    assert counts == OTHERS[row.azure_native_module]


def test_what_can_t_be_vouched_for_is_refused() -> None:
    with pytest.raises(CatalogError) as caught:
        api_versions.load(
            f"{HEADER}\nMicrosoft.X,2026,2027-02-27,x,2024-11-01,s,2026-11-22\n"
            "Microsoft.Y,2026-02-01,2027-02-27,y,2024-11-01,s,2026-11-22\n"
            "microsoft.y,2026-02-01,2027-02-27,,2024-11-01,s,2026-11-22\n"
        )
    assert caught.value.problems == [
        "api_versions.csv line 2, column before: got '2026'; must be a date such as 2026-09-30",
        "api_versions.csv line 4, column azure_native_module: got ''; must be filled in",
        "api_versions.csv line 4, column provider: got 'microsoft.y'; must be given once",
    ]
