"""Versions of Azure's management APIs that Azure has retired, or will retire on a day that it has announced.

Rows are in api_versions.csv, one for each resource provider. From that day on whatever is written with an
older version is refused; what exists goes on. A provider that isn't here has announced nothing that we know.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from azure_ai_landing_zone.catalog.table import data_file, records


@dataclass(frozen=True, slots=True)
class ApiRetirement:
    """Of the older versions of one resource provider's API."""

    provider: str
    """Such as Microsoft.KeyVault."""
    before: date
    """The first version that stays; previews have the date of theirs."""
    retires_on: date
    azure_native_module: str
    """Of pulumi-azure-native, with the provider's types."""
    azure_native_version: str
    """That these types are made with in 3.29, unless their token says another."""
    source: str
    as_of: date

    def concerns(self, version: str) -> bool:
        """Whether a version, such as 2024-12-01-preview, is one of those that retire."""
        return version[:10] < self.before.isoformat()

    def over_on(self, day: date) -> bool:
        return self.retires_on <= day


def load(text: str, file: str = "api_versions.csv") -> Mapping[str, ApiRetirement]:
    """Rows by provider in lower case. Raises CatalogError with every problem in the file."""
    retirements: dict[str, ApiRetirement] = {}
    for row, one in records(ApiRetirement, file, text):
        if one.provider.lower() in retirements:
            row.problem("provider", "given once")
        retirements[one.provider.lower()] = one
    return MappingProxyType(retirements)


API_RETIREMENTS: Mapping[str, ApiRetirement] = load(data_file("api_versions.csv"))


def find(provider: str, version: str) -> ApiRetirement | None:
    """What is announced of a version of a provider's API, in any casing; None if nothing is."""
    known = API_RETIREMENTS.get(provider.lower())
    return known if known and known.concerns(version) else None


def of_module(module: str) -> ApiRetirement | None:
    """The row of a module of azure-native, such as keyvault, whether or not its own version retires."""
    return next((one for one in API_RETIREMENTS.values() if one.azure_native_module == module), None)
