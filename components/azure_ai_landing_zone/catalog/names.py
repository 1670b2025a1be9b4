"""What Azure allows names of resources to be, by kind, and what they are abbreviated to.

Rows are in names.csv. Abbreviations are those of
learn.microsoft.com/azure/cloud-adoption-framework/ready/azure-best-practices/resource-abbreviations.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from azure_ai_landing_zone.catalog.table import data_file, records


@dataclass(frozen=True, slots=True)
class NameRule:
    """What Azure allows a name of one kind to be."""

    kind: str
    abbreviation: str
    shortest: int
    longest: int
    pattern: str
    allowed: str
    """The pattern, in words."""
    separators: bool
    """Whether hyphens and the like are allowed; they are dropped where they aren't."""
    source: str
    as_of: date


def load(text: str, file: str = "names.csv") -> Mapping[str, NameRule]:
    """Rules by kind. Raises CatalogError with every problem in the file."""
    rules: dict[str, NameRule] = {}
    for row, rule in records(NameRule, file, text):
        if rule.kind in rules:
            row.problem("kind", "a kind that no other line has")
        if not 1 <= rule.shortest <= rule.longest:
            row.problem("longest", "at least `shortest`, which is at least 1")
        try:
            re.compile(rule.pattern)
        except re.error:
            row.problem("pattern", "a regular expression")
        rules[rule.kind] = rule
    return rules


@cache
def all_rules() -> Mapping[str, NameRule]:
    """Every rule by kind."""
    return load(data_file("names.csv"))
