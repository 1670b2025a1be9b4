"""Facts that are one number, one name or one list, and that more than one package has to know.

Rows are in single_facts.csv; a list has its values separated by `|`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal

from azure_ai_landing_zone.catalog.table import data_file, keyed

FactName = Literal[
    "azureResolver",
    "customDataBytes",
    "earlyDeletionDays",
    "federatedCredentials",
    "gpuResource",
    "hpcImageOffers",
    "logRetentionDaysOfYears",
    "lustreImportPrefixes",
    "machineLearningCpuSizes",
    "oldestBlobfuse",
    "refusedUserNames",
    "spotTaint",
]


@dataclass(frozen=True, slots=True)
class Fact:
    """One row."""

    name: FactName
    value: str
    about: str
    source: str
    as_of: date


def load(text: str, file: str = "single_facts.csv") -> Mapping[FactName, Fact]:
    """Facts by name. Raises CatalogError with every problem in the file."""
    return keyed(Fact, file, text, "a name", every=True)


@cache
def all_facts() -> Mapping[FactName, Fact]:
    """Every fact by name."""
    return load(data_file("single_facts.csv"))


def text(name: FactName) -> str:
    """The value as it is."""
    return all_facts()[name].value


def whole(name: FactName) -> int:
    """Of a number."""
    return int(text(name))


def words(name: FactName) -> tuple[str, ...]:
    """Of a list."""
    return tuple(text(name).split("|"))


def wholes(name: FactName) -> tuple[int, ...]:
    """Of a list of numbers."""
    return tuple(int(word) for word in words(name))


def pairs(name: FactName) -> Mapping[str, int]:
    """Of a list of numbers that have names, such as cool=30."""
    return {key: int(number) for key, _, number in (word.partition("=") for word in words(name))}
