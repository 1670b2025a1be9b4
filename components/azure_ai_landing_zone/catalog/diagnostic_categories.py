"""What each resource type can send to a Log Analytics workspace.

Rows are in diagnostic_categories.csv: the types that landing zones are made of. A type that isn't there has
no diagnostic settings, or none worth paying for: Application Insights writes to its workspace itself, and a
setting would store everything twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from azure_ai_landing_zone.catalog.table import OrFalse, data_file, records

ALL_LOGS = "allLogs"
"""The category group that holds every category of a type."""


@dataclass(frozen=True, slots=True)
class DiagnosticCategories:
    """What one resource type sends."""

    resource_type: str
    """Such as Microsoft.KeyVault/vaults. Logs of storage are those of its services, such as
    Microsoft.Storage/storageAccounts/blobServices."""
    logs: tuple[str, ...]
    """ALL_LOGS alone, or categories where the group holds what costs more than it tells: kube-audit of AKS,
    and of firewalls the same rows once more in the form that they had before they had tables of their own."""
    metrics: tuple[str, ...]
    dedicated_tables: OrFalse
    """Whether the type can write to tables of its own instead of AzureDiagnostics. Where it can't choose,
    Azure forgets the choice, and every preview would show a change."""
    source: str
    as_of: date


def load(text: str, file: str = "diagnostic_categories.csv") -> Mapping[str, DiagnosticCategories]:
    """Categories by resource type in lower case. Raises CatalogError with every problem in the file."""
    types: dict[str, DiagnosticCategories] = {}
    for row, one in records(DiagnosticCategories, file, text):
        if one.resource_type.lower() in types:
            row.problem("resource_type", "a type that no other line has")
        if not one.logs and not one.metrics:
            row.problem("logs", "filled in where there are no metrics")
        if ALL_LOGS in one.logs and len(one.logs) > 1:
            row.problem("logs", f"{ALL_LOGS} alone, or categories")
        types[one.resource_type.lower()] = one
    return MappingProxyType(types)


DIAGNOSTIC_CATEGORIES: Mapping[str, DiagnosticCategories] = load(data_file("diagnostic_categories.csv"))


def find(resource_type: str) -> DiagnosticCategories | None:
    """What a type sends; None if it has no diagnostic settings. Casing doesn't count, as in ARM."""
    return DIAGNOSTIC_CATEGORIES.get(resource_type.lower())
