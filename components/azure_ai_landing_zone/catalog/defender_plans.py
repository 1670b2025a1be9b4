"""Plans of Microsoft Defender for Cloud for what this library makes, as a subscription has them.

Rows are in defender_plans.csv, from the definitions of github.com/Azure/azure-policy at f4a50bac
(built-in-policies/policyDefinitions/Security Center) that turn them on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from azure_ai_landing_zone.catalog.table import data_file, keyed


@dataclass(frozen=True, slots=True)
class DefenderPlan:
    """One plan."""

    name: str
    """Azure's, of Microsoft.Security/pricings."""
    sub_plans: tuple[str, ...]
    """One of them is chosen; none: there is nothing to choose."""
    extensions: tuple[str, ...]
    """Each is on or off."""
    source: str
    as_of: date


def load(text: str, file: str = "defender_plans.csv") -> Mapping[str, DefenderPlan]:
    """By name. Raises CatalogError with every problem in the file."""
    return keyed(DefenderPlan, file, text, "a name")


@cache
def all_plans() -> Mapping[str, DefenderPlan]:
    return load(data_file("defender_plans.csv"))
