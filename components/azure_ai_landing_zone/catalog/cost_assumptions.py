"""How much of what only use can tell a plan is assumed to take: three figures of each, all of them ours.

Rows are in cost_assumptions.csv. They are no facts of Azure: a project says its own in cost.yaml, and every
estimate names those it stands on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Literal

from azure_ai_landing_zone.catalog.table import data_file, records

AssumptionName = Literal[
    "blobGbWritten",
    "contentSafetyTexts",
    "firewallGb",
    "hoursOfStoppedMachine",
    "logGb",
    "natGb",
    "peeringGb",
    "privateEndpointGb",
    "prometheusSamples",
    "vaultOperations",
]


@dataclass(frozen=True, slots=True)
class Assumption:
    """What one resource takes in a month."""

    name: AssumptionName
    minimum: Decimal
    expected: Decimal
    maximum: Decimal
    about: str


def load(text: str, file: str = "cost_assumptions.csv") -> Mapping[AssumptionName, Assumption]:
    """Assumptions by name. Raises CatalogError with every problem in the file."""
    found: dict[AssumptionName, Assumption] = {}
    for row, one in records(Assumption, file, text, every=True):
        if not one.minimum <= one.expected <= one.maximum:
            row.problem("expected", "from the minimum to the maximum")
        if one.name in found:
            row.problem("name", "a name that no other line has")
        found[one.name] = one
    return found


@cache
def all_assumptions() -> Mapping[AssumptionName, Assumption]:
    """Every assumption by name."""
    return load(data_file("cost_assumptions.csv"))
