"""How much of what only use can tell a plan is assumed to take: three figures of each, all of them ours.

Rows are in cost_assumptions.csv. They are no facts of Azure: a project says its own in cost.yaml, and every
estimate names those it stands on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Literal, get_args

from azure_ai_landing_zone.catalog.table import CatalogError, data_file, rows

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

    minimum: Decimal
    expected: Decimal
    maximum: Decimal
    about: str


COLUMNS = ("name", "minimum", "expected", "maximum", "about")


def load(text: str, file: str = "cost_assumptions.csv") -> Mapping[AssumptionName, Assumption]:
    """Assumptions by name. Raises CatalogError with every problem in the file."""
    problems: list[str] = []
    found: dict[AssumptionName, Assumption] = {}
    for row in rows(file, text, COLUMNS, problems):
        name = row.one_of("name", get_args(AssumptionName))
        low, likely, high = row.decimal("minimum"), row.decimal("expected"), row.decimal("maximum")
        about = row.text("about")
        if name is None or low is None or likely is None or high is None:
            continue
        if not low <= likely <= high:
            row.problem("expected", "from the minimum to the maximum")
        if name in found:
            row.problem("name", "a name that no other line has")
        found[name] = Assumption(low, likely, high, about)
    if missing := [name for name in get_args(AssumptionName) if name not in found]:
        problems.append(f"{file}: no line for {', '.join(missing)}")
    if problems:
        raise CatalogError(problems)
    return found


@cache
def all_assumptions() -> Mapping[AssumptionName, Assumption]:
    """Every assumption by name."""
    return load(data_file("cost_assumptions.csv"))
