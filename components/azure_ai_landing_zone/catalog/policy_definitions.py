"""Azure's own policy definitions that ask for what rules of the policy pack ask for.

Rows are in policy_definitions.csv, from github.com/Azure/azure-policy at f4a50bac, in
built-in-policies/policyDefinitions. Each takes one parameter, `effect`: Audit, Deny or Disabled.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from azure_ai_landing_zone.catalog.table import data_file, keyed


@dataclass(frozen=True, slots=True)
class PolicyDefinition:
    """One definition."""

    name: str
    """Ours, as stack files have it."""
    definition_id: str
    """Azure's, a GUID."""
    display_name: str
    types: tuple[str, ...]
    """Of azure-native, whose resources it looks at: storage:StorageAccount."""
    rules: tuple[str, ...]
    """Of the policy pack, that refuse in a plan what it refuses in Azure."""
    source: str
    as_of: date


def load(text: str, file: str = "policy_definitions.csv") -> Mapping[str, PolicyDefinition]:
    """By name. Raises CatalogError with every problem in the file."""
    return keyed(PolicyDefinition, file, text, "a name")


@cache
def all_definitions() -> Mapping[str, PolicyDefinition]:
    return load(data_file("policy_definitions.csv"))
