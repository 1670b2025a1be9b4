"""Versions of what others make and we install: packages of nodes and what they build from source, images and
charts of clusters.

Rows are in pins.csv, with the page that says why this one and the day it was read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal

from azure_ai_landing_zone.catalog.table import data_file, keyed


@dataclass(frozen=True, slots=True)
class Pin:
    """One version of one thing."""

    name: str
    """Of a package, of a repository, of an image without its tag, or of a chart."""
    kind: Literal["package", "commit", "image", "chart"]
    version: str
    """As its makers write it; the tag of an image, the full name of a commit."""
    source: str
    as_of: date

    @property
    def reference(self) -> str:
        """As an image is asked for."""
        return f"{self.name}:{self.version}"


def load(text: str, file: str = "pins.csv") -> Mapping[str, Pin]:
    """By name. Raises CatalogError with every problem in the file."""
    return keyed(Pin, file, text, "one")


@cache
def all_pins() -> Mapping[str, Pin]:
    """By name."""
    return load(data_file("pins.csv"))


def version(name: str) -> str:
    """Of the thing of that name. Raises KeyError."""
    return all_pins()[name].version


def image(name: str) -> str:
    """The image of that name, as it is asked for. Raises KeyError."""
    return all_pins()[name].reference
