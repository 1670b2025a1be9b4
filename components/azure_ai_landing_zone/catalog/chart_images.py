"""What the pods of pinned Helm charts pull, and the values of the charts that say from where.

Rows are in chart_images.csv, for what the charts run as we set them; what their makers leave off by default
and we do too (KueueViz, rate limits, sandboxed workloads) has none. Images that our own objects name are
those of pins.csv.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from types import MappingProxyType
from typing import Any

from azure_ai_landing_zone.catalog import pins
from azure_ai_landing_zone.catalog.image_sources import MICROSOFT, host_of, with_host
from azure_ai_landing_zone.catalog.table import data_file, records


@dataclass(frozen=True, slots=True)
class ChartImage:
    """One image of one chart."""

    chart: str
    """As pins.csv has it."""
    setting: str
    """The path of the chart's value that says where the image is: image.repository."""
    value: str
    """What that is by default: an image, its repository, or the folder of the registry that it is in."""
    image: str
    """What pods pull by default."""
    source: str
    as_of: date


def load(text: str, file: str = "chart_images.csv") -> Mapping[tuple[str, str], ChartImage]:
    """By chart and setting. Raises CatalogError with every problem in the file."""
    found: dict[tuple[str, str], ChartImage] = {}
    for row, one in records(ChartImage, file, text):
        if (one.chart, one.setting) in found:
            row.problem("setting", "given once for a chart")
        if not one.image.startswith(one.value):
            row.problem("value", f"what {one.image} begins with")
        found[one.chart, one.setting] = one
    return MappingProxyType(found)


@cache
def chart_images() -> Mapping[tuple[str, str], ChartImage]:
    """By chart and setting."""
    return load(data_file("chart_images.csv"))


def values(chart: str, kept: Callable[[str], str]) -> dict[str, Any]:
    """The values of a chart that make its pods pull from elsewhere; `kept` says where what is there."""
    found: dict[str, Any] = {}
    for one in chart_images().values():
        if one.chart == chart:
            *path, last = one.setting.split(".")
            inner = found
            for name in path:
                inner = inner.setdefault(name, {})
            inner[last] = kept(one.value)
    return found


def all_images() -> list[str]:
    """Everything that a cluster of ours may pull by itself, with its registry."""
    ours = [with_host(pin.reference) for pin in pins.all_pins().values() if pin.kind == "image"]
    return sorted({*ours, *(one.image for one in chart_images().values())})


def publishers() -> list[str]:
    """Whose images those are: repositories with /* at the end, of Microsoft all."""
    found = set()
    for image in all_images():
        host, publisher, *_ = image.split("/")
        found.add(f"{host}/*" if host_of(image) == MICROSOFT else f"{host}/{publisher}/*")
    return sorted(found)
