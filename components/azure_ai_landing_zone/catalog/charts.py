"""Helm charts of what runs inside clusters: until when each minor version has fixes, and with which versions
of Kubernetes it was tested.

Rows are in charts.csv, for charts whose makers say so; those of Kueue, KubeRay and NVIDIA's operators publish
no end of support.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from azure_ai_landing_zone.catalog.table import data_file, records


@dataclass(frozen=True, slots=True)
class ChartVersion:
    """One minor version of a chart."""

    chart: str
    """The last part of its name, such as gateway-helm."""
    version: str
    """Major and minor: 1.9."""
    kubernetes_versions: tuple[str, ...]
    """That its makers tested it with."""
    end_of_support: date
    """The last day on which it has fixes."""
    source: str
    as_of: date


def load(text: str, file: str = "charts.csv") -> Mapping[tuple[str, str], ChartVersion]:
    """By chart and minor version, the oldest first. Raises CatalogError with every problem in the file."""
    found: dict[tuple[str, str], ChartVersion] = {}
    for row, one in records(ChartVersion, file, text):
        if (one.chart, one.version) in found:
            row.problem("version", "given once for a chart")
        if not one.kubernetes_versions:
            row.problem("kubernetes_versions", "versions such as 1.35|1.36")
        found[one.chart, one.version] = one
    return MappingProxyType(found)


CHARTS: Mapping[tuple[str, str], ChartVersion] = load(data_file("charts.csv"))


def find(chart: str, version: str) -> ChartVersion | None:
    """Of a chart, given with its registry or without, in a version such as v1.9.0. None if the catalogue
    doesn't have it."""
    minor = ".".join(version.removeprefix("v").split(".")[:2])
    return CHARTS.get((chart.rstrip("/").rpartition("/")[2], minor))


def supported_on(chart: str, day: date) -> list[str]:
    """The minor versions of a chart that have fixes on that day, the oldest first."""
    return [one.version for one in CHARTS.values() if one.chart == chart and one.end_of_support >= day]
