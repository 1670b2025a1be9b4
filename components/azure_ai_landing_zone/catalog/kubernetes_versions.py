"""Kubernetes versions on AKS, and when Azure's support of each ends.

Rows are in kubernetes_versions.csv. Azure gives months: a month means its last day.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from azure_ai_landing_zone.catalog.table import data_file, records


@dataclass(frozen=True, slots=True)
class KubernetesVersion:
    """One minor version."""

    version: str
    """Major and minor: 1.35."""
    end_of_support: date
    """The last day on which Azure supports it."""
    end_of_long_term_support: date
    """The same for clusters in the Premium tier with the support plan AKSLongTermSupport."""
    source: str
    as_of: date

    def last_day(self, *, long_term: bool) -> date:
        return self.end_of_long_term_support if long_term else self.end_of_support


def load(text: str, file: str = "kubernetes_versions.csv") -> Mapping[str, KubernetesVersion]:
    """Versions by major and minor, the oldest first. Raises CatalogError with every problem in the file."""
    versions: dict[str, KubernetesVersion] = {}
    for row, one in records(KubernetesVersion, file, text):
        if one.version in versions:
            row.problem("version", "given once")
        if one.end_of_long_term_support <= one.end_of_support:
            row.problem("end_of_long_term_support", "after end_of_support")
        versions[one.version] = one
    return MappingProxyType(versions)


KUBERNETES_VERSIONS: Mapping[str, KubernetesVersion] = load(data_file("kubernetes_versions.csv"))


def minor(version: str) -> str:
    """`1.35` of `1.35.2` and of `1.35`."""
    return ".".join(version.split(".")[:2])


def find(version: str) -> KubernetesVersion | None:
    """The row of a version with or without its patch number. None if the catalogue doesn't have it."""
    return KUBERNETES_VERSIONS.get(minor(version))


def is_older_than_all(version: str) -> bool:
    """Whether it comes before every version of the catalogue, and so has long been out of support."""
    parts = minor(version).split(".")
    first = next(iter(KUBERNETES_VERSIONS)).split(".")
    return all(part.isdecimal() for part in parts) and [int(part) for part in parts] < [
        int(part) for part in first
    ]


def supported_on(day: date) -> list[str]:
    """The versions that Azure supports on that day, the oldest first."""
    return [version.version for version in KUBERNETES_VERSIONS.values() if version.end_of_support >= day]
