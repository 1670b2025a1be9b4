"""Versions of Azure Database for MySQL, and when Azure's standard support of each ends.

Rows are in mysql_versions.csv, by what the API calls them. Afterwards Azure bills its Extended Support.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from azure_ai_landing_zone.catalog.table import data_file, keyed


@dataclass(frozen=True, slots=True)
class MysqlVersion:
    """One version."""

    version: str
    """As the API has it: 8.4."""
    end_of_support: date
    """The last day of Azure's standard support."""
    source: str
    as_of: date


def load(text: str, file: str = "mysql_versions.csv") -> Mapping[str, MysqlVersion]:
    """Versions by name, the oldest first. Raises CatalogError with every problem in the file."""
    return keyed(MysqlVersion, file, text, "a version")


MYSQL_VERSIONS: Mapping[str, MysqlVersion] = load(data_file("mysql_versions.csv"))


def supported_on(day: date) -> list[str]:
    """The versions that Azure supports on that day without extra cost, the oldest first."""
    return [one.version for one in MYSQL_VERSIONS.values() if one.end_of_support >= day]
