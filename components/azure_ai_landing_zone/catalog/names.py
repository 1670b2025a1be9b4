"""What Azure allows names of resources to be, by kind, and what they are abbreviated to.

Rows are in names.csv. Abbreviations are those of
learn.microsoft.com/azure/cloud-adoption-framework/ready/azure-best-practices/resource-abbreviations.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from azure_ai_landing_zone.catalog.table import CatalogError, data_file, rows


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


COLUMNS = (
    "kind",
    "abbreviation",
    "shortest",
    "longest",
    "pattern",
    "allowed",
    "separators",
    "source",
    "as_of",
)


def load(text: str, file: str = "names.csv") -> Mapping[str, NameRule]:
    """Rules by kind. Raises CatalogError with every problem in the file."""
    problems: list[str] = []
    rules: dict[str, NameRule] = {}
    for row in rows(file, text, COLUMNS, problems):
        rule = NameRule(
            kind=row.text("kind"),
            abbreviation=row.text("abbreviation"),
            shortest=row.whole("shortest") or 0,
            longest=row.whole("longest") or 0,
            pattern=row.text("pattern"),
            allowed=row.text("allowed"),
            separators=row.flag("separators"),
            source=row.text("source"),
            as_of=row.day("as_of") or date.min,
        )
        if rule.kind in rules:
            row.problem("kind", "a kind that no other line has")
        if not 1 <= rule.shortest <= rule.longest:
            row.problem("longest", "at least `shortest`, which is at least 1")
        try:
            re.compile(rule.pattern)
        except re.error:
            row.problem("pattern", "a regular expression")
        rules[rule.kind] = rule
    if problems:
        raise CatalogError(problems)
    return rules


@cache
def all_rules() -> Mapping[str, NameRule]:
    """Every rule by kind."""
    return load(data_file("names.csv"))
